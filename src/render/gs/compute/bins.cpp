#include "render/gs/compute/bins.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

constexpr std::uint32_t kAcross = 2048 / kTilePixels; // tiles of a window's row

} // namespace

void Bins::add(const Box& box, std::uint32_t primitive) {
    const Box tiles{box.x0 / kTilePixels, box.y0 / kTilePixels, box.x1 / kTilePixels, box.y1 / kTilePixels};
    tiles_ = entries_.empty() ? tiles : united(tiles_, tiles);
    for (std::int32_t y = tiles.y0; y <= tiles.y1; ++y)
        for (std::int32_t x = tiles.x0; x <= tiles.x1; ++x)
            entries_.push_back({static_cast<std::uint32_t>(y) * kAcross + static_cast<std::uint32_t>(x), primitive});
}

void Bins::sort(std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists) {
    if (entries_.empty()) return;
    const auto left = static_cast<std::uint32_t>(tiles_.x0), top = static_cast<std::uint32_t>(tiles_.y0);
    const std::uint32_t across = static_cast<std::uint32_t>(tiles_.x1) - left + 1,
                        down = static_cast<std::uint32_t>(tiles_.y1) - top + 1;
    const auto place = [&](std::uint32_t tile) { return (tile / kAcross - top) * across + tile % kAcross - left; };
    next_.assign(std::size_t{across} * down, 0); // first counts, then places in `lists`
    for (const Entry& entry : entries_) ++next_[place(entry.tile)];
    auto first = static_cast<std::uint32_t>(lists.size());
    for (std::uint32_t i = 0; i < next_.size(); ++i) {
        const std::uint32_t count = next_[i];
        if (count != 0)
            tiles.push_back({.x = left + i % across, .y = top + i / across, .first = first, .count = count});
        next_[i] = first;
        first += count;
    }
    lists.resize(first);
    for (const Entry& entry : entries_) lists[next_[place(entry.tile)]++] = entry.primitive;
    entries_.clear();
}

void Band::add(std::int32_t major, std::int32_t first, std::int32_t last) {
    if (last_ < first_ || major / kTilePixels != major_ / kTilePixels) {
        finish();
        major_ = major, first_ = first, last_ = last;
        return;
    }
    first_ = std::min(first_, first), last_ = std::max(last_, last);
}

void Band::finish() {
    if (last_ < first_) return;
    bins_.add(along_x_ ? Box{major_, first_, major_, last_} : Box{first_, major_, last_, major_}, primitive_);
    last_ = first_ - 1;
}

} // namespace relit::render::gs::compute
