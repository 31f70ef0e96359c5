// Outputs of a geometry shader, which hosts forget with every vertex.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Returns true if the shader stores all lanes of its outputs that it stores anywhere, and of the variables that these belong to, in the
/// block of each EmitVertex, after the one before it, and loads none: then outputs need no copies that outlast a vertex.
[[nodiscard]] bool stores_all_it_emits(const ir::Module& module);

} // namespace relit::lang
