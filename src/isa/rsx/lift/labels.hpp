// The names that a file's parameters give to what a program uses.
#pragma once

#include "ir/module.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::isa::rsx {

/// Labels a register, or a resource; of several parameters of one the first counts.
void add_label(std::vector<ir::Label>& labels, std::uint32_t offset, const cg::Bound& one);
[[nodiscard]] std::vector<ir::Label> constant_labels(std::span<const cg::ConstantName> names);

} // namespace relit::isa::rsx
