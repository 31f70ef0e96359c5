#include "render/gs/compute/batch.hpp"

#include "render/gs/compute/state_record.hpp"
#include "render/gs/compute/triangle_record.hpp"

#include <algorithm>

namespace relit::render::gs::compute {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers
using reference::position_of;

namespace {

/// How much a batch may hold. A primitive adds at most 2048 rows, 3 x 2048 steps, 2 x 2048 numbers of ramps and 65536 tiles.
constexpr std::size_t kMostStates = 4096, kMostPalettes = 1024, kMostPrimitives = 65'536, kMostRows = 1U << 18,
                      kMostSteps = 1U << 18, kMostRamps = 1U << 20, kMostEntries = 1U << 22;
constexpr std::size_t kPaletteColours = 256;

} // namespace

bool Batch::is_full() const {
    return states_.size() >= kMostStates || palettes_.size() >= kMostPalettes * kPaletteColours ||
           primitives_.size() + 4 > kMostPrimitives || rows_.size() + 2048 > kMostRows ||
           steps_.size() + 3 * 2048 > kMostSteps || ramps_.size() + 2 * 2048 > kMostRamps ||
           bins_.size() + 4 * 65'536 > kMostEntries;
}

void Batch::clear() {
    states_.clear(), palettes_.clear(), primitives_.clear();
    rows_.clear(), steps_.clear(), ramps_.clear();
    bins_.clear();
    forget_palette();
}

std::uint64_t Batch::add(const Draw& draw, const DrawState& state, const Clut& clut, std::uint32_t flags) {
    set_state(state, clut);
    covered_ = 0;
    switch (state.prim[Prim::primitive]) {
        case Primitive::Point: add_point(draw.vertices[0], flags); break;
        case Primitive::Line:
        case Primitive::LineStrip: add_line(draw.vertices, flags); break;
        case Primitive::Triangle:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan: add_triangle(draw.vertices, flags); break;
        case Primitive::Sprite: add_sprite(draw.vertices, flags); break;
        case Primitive::Invalid: break;
    }
    return covered_;
}

void Batch::set_state(const DrawState& state, const Clut& clut) {
    if (state_ && *state_ == state) return;
    state_ = state;
    StateRecord record = record_of(state);
    if ((record.flags & kIndexed) != 0) record.palette = palette_of(state, clut);
    states_.push_back(record);
    const auto at = [&](const Field<std::uint32_t>& field) { return static_cast<std::int32_t>(state.scissor[field]); };
    window_ = {at(Scissor::x0), at(Scissor::y0), at(Scissor::x1), at(Scissor::y1)};
}

std::uint32_t Batch::palette_of(const DrawState& state, const Clut& clut) {
    const std::pair key(value_of(state.tex0), value_of(state.texa));
    if (palette_ && palette_key_ == key) return *palette_;
    const auto colours = clut.colours(state.tex0, Texa(state.texa));
    palette_ = static_cast<std::uint32_t>(palettes_.size());
    palette_key_ = key;
    palettes_.insert(palettes_.end(), colours.begin(), colours.end());
    return *palette_;
}

bool Batch::skips(std::int32_t y) const {
    return (states_.back().flags & ((y & 1) == 0 ? kSkipsEvenRows : kSkipsOddRows)) != 0;
}

PrimitiveRecord Batch::start(std::uint32_t flags, std::size_t first) const {
    PrimitiveRecord record;
    record.state = static_cast<std::uint32_t>(states_.size() - 1);
    record.flags = flags;
    record.first = static_cast<std::uint32_t>(first);
    return record;
}

void Batch::add_triangle(const Vertices& v, std::uint32_t flags) {
    const reference::TriangleSetup triangle(
        {position_of(v[0], state_->offset), position_of(v[1], state_->offset), position_of(v[2], state_->offset)});
    if (triangle.cross == 0) return;
    const reference::TriangleAttributes attributes(triangle, v, *state_, rules_);
    PrimitiveRecord record = start(flags | kTriangle, rows_.size());
    set_triangle(record, triangle, attributes);
    add_rows(triangle, attributes, record);
    if (state_->prim[Prim::antialiased]) add_edges(triangle, attributes, flags);
}

void Batch::add_rows(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes,
                     PrimitiveRecord& record) {
    Band band(bins_, static_cast<std::uint32_t>(primitives_.size()), false);
    bool any = false;
    reference::cover_triangle(triangle, window_, [&](const reference::Span& span) {
        if (!any) {
            any = true;
            record.origin = record.y0 = span.y;
            record.x0 = span.x, record.x1 = span.end - 1;
        }
        rows_.resize(record.first + static_cast<std::size_t>(span.y - record.origin)); // empty rows between
        rows_.push_back(row_of(record, attributes, span));
        record.x0 = std::min(record.x0, span.x), record.x1 = std::max(record.x1, span.end - 1);
        record.y1 = span.y;
        band.add(span.y, span.x, span.end - 1);
        count(span.y, span.end - span.x);
    });
    if (any) primitives_.push_back(record);
}

void Batch::add_edges(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes,
                      std::uint32_t flags) {
    reference::EdgePixel last;
    reference::cover_edges(triangle, window_, [&](const reference::EdgePixel& pixel) {
        if (pixel.edge != last.edge) add_cells(last.along_x, flags | kKeepsDepth);
        last = pixel;
        reference::Point point = attributes.point(attributes.row(pixel.y, pixel.x), pixel.x, pixel.y);
        point.coverage = pixel.coverage;
        cells_.push_back({pixel.along_x ? pixel.x : pixel.y, pixel.along_x ? pixel.y : pixel.x, point});
    });
    add_cells(last.along_x, flags | kKeepsDepth);
}

void Batch::add_sprite(const Vertices& v, std::uint32_t flags) {
    const std::array at{position_of(v[0], state_->offset), position_of(v[1], state_->offset)};
    Box box;
    std::int32_t first = 0;
    reference::cover_sprite(at[0], at[1], window_, [&](const reference::Span& span) {
        if (box.is_empty()) box = {span.x, span.y, span.end - 1, span.y};
        first = span.first;
        box.y1 = span.y;
        count(span.y, span.end - span.x);
    });
    if (box.is_empty()) return;
    PrimitiveRecord record = start(flags | kSprite, ramps_.size());
    const reference::Point point = reference::flat_point(v[1]);
    record.x0 = box.x0, record.y0 = box.y0, record.x1 = box.x1, record.y1 = box.y1;
    record.rgba = colour_of(point.rgba), record.z = point.z, record.fog = point.fog;
    if (state_->prim[Prim::textured])
        add_ramps(reference::TexelRamp(at, v, reference::Scale(*state_), rules_), box, first, record);
    bins_.add(box, static_cast<std::uint32_t>(primitives_.size()));
    primitives_.push_back(record);
}

void Batch::add_ramps(const reference::TexelRamp& texels, const Box& box, std::int32_t first, PrimitiveRecord& record) {
    const auto row = texels.row(box.y0, first);
    record.log_q = texels.at(row, box.x0).log_q;
    for (std::int32_t x = box.x0; x <= box.x1; ++x) ramps_.push_back(texels.at(row, x).fine_u);
    for (std::int32_t y = box.y0; y <= box.y1; ++y) ramps_.push_back(texels.row(y, first).v);
}

void Batch::add_line(const Vertices& v, std::uint32_t flags) {
    const reference::LineAttributes line({position_of(v[0], state_->offset), position_of(v[1], state_->offset)}, v,
                                         *state_, rules_);
    const bool along_x = line.line().along_x, soft = state_->prim[Prim::antialiased];
    const auto take = [&](const reference::LinePixel& at, std::int32_t coverage) {
        reference::Point point = line.point(at);
        point.coverage = coverage;
        cells_.push_back({at.major, along_x ? at.y : at.x, point});
    };
    if (soft)
        reference::cover_soft_line(line.line(), window_, take);
    else
        reference::cover_line(line.line(), window_,
                              [&](const reference::LinePixel& at) { take(at, reference::kWhole); });
    add_cells(along_x, flags | (soft ? kKeepsDepth : 0));
}

void Batch::add_point(const Vertex& vertex, std::uint32_t flags) {
    const reference::Point point = reference::point_of(vertex, *state_, rules_);
    if (!window_.has(point.x, point.y)) return;
    cells_.push_back({point.x, point.y, point});
    add_cells(true, flags);
}

void Batch::add_cells(bool along_x, std::uint32_t flags) {
    if (cells_.empty()) return;
    const auto [low, high] = std::ranges::minmax_element(cells_, {}, &Cell::major);
    const auto [left, right] = std::ranges::minmax_element(cells_, {}, &Cell::minor);
    PrimitiveRecord record = start(flags | (along_x ? 0 : kAlongY), steps_.size());
    record.origin = low->major;
    (along_x ? record.x0 : record.y0) = low->major, (along_x ? record.x1 : record.y1) = high->major;
    (along_x ? record.y0 : record.x0) = left->minor, (along_x ? record.y1 : record.x1) = right->minor;
    steps_.resize(steps_.size() + static_cast<std::size_t>(high->major - low->major) + 1);
    Band band(bins_, static_cast<std::uint32_t>(primitives_.size()), along_x);
    for (const Cell& cell : cells_) {
        put(steps_[record.first + static_cast<std::size_t>(cell.major - record.origin)], cell.minor, cell.point);
        band.add(cell.major, cell.minor, cell.minor);
        count(along_x ? cell.minor : cell.major, 1);
    }
    primitives_.push_back(record);
    cells_.clear();
}

} // namespace relit::render::gs::compute
