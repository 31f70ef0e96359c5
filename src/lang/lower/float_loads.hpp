// Words of constant buffers that a program takes for floats.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Makes loads of words from constant buffers loads of floats if nothing uses them but casts to those. The casts become copies.
void load_as_floats(ir::Module& module);

} // namespace relit::lang
