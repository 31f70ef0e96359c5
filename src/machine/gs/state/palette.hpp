// Where the entries of a palette lie in local memory (reference 9.3).
#pragma once

#include "machine/gs/state/layout.hpp"
#include "machine/gs/state/words.hpp"

namespace relit::machine::gs {

/// What CPSM means. It has two bits that count: bit 1 says 16 bits, bit 3 the other layout of these; codes that no
/// document lists load by them too [HW].
[[nodiscard]] PixelFormat entry_format(const Tex0& tex0);
/// Returns true if a palette can be loaded for PSM: the low three bits are 3 or 4. No document lists all of these codes [HW].
[[nodiscard]] bool loads_entries(const Tex0& tex0);
/// 16 for indices of 4 bits, else 256.
[[nodiscard]] std::uint32_t entry_count(const Tex0& tex0);

/// The pixels that a load reads.
struct PaletteSource {
    Buffer buffer;
    std::uint32_t x = 0, y = 0;
    bool is_row = false; // entries side by side (CSM2), not in rectangles of 8 by 2 (CSM1)
    std::uint32_t repeats_after = 256;

    PaletteSource(const Tex0& tex0, const TexClut& texclut);
    [[nodiscard]] std::uint32_t address(std::uint32_t index) const {
        if (is_row) return address_of(buffer, x + index % repeats_after, y);
        return address_of(buffer, (index & 7) | (index >> 4 & 1) << 3, (index >> 3 & 1) | (index >> 5) << 1);
    }
};

} // namespace relit::machine::gs
