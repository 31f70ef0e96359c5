// Checks of vertex programs that assemble and still go wrong on the hardware.
#pragma once

#include "codec/codec.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/text/lint_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::r500::vs {

using codec::Finding;

/// By instruction; constants come last.
[[nodiscard]] std::vector<Finding> lint(const Program& program);
/// The same of text, with lines and columns.
[[nodiscard]] Result<std::vector<Finding>> lint_text(std::string_view text, const codec::AssembleOptions& options);
/// The text with the same repaired: UNCHECKED goes where that is all that is wrong. What it includes stays.
[[nodiscard]] Result<std::string> fix_text(std::string_view text, const codec::AssembleOptions& options);
/// The file, of instructions or a stream, with everything repaired that can be: macro bits.
[[nodiscard]] Result<std::vector<std::uint8_t>> fix(Bytes file);

// Columns of the codec's row: of text or of a binary file.
[[nodiscard]] Result<std::vector<Finding>> lint_file(Bytes file, const codec::AssembleOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> fix_file(Bytes file, const codec::AssembleOptions& options);

} // namespace relit::isa::r500::vs
