#include "render/gs/display/deinterlace.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace relit::render::gs {
namespace {

using Pixel = std::array<int, 4>;

Pixel pixel_at(const Image& image, std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* at = image.rgba.data() + (std::size_t{y} * image.width + x) * 4;
    return {at[0], at[1], at[2], at[3]};
}
void put(Image& image, std::uint32_t x, std::uint32_t y, const Pixel& colour) {
    std::uint8_t* at = image.rgba.data() + (std::size_t{y} * image.width + x) * 4;
    for (std::size_t i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(colour[i]);
}
/// a where weight is 0, b where it is 256.
Pixel mix(const Pixel& a, const Pixel& b, int weight) {
    Pixel mixed{};
    for (std::size_t i = 0; i < 4; ++i) mixed[i] = a[i] + (((b[i] - a[i]) * weight + 128) >> 8);
    return mixed;
}
/// How far apart two colours are in brightness, in 1/65536 of a level; Rec. 601's weights.
int distance(const Pixel& a, const Pixel& b) {
    return std::abs(19595 * (a[0] - b[0]) + 38470 * (a[1] - b[1]) + 7471 * (a[2] - b[2]));
}

/// The lines of a frame that a field lacks, and those of the fields around them.
struct Missing {
    const Fields& fields;
    std::uint32_t height; // of the frame

    [[nodiscard]] bool has(std::uint32_t y) const { return y % 2 == fields.parity; }
    [[nodiscard]] bool is_at_edge(std::uint32_t y) const { return y == 0 || y + 1 == height; }
    /// A line of field `age` that lies in frame line y or, for a field of the other lines, the one above.
    [[nodiscard]] Pixel at(std::size_t age, std::uint32_t x, std::uint32_t y) const {
        return pixel_at(fields.images[age], x, y / 2);
    }
    [[nodiscard]] Pixel woven(std::uint32_t x, std::uint32_t y) const { return at(1, x, y); }
    [[nodiscard]] Pixel bobbed(std::uint32_t x, std::uint32_t y) const {
        if (is_at_edge(y)) return at(0, x, y == 0 ? y : y - 1);
        return mix(at(0, x, y - 1), at(0, x, y + 1), 128);
    }
};

// Motion shows where the field differs from the one before last, which has the same lines, in both lines around, or where
// the last field differs from the one that has its lines. Below 4 % of full brightness it is noise, above 6 % motion.
constexpr int kBright = 255 * 65536, kStill = kBright / 100 * 4, kMoves = kBright / 100 * 6;

/// 0 to 256, flat at both ends.
int smooth_step(int value, int from, int to) {
    const int t = (std::clamp(value, from, to) - from) / ((to - from) / 256);
    return (t * t * (3 * 256 - 2 * t)) >> 16;
}

Pixel adapted(const Missing& missing, std::uint32_t x, std::uint32_t y) {
    if (missing.is_at_edge(y)) return missing.woven(x, y);
    const int above = distance(missing.at(0, x, y - 1), missing.at(2, x, y - 1));
    const int below = distance(missing.at(0, x, y + 1), missing.at(2, x, y + 1));
    const int between = distance(missing.at(1, x, y), missing.at(3, x, y));
    const int motion = std::max(std::min(above, below), between);
    return mix(missing.woven(x, y), missing.bobbed(x, y), smooth_step(motion, kStill, kMoves));
}

Pixel filled(Deinterlace how, const Missing& missing, std::uint32_t x, std::uint32_t y) {
    switch (how) {
        case Deinterlace::Bob: return missing.has(y) ? missing.at(0, x, y) : missing.bobbed(x, y);
        case Deinterlace::Weave: return missing.at(missing.has(y) ? 0 : 1, x, y);
        case Deinterlace::Blend: return mix(missing.at(0, x, y), missing.at(1, x, y), 128);
        default: return missing.has(y) ? missing.at(0, x, y) : adapted(missing, x, y);
    }
}

bool same_size(const Image& a, const Image& b) { return a.width == b.width && a.height == b.height; }

} // namespace

void Fields::add(Image field, unsigned field_parity) {
    std::rotate(images.begin(), images.end() - 1, images.end());
    images[0] = std::move(field);
    parity = field_parity % 2;
    // At the beginning, or after a change of size: nothing moved, as far as is known.
    if (!same_size(images[1], images[0])) images[1] = images[0];
    if (!same_size(images[2], images[0])) images[2] = images[0];
    if (!same_size(images[3], images[1])) images[3] = images[1];
}

Image deinterlace(Deinterlace how, const Fields& fields) {
    const Image& newest = fields.images[0];
    if (how == Deinterlace::None) return newest;
    Image frame{newest.width, newest.height * 2, {}};
    frame.rgba.resize(newest.rgba.size() * 2);
    const Missing missing{fields, frame.height};
    for (std::uint32_t y = 0; y < frame.height; ++y)
        for (std::uint32_t x = 0; x < frame.width; ++x) put(frame, x, y, filled(how, missing, x, y));
    return frame;
}

} // namespace relit::render::gs
