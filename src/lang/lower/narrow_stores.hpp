// Stores of fewer than 32 bits to memory that invocations share, which hosts have in words.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Returns whether an instruction is such a store, of which lower_narrow_stores() leaves none.
[[nodiscard]] bool is_narrow_store(const ir::Module& module, const ir::Inst& inst);

} // namespace relit::lang
