#include "isa/maxwell/lift/driver/surface_words.hpp"
#include "isa/maxwell/context_keys.hpp"

#include "ir/names.hpp"
#include "isa/maxwell/lift/operations/texel_format.hpp"

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kImages = 8, kBytes = 64; // of each
// Offsets in those. Compiled code goes on where the address is not 0 and a texel is as large as the shader says, and takes
// a slice of a 3d image for a 2d one where the lowest bit of the slice's word says so.
constexpr std::uint32_t kAddress = 0, kSlice = 0x1c, kTexelBytes = 0x30;

} // namespace

std::optional<std::uint32_t> surface_word(const Convention& convention, ir::ContextReader& context, std::uint32_t slot,
                                          std::uint32_t offset) {
    const std::uint32_t at = offset - convention.surfaces;
    if (convention.surfaces == 0 || slot != convention.slot || at >= kImages * kBytes) return {};
    switch (at % kBytes) {
        case kAddress: return 1;
        case kSlice: return 0;
        case kTexelBytes: break;
        default: return {};
    }
    const std::uint64_t format = context.read(key::image_format, at / kBytes);
    if (format >= ir::kFormatNames.size()) return {};
    const auto texel = packed_format(static_cast<ir::ImageFormat>(format));
    return texel ? std::optional(texel->bytes()) : std::nullopt;
}

} // namespace relit::isa::maxwell
