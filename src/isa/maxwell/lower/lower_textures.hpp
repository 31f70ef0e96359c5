// After registers became values: finds the textures and images that handles lead to.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"

namespace relit::isa::maxwell {

[[nodiscard]] Status lower_textures(ir::Module& module, const Convention& convention, ir::ContextReader& context);

} // namespace relit::isa::maxwell
