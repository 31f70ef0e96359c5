#include "render/gs/compute/bins.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

constexpr std::uint32_t kAcross = 2048 / kTilePixels; // tiles of a window's row

} // namespace

void Bins::add(const Box& box, std::uint32_t primitive) {
    for (std::int32_t y = box.y0 / kTilePixels; y <= box.y1 / kTilePixels; ++y)
        for (std::int32_t x = box.x0 / kTilePixels; x <= box.x1 / kTilePixels; ++x)
            entries_.push_back({static_cast<std::uint32_t>(y) * kAcross + static_cast<std::uint32_t>(x), primitive});
}

void Bins::sort(std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists) const {
    std::vector<std::uint32_t> next(std::size_t{kAcross} * kAcross); // first counts, then places in `lists`
    for (const Entry& entry : entries_) ++next[entry.tile];
    tiles.clear();
    std::uint32_t first = 0;
    for (std::uint32_t tile = 0; tile < next.size(); ++tile) {
        const std::uint32_t count = next[tile];
        if (count != 0) tiles.push_back({.x = tile % kAcross, .y = tile / kAcross, .first = first, .count = count});
        next[tile] = first;
        first += count;
    }
    lists.resize(entries_.size());
    for (const Entry& entry : entries_) lists[next[entry.tile]++] = entry.primitive;
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
