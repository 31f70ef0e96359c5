// What hardware makes of a fragment program that its text does not show: hazards, waits that are missing, arguments out of range.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/text/lint_rules.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::r500::fs {

using codec::Finding;

/// Findings in the order of the instructions, those of constants last. Waits for fetches are examined in the order of instructions in
/// memory, whatever jumps; what was never written and what a loop's next iteration reads, along all jumps.
[[nodiscard]] std::vector<Finding> lint(const Program& program, Convention frame = Convention::Count);
/// The binary file with what is fixable done: NOP bits set.
[[nodiscard]] Result<std::vector<std::uint8_t>> fixed(Bytes binary);

// Columns of the codec's row: of text, with lines and columns, or of a binary file. Text gets NOP tags where they are missing; what
// it includes stays.
[[nodiscard]] Result<std::vector<Finding>> lint_file(Bytes file, const codec::AssembleOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> fix_file(Bytes file, const codec::AssembleOptions& options);

} // namespace relit::isa::r500::fs
