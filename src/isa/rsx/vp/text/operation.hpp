// One operation of RSX vertex program text as it was read, and the making of a word out of one or two of them.
#pragma once

#include "base/result.hpp"
#include "isa/reader.hpp"
#include "isa/rsx/vp/text/spelling.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::rsx::vp {

/// A number, or "A0.x+number".
struct Index {
    std::uint32_t number = 0;
    std::uint32_t address = 0, lane = 0;
    bool relative = false;
    [[nodiscard]] bool operator==(const Index&) const = default;
};

/// "(NE1.x)": what must hold for a lane to be written or a jump to be taken.
struct Guard {
    Condition condition = Condition::Tr;
    Swizzle swizzle = kInOrder;
    std::uint32_t select = 0;
    [[nodiscard]] bool operator==(const Guard&) const = default;
};

struct SourceText {
    Source source{};
    Index index; // of the input or the constant
    std::size_t at = 0;
};

enum class TargetKind : std::uint8_t { Nowhere, Temp, Output, Address };

struct Destination {
    TargetKind kind = TargetKind::Nowhere;
    Index index;
    std::uint32_t mask = 15;
    std::optional<Guard> guard;
    std::size_t at = 0;
};

/// Either `vec` or `sca` is set; both for a move, which either unit can do, and neither for NOP.
struct Operation {
    Vec vec = Vec::Nop;
    Sca sca = Sca::Nop;
    bool writes_condition = false, saturate = false;
    std::uint32_t condition_written = 0; // which register
    std::array<Destination, 2> targets{};
    unsigned target_count = 0;
    std::array<SourceText, 3> sources{};
    unsigned source_count = 0;
    std::optional<Guard> guard; // of a jump, call, return or stack operation
    std::uint32_t bit = 0;      // of BRB and CLB
    bool bit_wanted = false;    // the same
    std::uint32_t unit = 0;     // of TXL
    std::uint32_t address = 0;  // the address register of ARA, PSH and POP
    Index jump;                 // where to, unless `label` says it
    std::string_view label;
    std::size_t at = 0, jump_at = 0;
    [[nodiscard]] bool is_move() const { return vec == Vec::Mov && sca == Sca::Mov; }
};

/// Reads operations; each function gives false and fills `fault` where the text is wrong.
struct OperationReader {
    Reader& in;
    Fault& fault;

    bool operation(Operation& into);

private:
    bool wrong(std::size_t at, std::string text);
    bool expect(char wanted);
    bool mnemonic(Operation& into);
    bool value(Operation& into);
    bool control_flow(Operation& into);
    bool bit(Operation& into);
    bool jump(Operation& into);
    bool target(Destination& into);
    bool more_targets(Operation& into);
    bool guard(std::optional<Guard>& into);
    bool source(SourceText& into);
    bool source_register(SourceText& into);
    bool index(Index& into, std::uint32_t limit, std::string_view what);
    bool address_register(std::uint32_t& into);
    bool address_lane(Index& into);
    bool texture_unit(std::uint32_t& into);
};

/// The word that one or two operations make (without END, and without the slot that a label names); a fault with its
/// place where they do not fit together.
[[nodiscard]] Result<Word128> join(std::span<const Operation> operations, Fill fill, const Reader& in);
/// Sets the slot that the word jumps to; false where another source has those bits.
[[nodiscard]] bool set_target(Word128& word, std::uint32_t slot);

} // namespace relit::isa::rsx::vp
