// How the formats of images keep texels: the bits of each component, and what those are of its value.
#pragma once

#include "ir/builder.hpp"

#include <array>
#include <optional>

namespace relit::isa::maxwell {

struct TexelFormat {
    enum class Kind : std::uint8_t { Float, Unorm, Snorm, Unsigned, Signed } kind = Kind::Float;
    std::array<std::uint8_t, 4> bits{}; // of the components it has, from the lowest bit up

    [[nodiscard]] std::uint32_t bytes() const { return (0U + bits[0] + bits[1] + bits[2] + bits[3]) / 8; }
    [[nodiscard]] bool is_of_integers() const { return kind == Kind::Unsigned || kind == Kind::Signed; }
};
/// Nothing for Unknown, and for floats of 10 and 11 bits.
[[nodiscard]] std::optional<TexelFormat> texel_format(ir::ImageFormat format);

/// Components (f32x4 or i32x4, as the format has them) as the i32x4 of its words, and back.
[[nodiscard]] ir::Id words_of_texel(ir::Builder& ir, const TexelFormat& format, ir::Id texel);
[[nodiscard]] ir::Id texel_of_words(ir::Builder& ir, const TexelFormat& format, ir::Id words);

} // namespace relit::isa::maxwell
