// Texels of images as words and words as texels, in IR.
#pragma once

#include "ir/builder.hpp"
#include "ir/texel_format.hpp"

#include <optional>

namespace relit::isa::maxwell {

using ir::TexelFormat;
/// Nothing for Unknown, and for floats of 10 and 11 bits.
[[nodiscard]] std::optional<TexelFormat> packed_format(ir::ImageFormat format);

/// Components (f32x4 or i32x4, as the format has them) as the i32x4 of its words, and back.
[[nodiscard]] ir::Id words_of_texel(ir::Builder& ir, const TexelFormat& format, ir::Id texel);
[[nodiscard]] ir::Id texel_of_words(ir::Builder& ir, const TexelFormat& format, ir::Id words);

} // namespace relit::isa::maxwell
