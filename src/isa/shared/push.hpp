// The words of a stream of methods, as these chips fetch them: method headers, their arguments, and words that steer.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace relit::isa {

/// Larger streams are refused: a listing takes some twenty times the file's size.
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

enum class PushKind : std::uint8_t {
    Header,   // of a method
    Argument, // of the method at `address`
    Control,  // a jump, call, return or reserved word
    Rest,     // a word that is not followed
};
struct PushItem {
    PushKind kind = PushKind::Header;
    std::uint64_t offset = 0;
    std::uint32_t word = 0;
    std::uint32_t address = 0;
};

/// Arguments of one header, as far as the file holds them: how many, and the addresses of the first and the last.
struct PushRun {
    std::uint32_t count = 0, first = 0, last = 0;
};

/// How a machine's streams are read.
struct PushRules {
    std::uint64_t (*order)(Bytes) = little_endian;
    bool passes_control = false; // reading continues after a jump, call or return; never after a reserved word
};

/// Cuts a stream into words with their meaning. Up to three bytes may be left when it ends.
class PushReader {
public:
    PushReader(Bytes file, PushRules rules) : file_(file), rules_(rules) {}
    /// The next word; nothing where fewer than four bytes are left.
    [[nodiscard]] std::optional<PushItem> next();
    /// Passes over what is left of the arguments of the last header.
    PushRun skip_arguments();
    /// How many arguments the last header still wants.
    [[nodiscard]] std::uint32_t wanted() const { return wanted_; }

private:
    Bytes file_;
    PushRules rules_;
    std::size_t at_ = 0;
    std::uint32_t wanted_ = 0;
    std::uint32_t address_ = 0;
    std::uint32_t step_ = 4;
    bool stopped_ = false;
};

/// "a jump", for a Control word.
[[nodiscard]] std::string_view describe_control(std::uint32_t word);
/// Whether it is a jump, call or return and not a reserved word.
[[nodiscard]] bool is_control(std::uint32_t word);

} // namespace relit::isa
