#include "machine/gs/state/accesses.hpp"
#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/palette.hpp"
#include "machine/gs/state/vertex_queue.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

/// Whole numbers from first to last.
struct Range {
    std::int32_t first = 0, last = -1;
    [[nodiscard]] bool is_empty() const { return last < first; }
    [[nodiscard]] std::uint32_t start() const { return static_cast<std::uint32_t>(first); }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(last - first + 1); }
};

void add(std::vector<Access>& to, Use use, const Buffer& buffer, const Range& x, const Range& y,
         std::uint32_t keep = 0) {
    if (x.is_empty() || y.is_empty()) return;
    const std::vector<PageBlocks> blocks = blocks_of(buffer, x.start(), y.start(), x.count(), y.count());
    const std::vector<Access> accesses = accesses_of(use, buffer, blocks, keep);
    to.insert(to.end(), accesses.begin(), accesses.end());
}

std::span<const Vertex> vertices_of(const Draw& draw, const DrawState& state) {
    return std::span(draw.vertices).first(info(state.prim[Prim::primitive]).vertices);
}

/// The smallest and largest of a number that vertices have.
template <class Of>
Range bounds(std::span<const Vertex> vertices, Of of) {
    Range range{of(vertices[0]), of(vertices[0])};
    for (const Vertex& vertex : vertices) {
        range.first = std::min(range.first, of(vertex));
        range.last = std::max(range.last, of(vertex));
    }
    return range;
}

/// Pixels between coordinates in 12.4, and one more on both sides: points, lines and AA1 round outwards.
Range pixels(const Range& positions, std::uint32_t from, std::uint32_t to) {
    return {std::max((positions.first >> 4) - 1, static_cast<std::int32_t>(from)),
            std::min((positions.last >> 4) + 2, static_cast<std::int32_t>(to))};
}

/// One axis of a level of a texture.
struct TextureAxis {
    WrapMode mode = WrapMode::Repeat;
    std::uint32_t log_size = 0, least = 0, most = 0;

    /// The texels that coordinates in a range are wrapped to on a level.
    [[nodiscard]] Range reached(const Range& at, unsigned level) const {
        const std::int32_t size = log_size > 10 ? 1 : std::max(1, (1 << log_size) >> level);
        const auto low = static_cast<std::int32_t>(least >> level), high = static_cast<std::int32_t>(most >> level);
        switch (mode) {
            case WrapMode::Repeat: return repeated(at, size);
            case WrapMode::Clamp: return {std::clamp(at.first, 0, size - 1), std::clamp(at.last, 0, size - 1)};
            case WrapMode::RegionClamp: return clamped(at, low, high);
            case WrapMode::RegionRepeat: return {high, low | high};
        }
        return {0, size - 1};
    }

private:
    static Range repeated(const Range& at, std::int32_t size) {
        const Range within{at.first & (size - 1), at.last & (size - 1)};
        const bool is_one_period = at.last - at.first < size && within.first <= within.last;
        return is_one_period ? within : Range{0, size - 1};
    }
    static Range clamped(const Range& at, std::int32_t low, std::int32_t high) {
        if (high < low) return {high, low};
        return {std::clamp(at.first, low, high), std::clamp(at.last, low, high)};
    }
};

/// Texels of a level that coordinates in 10.4 lie on, with those beside them: filters and rounding reach them.
Range texels(const Range& positions, unsigned level) {
    return {(positions.first >> level >> 4) - 2, (positions.last >> level >> 4) + 2};
}

/// Texels of each level that coordinates in 10.4 within these ranges can reach.
TextureReach reach_of(const Range& us, const Range& vs, const DrawState& state) {
    const Clamp& clamp = state.clamp;
    const TextureAxis u{clamp[Clamp::s_mode], state.tex0[Tex0::log_width], clamp[Clamp::min_u], clamp[Clamp::max_u]};
    const TextureAxis v{clamp[Clamp::t_mode], state.tex0[Tex0::log_height], clamp[Clamp::min_v], clamp[Clamp::max_v]};
    TextureReach reach;
    reach.count = state.tex1[Tex1::minify] < 2 ? 1 : std::min(state.tex1[Tex1::max_level], 6U) + 1;
    for (unsigned level = 0; level < reach.count; ++level) {
        const Range x = u.reached(texels(us, level), level), y = v.reached(texels(vs, level), level);
        reach.levels[level] = {x.first, y.first, x.last, y.last};
    }
    return reach;
}

