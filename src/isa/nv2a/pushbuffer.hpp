// The words of an NV2A push buffer, one after another: method headers, their arguments, and what cannot be followed.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace relit::isa::nv2a {

/// Larger push buffers are refused: a listing takes some twenty times the file's size.
inline constexpr std::size_t kMaxPushBytes = std::size_t{16} << 20;

/// The head of a run of arguments. `kind` and `low` are 0 (2 for non-incrementing) in a method header; anything else is
/// a jump, a call, a return or reserved.
struct PushHeader : Word<PushHeader, 32> {
    static constexpr Field<std::uint32_t> low{"low", 0, 2}, method{"method", 2, 11};
    static constexpr Field<std::uint32_t> subchannel{"subchannel", 13, 3}, zero{"zero", 16, 2};
    static constexpr Field<std::uint32_t> count{"count", 18, 11}, kind{"kind", 29, 3};
    static constexpr auto fields = fields_of(low, method, subchannel, zero, count, kind);

    [[nodiscard]] constexpr bool is_method() const {
        return (*this)[low] == 0 && (*this)[zero] == 0 && ((*this)[kind] == 0 || increments_not());
    }
    [[nodiscard]] constexpr bool increments_not() const { return (*this)[kind] == 2; }
    /// The method's address in bytes.
    [[nodiscard]] constexpr std::uint32_t address() const { return 4 * (*this)[method]; }
};
static_assert(covers(PushHeader::fields, 32));

/// The argument of SET_TRANSFORM_EXECUTION_MODE.
struct ExecutionModeWord : Word<ExecutionModeWord, 32> {
    static constexpr Field<std::uint32_t> mode{"MODE", 0, 2}; // 0 fixed function, 2 program
    static constexpr Field<std::uint32_t> range{"RANGE_MODE", 2, 30};
    static constexpr auto fields = fields_of(mode, range);
};
static_assert(covers(ExecutionModeWord::fields, 32));

enum class Method : std::uint8_t {
#define METHOD(id, address, last, name) id,
#include "isa/nv2a/methods.inc"
#undef METHOD
    Other,
};
struct MethodInfo {
    Method method = Method::Other;
    std::uint32_t address = 0, last = 0;
    std::string_view name;
};
inline constexpr std::array kMethods{
#define METHOD(id, address, last, name) MethodInfo{Method::id, address, last, name},
#include "isa/nv2a/methods.inc"
#undef METHOD
};
/// The row whose range holds `address`, or nullptr.
[[nodiscard]] const MethodInfo* method_at(std::uint32_t address);

enum class PushKind : std::uint8_t {
    Header,   // of a method
    Argument, // of the method at `address`
    Control,  // a jump, call, return or reserved word: nothing after it is followed
    Rest,     // a word after that
};
struct PushItem {
    PushKind kind = PushKind::Header;
    std::uint64_t offset = 0;
    std::uint32_t word = 0;
    std::uint32_t address = 0;
};

/// Cuts a push buffer into words with their meaning. Up to three bytes may be left when it ends.
class PushReader {
public:
    explicit PushReader(Bytes file) : in_(file) {}
    /// The next word; nothing where fewer than four bytes are left.
    [[nodiscard]] std::optional<PushItem> next();
    /// How many arguments the last header still wants.
    [[nodiscard]] std::uint32_t wanted() const { return wanted_; }

private:
    Cursor in_;
    std::uint32_t wanted_ = 0;
    std::uint32_t address_ = 0;
    std::uint32_t step_ = 4;
    bool stopped_ = false;
};

/// "a jump to 0x00001000", for a Control word.
[[nodiscard]] std::string_view describe_control(std::uint32_t word);

} // namespace relit::isa::nv2a
