#include "render/gs/compute/target.hpp"

#include <algorithm>
#include <array>

namespace relit::render::gs::compute {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

Box united(const Box& a, const Box& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

bool is_one_to_one(const Buffer& buffer, const Box& box) {
    if (box.is_empty()) return true;
    const Layout& layout = layout_of(buffer.format);
    const auto across = static_cast<std::int32_t>(layout.pages_across(buffer.width));
    const std::int32_t columns = (box.x1 >> layout.page_x) - (box.x0 >> layout.page_x),
                       rows = (box.y1 >> layout.page_y) - (box.y0 >> layout.page_y);
    return (rows == 0 || columns < across) && rows * across + columns < static_cast<std::int32_t>(kPages);
}

RenderTarget::RenderTarget(const DrawState& state, const Box& drawn)
    : frame(frame_of(state.frame)), depth(depth_of(state.zbuf, state.frame)), box(drawn) {
    const bool compares = state.test[Test::depth_test] >= DepthTest::GreaterEqual;
    uses_depth = state.test[Test::depth_on] && (compares || !state.zbuf[ZBuf::keep]);
}

bool RenderTarget::is_one_to_one() const {
    return compute::is_one_to_one(frame, box) && (!uses_depth || compute::is_one_to_one(depth, box));
}

bool RenderTarget::may_mix() const {
    if (!uses_depth || box.is_empty()) return false;
    const auto pages = [&](const Buffer& buffer) { // from the first to the last, not yet wrapped at the end of memory
        const Layout& layout = layout_of(buffer.format);
        const auto across = static_cast<std::int32_t>(layout.pages_across(buffer.width));
        const auto page = [&](std::int32_t x, std::int32_t y) {
            return static_cast<std::int32_t>(buffer.base / kBlocksOfPage) + (y >> layout.page_y) * across +
                   (x >> layout.page_x);
        };
        constexpr std::int32_t kBesides = 1; // a buffer may begin within a page
        return std::pair(page(box.x0, box.y0), page(box.x1, box.y1) + kBesides);
    };
    const auto [first, last] = pages(frame);
    const auto [other_first, other_last] = pages(depth);
    const auto begins_within = [](std::int32_t at, std::int32_t from, std::int32_t to) { // modulo the size of memory
        return ((at - from) & (std::int32_t{kPages} - 1)) <= to - from;
    };
    return begins_within(other_first, first, last) || begins_within(first, other_first, other_last);
}

std::uint32_t split_keep_of(std::uint32_t keep) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const std::uint32_t byte = keep >> shift & 0xff;
        if (byte != 0 && byte != 0xff) return keep;
    }
    return 0;
}

bool RenderTarget::fits(const RenderTarget& other) const {
    return frame == other.frame && split_keep == other.split_keep &&
           (!uses_depth || !other.uses_depth || depth == other.depth);
}

void RenderTarget::add(const RenderTarget& other) {
    if (other.uses_depth) depth = other.depth;
    uses_depth = uses_depth || other.uses_depth;
    box = united(box, other.box);
}

namespace {

bool is_frame(const Access& access) { return access.use == Use::FrameRead || access.use == Use::FrameWrite; }

/// The pages of one surface, from the least to the largest.
struct Pages {
    std::uint32_t surface = 0, least = kPages, most = 0;
    [[nodiscard]] bool overlaps(const Pages& other) const { return least <= other.most && other.least <= most; }
    void add(std::uint32_t page) { least = std::min(least, page), most = std::max(most, page); }
};

/// Whether two surfaces of a primitive may have a page in common.
bool may_overlap(std::span<const Access> accesses) {
    std::array<Pages, 2> pages;
    std::size_t count = 0;
    for (const Access& access : accesses) {
        if (!is_frame(access)) continue;
        if (count == 0 || (count == 1 && pages[0].surface != access.surface)) pages[count++].surface = access.surface;
        pages[pages[0].surface == access.surface ? 0 : 1].add(access.page);
    }
    return count == 2 && pages[0].overlaps(pages[1]);
}

} // namespace

bool mixes_buffers(std::span<const Access> accesses) {
    if (!may_overlap(accesses)) return false;
    const auto conflicts = [&](const Access& write, const Access& other) {
        return is_frame(other) && other.surface != write.surface && other.page == write.page &&
               (other.blocks & write.blocks) != 0 && (other.bits & write.bits) != 0;
    };
    return std::ranges::any_of(accesses, [&](const Access& write) {
        return write.use == Use::FrameWrite &&
               std::ranges::any_of(accesses, [&](const Access& other) { return conflicts(write, other); });
    });
}

} // namespace relit::render::gs::compute