constexpr Range kEverywhere{-(1 << 16), 1 << 16}; // beyond all that coordinates are saturated to

void add_texture(std::vector<Access>& to, const Draw& draw, const DrawState& state) {
    const TextureReach reach = machine::gs::reach_of(draw, state);
    for (unsigned level = 0; level < reach.count; ++level) {
        const PixelBox& box = reach.levels[level];
        add(to, Use::TextureRead, level_of(state.tex0, state.mips, level), {box.x0, box.x1}, {box.y0, box.y1});
    }
}

} // namespace

PixelBox pixels_of(const Draw& draw, const DrawState& state) {
    const std::span<const Vertex> vertices = vertices_of(draw, state);
    if (vertices.empty()) return {};
    const auto relative = [](std::uint32_t at, std::uint32_t offset) { return static_cast<std::int32_t>(at - offset); };
    const Scissor& scissor = state.scissor;
    const Range x = pixels(bounds(vertices, [&](const Vertex& v) { return relative(v.x, state.offset[XyOffset::x]); }),
                           scissor[Scissor::x0], scissor[Scissor::x1]);
    const Range y = pixels(bounds(vertices, [&](const Vertex& v) { return relative(v.y, state.offset[XyOffset::y]); }),
                           scissor[Scissor::y0], scissor[Scissor::y1]);
    return {x.first, y.first, x.last, y.last};
}

TextureReach reach_of(const DrawState& state) { return reach_of(kEverywhere, kEverywhere, state); }

TextureReach reach_of(const Draw& draw, const DrawState& state) {
    const std::span<const Vertex> vertices = vertices_of(draw, state);
    // Pixels at the edges of AA1, and those of lines, may lie outside their vertices.
    const Primitive kind = state.prim[Prim::primitive];
    const bool is_sprite = kind == Primitive::Sprite, is_line = vertices.size() == 2 && !is_sprite;
    const bool is_inside = is_sprite || (!is_line && !state.prim[Prim::antialiased]);
    if (!is_inside || !state.prim[Prim::uv]) return reach_of(state);
    return reach_of(bounds(vertices, [](const Vertex& vertex) { return std::int32_t{vertex.u}; }),
                    bounds(vertices, [](const Vertex& vertex) { return std::int32_t{vertex.v}; }), state);
}

std::vector<Access> accesses_of(const Draw& draw, const DrawState& state) {
    std::vector<Access> accesses;
    const PixelBox box = pixels_of(draw, state);
    if (box.is_empty()) return accesses;
    const Range x{box.x0, box.x1}, y{box.y0, box.y1};
    const Buffer frame = frame_of(state.frame), depth = depth_of(state.zbuf, state.frame);
    const Test& test = state.test;
    if (test[Test::destination_on] || state.prim[Prim::blended] || state.prim[Prim::antialiased])
        add(accesses, Use::FrameRead, frame, x, y);
    add(accesses, Use::FrameWrite, frame, x, y, kept_of(state.frame));
    if (test[Test::depth_on]) {
        if (test[Test::depth_test] >= DepthTest::GreaterEqual) add(accesses, Use::FrameRead, depth, x, y);
        if (!state.zbuf[ZBuf::keep]) add(accesses, Use::FrameWrite, depth, x, y);
    }
    if (state.prim[Prim::textured]) add_texture(accesses, draw, state);
    return accesses;
}

std::vector<std::uint32_t> feedback_pages(std::span<const Access> accesses) {
    std::vector<std::uint32_t> pages;
    const auto overlaps = [](const Access& read, const Access& write) {
        return write.use == Use::FrameWrite && read.page == write.page && (read.blocks & write.blocks) != 0 &&
               (read.bits & write.bits) != 0;
    };
    for (const Access& read : accesses) {
        if (read.use != Use::TextureRead) continue;
        if (std::ranges::any_of(accesses, [&](const Access& write) { return overlaps(read, write); }))
            pages.push_back(read.page);
    }
    return pages;
}

