// What hardware makes of a fragment program that its text does not show: hazards, waits that are missing, arguments out of range.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/r500/fs/encoding/program.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::r500::fs {

/// `rule` is its name, `reason` a literal.
struct LintRow {
    enum class Of : std::uint8_t { Instruction, Constant };
    Of of = Of::Instruction;
    std::uint32_t number = 0; // of the instruction or constant
    std::uint64_t offset = 0; // in the file
    std::string_view rule, reason;
    bool is_fixable = false;
    [[nodiscard]] bool operator==(const LintRow&) const = default;
};

/// Warnings in the order of the instructions, those of constants last. Instructions are looked at in their order in memory: what
/// jumps lead to is not followed.
[[nodiscard]] std::vector<LintRow> lint(const Program& program);
/// The binary file with what is fixable done: NOP bits set.
[[nodiscard]] Result<std::vector<std::uint8_t>> fixed(Bytes binary);

} // namespace relit::isa::r500::fs
