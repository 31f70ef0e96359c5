// Inputs of the vertices of a primitive or patch.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Makes loads from vertices loads from registers at a computed index: for what has no vertices, as harnesses.
void index_registers_of_vertices(ir::Module& module);

} // namespace relit::lang
