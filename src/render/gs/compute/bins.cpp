#include "render/gs/compute/bins.hpp"

#include <algorithm>

namespace relit::render::gs::compute {
namespace {

constexpr std::uint32_t kAcross = 2048 / kTilePixels; // tiles of a window's row
constexpr unsigned kTagShift = 16;
constexpr std::uint32_t kTileMask = (1U << kTagShift) - 1;
static_assert(kAcross * kAcross - 1 == kTileMask);
constexpr std::uint32_t kInEach = ~0U; // each sample has a list of its own

/// All pixels of a tile.
bool has_tile(const Box& box, std::int32_t x, std::int32_t y) {
    return box.x0 <= x * kTilePixels && box.y0 <= y * kTilePixels && box.x1 >= x * kTilePixels + kTilePixels - 1 &&
           box.y1 >= y * kTilePixels + kTilePixels - 1;
}

} // namespace

void Bins::add(const Box& box, std::uint32_t primitive, Hides hides) {
    const Box tiles{box.x0 / kTilePixels, box.y0 / kTilePixels, box.x1 / kTilePixels, box.y1 / kTilePixels};
    tiles_ = entries_.empty() ? tiles : united(tiles_, tiles);
    const std::size_t before = entries_.size();
    for (std::int32_t y = tiles.y0; y <= tiles.y1; ++y) {
        const std::uint32_t row = (static_cast<std::uint32_t>(y) * kAcross) | tag_ << kTagShift;
        for (std::int32_t x = tiles.x0; x <= tiles.x1; ++x) {
            if (hides != Hides::Nothing && tag_ == 0 && has_tile(box, x, y))
                covers_.push_back({entries_.size(), hides});
            entries_.push_back({row + static_cast<std::uint32_t>(x), primitive});
        }
    }
    size_ += (entries_.size() - before) * (tag_ == 0 ? rate_ : 1);
}

/// Appends the records of a tile whose first list begins at tile.first, and returns where the last one ends. Counts, of entries
/// for all samples and for each, become positions in lists.
std::uint32_t Bins::add_tile(std::span<std::uint32_t> counts, TileRecord tile, std::vector<TileRecord>& tiles) const {
    const std::uint32_t shared = counts[0];
    std::uint32_t first = tile.first;
    const auto push = [&](std::uint32_t count) { tiles.push_back({tile.x, tile.y, first, count}); };
    if (std::ranges::all_of(counts.subspan(1), [](std::uint32_t count) { return count == 0; })) {
        for (unsigned i = 0; shared != 0 && i < rate_; ++i) push(shared);
        counts[0] = first;
        return first + shared;
    }
    counts[0] = kInEach;
    for (std::uint32_t& own : counts.subspan(1)) {
        const std::uint32_t count = shared + own;
        push(count);
        own = first;
        first += count;
    }
    return first;
}

/// From the last entry to the first: what is hidden of a tile from an entry on goes.
void Bins::drop_hidden(bool uses_depth) {
    const auto counts = [&](const Cover& cover) { return !uses_depth || cover.hides == Hides::FrameAndDepth; };
    if (std::ranges::none_of(covers_, counts)) return covers_.clear();
    std::vector<bool> is_hidden(kAcross * kAcross);
    auto kept = entries_.end();
    for (std::size_t i = entries_.size(); i-- > 0;) {
        const Entry entry = entries_[i];
        const bool covers = !covers_.empty() && covers_.back().entry == i && counts(covers_.back());
        if (!covers_.empty() && covers_.back().entry == i) covers_.pop_back();
        if (is_hidden[entry.tile & kTileMask]) {
            ++hidden_;
            continue;
        }
        *--kept = entry;
        if (covers) is_hidden[entry.tile & kTileMask] = true;
    }
    entries_.erase(entries_.begin(), kept);
}

void Bins::sort(std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists, bool uses_depth) {
    if (entries_.empty()) return;
    drop_hidden(uses_depth);
    const auto left = static_cast<std::uint32_t>(tiles_.x0), top = static_cast<std::uint32_t>(tiles_.y0);
    const std::uint32_t across = static_cast<std::uint32_t>(tiles_.x1) - left + 1,
                        down = static_cast<std::uint32_t>(tiles_.y1) - top + 1;
    const std::size_t each = rate_ + std::size_t{1};
    next_.assign(each * across * down, 0); // first counts, then positions in `lists`
    const auto counts_of = [&](const Entry& entry) {
        const std::uint32_t tile = entry.tile & kTileMask;
        return std::span(next_).subspan(each * ((tile / kAcross - top) * across + tile % kAcross - left), each);
    };
    for (const Entry& entry : entries_) ++counts_of(entry)[entry.tile >> kTagShift];
    auto first = static_cast<std::uint32_t>(lists.size());
    for (std::uint32_t i = 0; i < across * down; ++i)
        first = add_tile(std::span(next_).subspan(each * i, each),
                         {.x = left + i % across, .y = top + i / across, .first = first}, tiles);
    lists.resize(first);
    for (const Entry& entry : entries_) {
        const std::span<std::uint32_t> positions = counts_of(entry);
        const std::uint32_t tag = entry.tile >> kTagShift;
        if (tag != 0 || positions[0] != kInEach)
            lists[positions[tag]++] = entry.primitive;
        else
            for (std::uint32_t& position : positions.subspan(1)) lists[position++] = entry.primitive;
    }
    entries_.clear();
    size_ = 0;
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