namespace {

/// Pages from that of a buffer's first pixel to that of another pixel, not yet wrapped at the end of memory.
Range pages_to(const Buffer& buffer, std::uint32_t x, std::uint32_t y) {
    const Layout& layout = layout_of(buffer.format);
    const std::uint32_t page = (y >> layout.page_y) * layout.pages_across(buffer.width) + (x >> layout.page_x);
    const std::uint32_t last = buffer.base + page * kBlocksOfPage + kBlocksOfPage - 1;
    return {static_cast<std::int32_t>(buffer.base / kBlocksOfPage), static_cast<std::int32_t>(last / kBlocksOfPage)};
}

bool overlap_in_memory(const Range& a, const Range& b) {
    constexpr std::int32_t kAll = kPages;
    if (a.last - a.first >= kAll || b.last - b.first >= kAll) return true;
    for (std::int32_t shift = -4 * kAll; shift <= 4 * kAll; shift += kAll)
        if (a.first <= b.last + shift && b.first + shift <= a.last) return true;
    return false;
}

/// The largest coordinate of a level's texels.
std::uint32_t last_texel(WrapMode mode, std::uint32_t log_size, unsigned level) {
    constexpr std::uint32_t kMost = 1023;
    if (mode == WrapMode::RegionClamp || mode == WrapMode::RegionRepeat) return kMost >> level;
    return log_size > 10 ? 0 : std::max(1U, (1U << log_size) >> level) - 1;
}

} // namespace

bool may_feed_back(const DrawState& state) {
    if (!state.prim[Prim::textured]) return false;
    const std::uint32_t x = state.scissor[Scissor::x1], y = state.scissor[Scissor::y1];
    const Range frame = pages_to(frame_of(state.frame), x, y),
                depth = pages_to(depth_of(state.zbuf, state.frame), x, y);
    const bool writes_depth = state.test[Test::depth_on] && !state.zbuf[ZBuf::keep];
    const std::uint32_t most = state.tex1[Tex1::minify] < 2 ? 0 : std::min(state.tex1[Tex1::max_level], 6U);
    for (unsigned number = 0; number <= most; ++number) {
        const Range texture = pages_to(level_of(state.tex0, state.mips, number),
                                       last_texel(state.clamp[Clamp::s_mode], state.tex0[Tex0::log_width], number),
                                       last_texel(state.clamp[Clamp::t_mode], state.tex0[Tex0::log_height], number));
        if (overlap_in_memory(texture, frame) || (writes_depth && overlap_in_memory(texture, depth))) return true;
    }
    return false;
}

std::vector<Access> accesses_of(const LoadPalette& load) {
    std::vector<Access> accesses;
    const PaletteSource source(load.tex0, load.texclut);
    const auto count = static_cast<std::int32_t>(entry_count(load.tex0));
    const auto x = static_cast<std::int32_t>(source.x), y = static_cast<std::int32_t>(source.y);
    const bool is_small = count == 16;
    const auto most = static_cast<std::int32_t>(source.repeats_after);
    if (source.is_row)
        add(accesses, Use::CacheRead, source.buffer, {x, x + std::min(count, most) - 1}, {y, y});
    else
        add(accesses, Use::CacheRead, source.buffer, {0, is_small ? 7 : 15}, {0, is_small ? 1 : 15});
    return accesses;
}

std::vector<Access> accesses_of(const StartTransfer& start) {
    std::vector<Access> accesses;
    const BitBltBuf& ends = start.bitbltbuf;
    const auto range = [&](const Field<std::uint32_t>& from, const Field<std::uint32_t>& count) {
        const auto first = static_cast<std::int32_t>(start.trxpos[from]);
        return Range{first, first + static_cast<std::int32_t>(start.trxreg[count]) - 1};
    };
    const Buffer source{ends[BitBltBuf::source_format], ends[BitBltBuf::source], ends[BitBltBuf::source_width]};
    const Buffer destination{ends[BitBltBuf::destination_format], ends[BitBltBuf::destination],
                             ends[BitBltBuf::destination_width]};
    const Use read = start.direction == Direction::LocalToHost ? Use::HostRead : Use::CopyRead;
    const bool reads = start.direction == Direction::LocalToHost || start.direction == Direction::LocalToLocal;
    const bool writes = start.direction == Direction::HostToLocal || start.direction == Direction::LocalToLocal;
    if (reads)
        add(accesses, read, source, range(TrxPos::source_x, TrxReg::width), range(TrxPos::source_y, TrxReg::height));
    if (writes)
        add(accesses, Use::CopyWrite, destination, range(TrxPos::destination_x, TrxReg::width),
            range(TrxPos::destination_y, TrxReg::height));
    return accesses;
}

} // namespace relit::machine::gs
