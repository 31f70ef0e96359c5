// The names of texture parameters as labels of resources.
#pragma once

#include "ir/module.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

#include <span>
#include <string_view>

namespace relit::isa::rsx {

/// Labels the texture resources, which are called `name` and the number of their unit.
void label_textures(ir::Module& module, std::span<const cg::Bound> bound, std::string_view name);

} // namespace relit::isa::rsx
