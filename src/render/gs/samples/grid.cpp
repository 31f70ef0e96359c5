#include "render/gs/samples/grid.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace relit::render::gs {
namespace {

constexpr std::array kPositions{
#define SAMPLE(rate, x, y) SamplePosition{x, y},
#include "render/gs/samples/positions.inc"
#undef SAMPLE
};
constexpr std::array<unsigned, kPositions.size()> kRates{
#define SAMPLE(rate, x, y) rate,
#include "render/gs/samples/positions.inc"
#undef SAMPLE
};
static_assert(std::ranges::is_sorted(kRates));
static_assert(std::ranges::all_of(kRates, [](unsigned rate) { return std::ranges::count(kRates, rate) == rate; }));

constexpr std::int32_t kPixel = 16; // sixteenths

} // namespace

std::span<const SamplePosition> sample_positions(unsigned rate) {
    const auto first = std::ranges::find(kRates, rate);
    if (first == kRates.end()) return {};
    return std::span(kPositions).subspan(static_cast<std::size_t>(first - kRates.begin()), rate);
}

unsigned cells_across(unsigned rate) { return rate == 1 ? 1 : rate <= 4 ? 2 : 4; }

unsigned sample_of_cell(unsigned rate, unsigned column, unsigned row) {
    const std::span<const SamplePosition> positions = sample_positions(rate);
    const auto cell = kPixel / static_cast<std::int32_t>(cells_across(rate));
    const SamplePosition wanted{static_cast<std::int32_t>(column) * cell, static_cast<std::int32_t>(row) * cell};
    const SamplePosition beside{static_cast<std::int32_t>(column ^ 1U) * cell, wanted.y};
    auto found = std::ranges::find(positions, wanted);
    if (found == positions.end()) found = std::ranges::find(positions, beside);
    assert(found != positions.end());
    return static_cast<unsigned>(found - positions.begin());
}

Image with_cells(std::span<const Image> samples) {
    const auto rate = static_cast<unsigned>(samples.size());
    const unsigned across = cells_across(rate);
    const Image& first = samples[0];
    Image image{first.width * across, first.height * across, {}};
    image.rgba.reserve(first.rgba.size() * across * across);
    for (std::uint32_t y = 0; y < image.height; ++y) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
            const Image& from = samples[sample_of_cell(rate, x % across, y % across)];
            const auto pixel = from.rgba.begin() + ((std::ptrdiff_t{y / across} * from.width) + x / across) * 4;
            image.rgba.insert(image.rgba.end(), pixel, pixel + 4);
        }
    }
    return image;
}

} // namespace relit::render::gs
