#include "render/gs/reference/lod.hpp"

#include <bit>

namespace relit::render::gs::reference {
namespace {

using machine::gs::Tex1;

constexpr std::array<std::array<std::uint8_t, 4>, 128> kLog2{{
#define LOD_LOG2(index, l0, l1, l2, l3) {l0, l1, l2, l3},
#include "render/gs/reference/lod_log2.inc"
#undef LOD_LOG2
}};
static_assert([] {
    for (const auto& row : kLog2)
        if (row[2] != (row[3] + 1) / 2) return false;
    return kLog2[64][3] == 75 && kLog2[115][0] + 1 == kLog2[114][0];
}());

constexpr std::int32_t kBits = 7, kExponentOfZero = -127;

} // namespace

std::int32_t coarse_log(std::int64_t count, std::int32_t unit) {
    if (count == 0) return kExponentOfZero * (1 << kBits);
    const auto size = static_cast<std::uint64_t>(count < 0 ? -count : count);
    const auto top = static_cast<std::int32_t>(std::bit_width(size)) - 1;
    const std::uint64_t mantissa = top >= kBits ? size >> (top - kBits) : size << (kBits - top);
    return (top + unit - 1) * (1 << kBits) + static_cast<std::int32_t>(mantissa);
}

std::int32_t measured_log(unsigned l, unsigned bits) { return kLog2[bits][l]; }

std::int32_t level_of_detail(const Tex1& tex1, std::int32_t log_q) {
    const auto raw = static_cast<std::int32_t>(tex1[Tex1::k]);
    const std::int32_t k = raw >= 0x800 ? raw - 0x1000 : raw;
    if (tex1[Tex1::fixed_level]) return k;
    const std::uint32_t l = tex1[Tex1::l];                            // NOLINT(cppcoreguidelines-init-variables): it is
    const std::int32_t exponent = log_q >> kBits, one = 1 << (4 + l); // of a level
    return k - exponent * one - measured_log(l, static_cast<unsigned>(log_q & ((1 << kBits) - 1)));
}

} // namespace relit::render::gs::reference
