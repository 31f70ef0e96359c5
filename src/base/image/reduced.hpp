// Images made smaller, for lists of many.
#pragma once

#include "base/image.hpp"

namespace relit {

/// The image with at most `side` pixels along its longer side, which is at least 1: each is the mean of a square of those that it
/// stands for; rows and columns that fill no square are left out. An image that is small enough stays as it is.
[[nodiscard]] Image reduced(const Image& image, std::uint32_t side);

/// How many pixels along each side become one.
[[nodiscard]] std::uint32_t reduction_factor(std::uint32_t width, std::uint32_t height, std::uint32_t side);

} // namespace relit
