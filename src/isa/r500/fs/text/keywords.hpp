// Words that mean something everywhere in the fragment language: they are no names. In any case of letters.
#pragma once

#include "base/text.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <algorithm>
#include <string_view>

namespace relit::isa::r500::fs {

inline constexpr std::string_view kKeywords[] = {
#define RGB_OP(name, number, mnemonic, operands, result) mnemonic,
#include "isa/r500/fs/encoding/rgb_ops.inc"
#undef RGB_OP
#define ALPHA_OP(name, number, mnemonic, operands, result) mnemonic,
#include "isa/r500/fs/encoding/alpha_ops.inc"
#undef ALPHA_OP
#define TEX_OP(name, number, mnemonic, effect) mnemonic,
#include "isa/r500/fs/encoding/tex_ops.inc"
#undef TEX_OP
    "OUT", "TEMP",         "FLOAT", "CONST",           "SRC0",     "SRC1", "SRC2", "SRCP", "NEG2", "SUB", "ADD",
    "NEG", "TEX_SEM_WAIT", "TEX",   "TEX_SEM_ACQUIRE", "ALU_WAIT", "LAST"};

[[nodiscard]] inline bool is_keyword(std::string_view word) {
    return std::ranges::any_of(kKeywords, [&](std::string_view each) { return equal_ignoring_case(each, word); });
}
[[nodiscard]] inline bool has_op(std::span<const OpInfo> ops, std::string_view word) {
    return !word.empty() &&
           std::ranges::any_of(ops, [&](const OpInfo& each) { return equal_ignoring_case(each.mnemonic, word); });
}
[[nodiscard]] inline bool is_alu_op(std::string_view word) { return has_op(kRgbOps, word) || has_op(kAlphaOps, word); }
[[nodiscard]] inline bool is_tex_op(std::string_view word) { return has_op(kTexOps, word); }

} // namespace relit::isa::r500::fs
