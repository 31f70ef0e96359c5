// One instruction of a command table, from bytes and back to them.
#pragma once

#include "base/bytes.hpp"
#include "machine/r500/atom/operations.hpp"

#include <optional>
#include <vector>

namespace relit::machine::r500::atom {

inline constexpr std::uint8_t kCaseMark = 0x63;
inline constexpr std::uint16_t kCasesEnd = 0x5a5a;

struct Case {
    std::uint32_t value = 0;
    std::uint16_t target = 0;
    [[nodiscard]] bool operator==(const Case&) const = default;
};

struct Instruction {
    std::uint32_t offset = 0, size = 0; // in the image; encode() needs neither
    std::uint8_t opcode = 0;
    Attribute attribute{};
    Operand dst{}, src{};
    std::uint32_t number = 0; // mask, shift, target, byte or word
    std::vector<Case> cases{};
    std::vector<std::uint8_t> data{};

    [[nodiscard]] const OpInfo& info() const { return *atom::opcode(opcode).info; }
};

/// The instruction at `offset` of a table's bytes up to its end; nothing where there is none, or not all of it.
[[nodiscard]] std::optional<Instruction> decode(Bytes image, std::uint32_t offset, std::uint32_t end);
/// Appends its bytes.
void encode(const Instruction& instruction, std::vector<std::uint8_t>& into);

/// How many bytes an operand has.
[[nodiscard]] unsigned size_of(const Operand& operand);
[[nodiscard]] bool has_destination(Form form);
[[nodiscard]] bool has_source(Form form);
/// The attribute that compilers give to these operands.
[[nodiscard]] Attribute usual_attribute(Form form, const Operand& dst, const Operand& src);

/// Where it may go besides the next instruction: offsets from the start of the table.
[[nodiscard]] std::vector<std::uint32_t> targets_of(const Instruction& instruction);
/// Whether the next instruction is never reached from it.
[[nodiscard]] bool ends_flow(const Instruction& instruction);

} // namespace relit::machine::r500::atom
