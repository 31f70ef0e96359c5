// What a file's parameters call the registers that a vertex program reads and writes.
#pragma once

#include "ir/module.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

#include <span>

namespace relit::isa::rsx::vp {

/// Labels the module's inputs and outputs; of several parameters of one register the first counts.
void label_registers(ir::Module& module, std::span<const cg::Bound> bound);

} // namespace relit::isa::rsx::vp
