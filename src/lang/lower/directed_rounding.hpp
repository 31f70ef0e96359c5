// Operations in a rounding other than to nearest.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Returns whether an instruction is one that lower_directed_rounding() rewrites: writers do not have its rounding.
[[nodiscard]] bool is_directed(const ir::Module& module, const ir::Inst& inst, const Target& target);

} // namespace relit::lang
