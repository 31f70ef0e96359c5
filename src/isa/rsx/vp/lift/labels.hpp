// What a file's parameters call the registers that a vertex program reads and writes.
#pragma once

#include "ir/module.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

#include <span>

namespace relit::isa::rsx::vp {

/// Label a file of v[], or o[]; of several parameters of one register the first counts.
void label_inputs(ir::RegisterFile& file, std::span<const cg::Bound> bound);
void label_outputs(ir::RegisterFile& file, std::span<const cg::Bound> bound);

} // namespace relit::isa::rsx::vp
