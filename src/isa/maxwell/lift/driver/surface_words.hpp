// What a driver stores about images in words of its constant buffer.
#pragma once

#include "ir/context.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"

#include <optional>

namespace relit::isa::maxwell {

/// The word at this offset, where it is one that follows from context keys.
[[nodiscard]] std::optional<std::uint32_t> surface_word(const Convention& convention, ir::ContextReader& context,
                                                        std::uint32_t slot, std::uint32_t offset);

} // namespace relit::isa::maxwell
