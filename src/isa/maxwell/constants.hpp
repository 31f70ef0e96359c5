// How large constant buffers are: the machine's have up to 64 KiB, of which hosts need not take more than 16.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"

namespace relit::isa::maxwell {

/// Each is as large as the program's accesses show; where one of them is computed, as large as is said.
void fit_constants(ir::Module& module, ir::ContextReader& context);

} // namespace relit::isa::maxwell
