// Reads and writes textures and images as Vulkan says, in plain words and slowly: what devices are compared with.
// Filtering is done in doubles and rounded once; a cube's faces are filtered apart.
#pragma once

#include "ir/texel_format.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::run {

/// What an operation of the module gives, lanes as bits; nothing for StoreImage. Operands are scalars as bits. Fetches
/// and loads from outside give 0. Without derivatives a level is that of the operands, else 0, and the bias.
[[nodiscard]] std::vector<std::uint64_t> access_texture(const ir::Module& module, const ir::Inst& inst,
                                                        ir::Bound& bound, std::span<const std::uint64_t> operands,
                                                        ir::Conversion conversion = ir::Conversion::Usual);

} // namespace relit::run
