// After registers became values: finds the textures and images behind handles.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"
#include "isa/maxwell/convention.hpp"

namespace relit::isa::maxwell {

/// Whether raise_pictures() finds what it looks for before operations are combined, and no access is there for nothing.
[[nodiscard]] bool raises_pictures_uncombined(const ir::Module& module);
[[nodiscard]] Status raise_pictures(ir::Module& module, const Convention& convention, ir::ContextReader& context);

} // namespace relit::isa::maxwell
