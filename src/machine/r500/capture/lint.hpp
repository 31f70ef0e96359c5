// The checks of programs, over every draw of a command stream and with its registers; and checks of the draws themselves.
#pragma once

#include "codec/codec.hpp"

#include <span>
#include <vector>

namespace relit::machine::r500 {

/// Rules of draws.
[[nodiscard]] std::span<const codec::LintRule> draw_rules();

/// Findings by the first draw that has them, which names its program and instruction. A program that several draws run with the same
/// registers is checked once, and its findings name all of them. Offsets are those of the first draw's packet in its submission.
[[nodiscard]] Result<std::vector<codec::Finding>> lint(Bytes file, const codec::AssembleOptions& options);

} // namespace relit::machine::r500
