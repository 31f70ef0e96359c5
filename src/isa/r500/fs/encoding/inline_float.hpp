// Numbers of seven bits that are in place of an address: four bits of exponent, three of fraction, never negative.
#pragma once

#include <cstdint>
#include <optional>

namespace relit::isa::r500::fs {

/// What codes 0 to 7 are, on which sources disagree: denormals with 2^-10 in place of 0 (the author of the language, who
/// measured), or numbers as all others of exponent 0 (Mesa, whose compiler makes such codes).
enum class InlineFloats : std::uint8_t { Author, Mesa };

inline constexpr std::uint32_t kInlineFloats = 128;

[[nodiscard]] constexpr float inline_float(std::uint32_t code, InlineFloats reading) {
    const std::uint32_t exponent = code >> 3 & 15, fraction = code & 7;
    if (exponent == 0 && reading == InlineFloats::Author)
        return code == 0 ? 1.0F / 1024 : static_cast<float>(fraction) / 512; // fraction / 8 * 2^-6
    const float significand = 1 + static_cast<float>(fraction) / 8;
    return significand * static_cast<float>(1U << exponent) / 128;
}

/// The code whose value is nearest, and of two that are as near the smaller one; nothing for what is no number above 0.
struct NearestInlineFloat {
    std::uint32_t code = 0;
    float value = 0;
};
[[nodiscard]] constexpr std::optional<NearestInlineFloat> nearest_inline_float(float number, InlineFloats reading) {
    if (!(number >= 0)) return std::nullopt;
    NearestInlineFloat best{0, inline_float(0, reading)};
    const auto distance = [&](float value) { return value < number ? number - value : value - number; };
    for (std::uint32_t code = 1; code < kInlineFloats; ++code)
        if (const float value = inline_float(code, reading); distance(value) < distance(best.value))
            best = {code, value};
    return best;
}

static_assert(inline_float(48, InlineFloats::Author) == 0.5F && inline_float(56, InlineFloats::Mesa) == 1);
static_assert(inline_float(45, InlineFloats::Author) == 0.40625F && inline_float(96, InlineFloats::Mesa) == 32);
static_assert(inline_float(0, InlineFloats::Author) == 0.0009765625F &&
              inline_float(0, InlineFloats::Mesa) == 0.0078125F);

} // namespace relit::isa::r500::fs
