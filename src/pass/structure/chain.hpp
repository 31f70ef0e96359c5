// Functions whose blocks follow one another, with a choice between single blocks now and then: their tree needs no plan.
#pragma once

#include "ir/module.hpp"

#include <memory_resource>

namespace relit::pass {

/// Writes the tree of such a function, as the plan would have it. False where the function is another one: nothing is
/// written then.
[[nodiscard]] bool structure_chain(ir::Module& module, ir::Function& function, std::pmr::memory_resource* memory);

} // namespace relit::pass
