// Stores of fewer than 32 bits to memory that invocations share, which hosts have in words.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Writes them as compare-exchange loops on the containing word: concurrent stores to neighbours in one word all take effect.
/// Returns whether there were any. Memory of one invocation alone is left to the writers.
bool lower_narrow_stores(ir::Module& module);
/// Whether an instruction is such a store.
[[nodiscard]] bool is_narrow_store(const ir::Module& module, const ir::Inst& inst);

} // namespace relit::lang
