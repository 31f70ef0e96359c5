// COL_FMT of RS_IP: which components of a colour are interpolated, and which are 0 or 1 instead.
#pragma once

#include <array>
#include <cstdint>

namespace relit::isa::r500 {

/// Masks of components, red the lowest bit.
struct ColourFormat {
    std::uint32_t zeros = 0, ones = 0;
    bool is_known = false;
};
/// By code; of one that is not known all components are taken as they come.
inline constexpr std::array<ColourFormat, 16> kColourFormats = [] {
    std::array<ColourFormat, 16> all{};
    all[0] = {0, 0, true}, all[1] = {8, 0, true}, all[2] = {0, 8, true};
    all[4] = {7, 0, true}, all[5] = {15, 0, true}, all[6] = {7, 8, true};
    all[8] = {0, 7, true}, all[9] = {8, 7, true}, all[10] = {0, 15, true};
    return all;
}();
/// Returns true if no component of the colour is interpolated.
[[nodiscard]] constexpr bool is_constant_colour(std::uint32_t format) {
    constexpr std::uint32_t kAll = 15;
    return (kColourFormats[format].zeros | kColourFormats[format].ones) == kAll;
}

} // namespace relit::isa::r500
