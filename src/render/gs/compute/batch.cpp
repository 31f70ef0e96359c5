#include "render/gs/compute/batch.hpp"

#include "render/gs/compute/records/state.hpp"
#include "render/gs/compute/records/triangle.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::gs::compute {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers
using reference::position_of;

namespace {

/// How much a batch may hold. A primitive adds at most 2048 rows, 3 x 2048 steps or 2 x 2048 numbers of ramps, and 4 x 65536
/// tiles (AA1: its triangle and three edges); all that once for each sample. So lists have 2^23 entries at most.
constexpr std::size_t kMostChunks = 1U << 22, kMostEntries = 1U << 22, kMostPasses = 256;
constexpr std::size_t kChunksOfPrimitive = 1U << 16;

} // namespace

std::string label_of(const Pass& pass) {
    const auto address_text = [](const Buffer& buffer) {
        const auto code = static_cast<std::size_t>(buffer.format);
        const std::string_view name = code < kFormatNames.size() ? kFormatNames[code] : std::string_view();
        return fmt::format("at page {}, {}", buffer.base / kBlocksOfPage,
                           name.empty() ? fmt::format("PSM {:#x}", code) : std::string(name));
    };
    const auto& [first, last] = pass.draws;
    std::string label = first == last ? fmt::format("draw {}", first) : fmt::format("draws {} to {}", first, last);
    label += fmt::format(": frame {}, {} wide", address_text(pass.target.frame), 64 * pass.target.frame.width);
    return pass.target.uses_depth ? label + "; depth " + address_text(pass.target.depth) : label;
}

bool Batch::is_full() const {
    return records_.size() + rate_ * kChunksOfPrimitive > kMostChunks || passes_.size() >= kMostPasses ||
           lists_.size() + bins_.size() > kMostEntries;
}

void Batch::clear() {
    records_.clear(), passes_.clear(), tiles_.clear(), lists_.clear();
    state_.reset();
}

template <class Record>
std::uint32_t Batch::push(const Record& record) {
    const std::size_t at = records_.size();
    records_.resize(at + kChunks<Record>);
    std::memcpy(&records_[at], &record, sizeof(record));
    return static_cast<std::uint32_t>(at);
}

std::optional<std::uint64_t> Batch::add(const Draw& draw, const DrawState& state,
                                        const Textures::DecodedTexture* texture, bool snaps) {
    set_state(state, texture);
    covered_ = 0;
    const std::size_t records = records_.size();
    const Bins::Mark bins = bins_.mark();
    if (snaps ? add_primitive(draw.vertices) : add_samples(draw.vertices)) return snaps ? rate_ * covered_ : covered_;
    records_.resize(records);
    bins_.go_back(bins);
    return {};
}

bool Batch::add_primitive(const Vertices& v) {
    switch (state_->prim[Prim::primitive]) {
        case Primitive::Point: return add_point(v[0]), true;
        case Primitive::Line:
        case Primitive::LineStrip: return add_line(v), true;
        case Primitive::Triangle:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan: return add_triangle(v);
        case Primitive::Sprite: return add_sprite(v);
        case Primitive::Invalid: return true;
    }
    return true;
}

/// Once for each sample.
bool Batch::add_samples(const Vertices& v) {
    bool fits = true;
    for (unsigned i = 0; i < rate_ && fits; ++i) {
        sample_ = sample_positions(rate_)[i];
        bins_.set_sample(i);
        fits = add_primitive(v);
    }
    sample_ = {};
    bins_.set_sample({});
    return fits;
}

reference::PixelPosition Batch::sample_position(const Vertex& vertex) const {
    const reference::PixelPosition at = position_of(vertex, state_->offset);
    return {at.x - sample_.x, at.y - sample_.y};
}

void Batch::end_pass(const RenderTarget& target, const DrawNumbers& draws, bool waits) {
    if (bins_.is_empty()) return;
    const auto first = static_cast<std::uint32_t>(tiles_.size() / rate_);
    bins_.sort(tiles_, lists_, target.uses_depth);
    passes_.push_back({{.frame = surface_of(target.frame),
                        .depth = surface_of(target.depth),
                        .frame_bits = frame_bits(target.frame.format),
                        .first_tile = first},
                       static_cast<std::uint32_t>(tiles_.size() / rate_) - first,
                       waits,
                       target,
                       draws});
}

void Batch::set_state(const DrawState& state, const Textures::DecodedTexture* texture) {
    const std::uint64_t id = texture == nullptr ? 0 : texture->id;
    if (state_ && texture_ == id && *state_ == state) return;
    state_ = state, texture_ = id;
    const StateRecord record = record_of(state);
    flags_ = record.flags;
    hides_ = hides_of(record, state);
    state_at_ = push(record);
    if (texture != nullptr) (void)push(texture->levels);
    const auto at = [&](const Field<std::uint32_t>& field) { return static_cast<std::int32_t>(state.scissor[field]); };
    window_ = {at(Scissor::x0), at(Scissor::y0), at(Scissor::x1), at(Scissor::y1)};
}

bool Batch::skips(std::int32_t y) const { return (flags_ & ((y & 1) == 0 ? kSkipsEvenRows : kSkipsOddRows)) != 0; }

PrimitiveRecord Batch::start(std::uint32_t flags) const { return {.state = state_at_, .flags = flags}; }

std::uint32_t Batch::push_primitive(PrimitiveRecord record, const Box& box) {
    record.low = halves(box.x0, box.y0), record.high = halves(box.x1, box.y1);
    return push(record);
}

bool Batch::add_triangle(const Vertices& v) {
    const reference::TriangleSetup triangle({sample_position(v[0]), sample_position(v[1]), sample_position(v[2])});
    spans_.clear();
    reference::cover_triangle(triangle, window_, [&](const reference::Span& span) { spans_.push_back(span); });
    const bool soft = state_->prim[Prim::antialiased];
    if (triangle.cross == 0 || (spans_.empty() && !soft)) return true;
    const reference::TriangleAttributes attributes(triangle, v, *state_, rules_);
    PrimitiveRecord record = start(kTriangle);
    const auto gradients = triangle_of(record, triangle, attributes);
    if (!gradients) return false;
    if (!spans_.empty()) add_rows(attributes, record, *gradients);
    if (soft) add_edges(triangle, attributes);
    return true;
}

void Batch::add_rows(const reference::TriangleAttributes& attributes, PrimitiveRecord record,
                     const TriangleRecord& gradients) {
    Box box{spans_.front().x, spans_.front().y, 0, spans_.back().y};
    for (const reference::Span& span : spans_) {
        box.x0 = std::min(box.x0, span.x), box.x1 = std::max(box.x1, span.end - 1);
        count(span.y, span.end - span.x);
    }
    record.first = static_cast<std::uint32_t>(records_.size() + kChunks<PrimitiveRecord> + kChunks<TriangleRecord>);
    const std::uint32_t number = push_primitive(record, box);
    (void)push(gradients);
    Band band(bins_, number, false);
    std::int32_t y = box.y0;
    for (const reference::Span& span : spans_) {
        for (; y < span.y; ++y) (void)push(RowRecord{}); // empty
        (void)push(row_of(record, attributes, span));
        band.add(y++, span.x, span.end - 1);
    }
}

void Batch::add_edges(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes) {
    reference::EdgePixel last;
    reference::cover_edges(triangle, window_, [&](const reference::EdgePixel& pixel) {
        if (pixel.edge != last.edge) add_cells(last.along_x, kKeepsDepth);
        last = pixel;
        reference::Point point = attributes.point(attributes.row(pixel.y, pixel.x), pixel.x, pixel.y);
        point.coverage = pixel.coverage;
        cells_.push_back({pixel.along_x ? pixel.x : pixel.y, pixel.along_x ? pixel.y : pixel.x, point});
    });
    add_cells(last.along_x, kKeepsDepth);
}

bool Batch::add_sprite(const Vertices& v) {
    const std::array at{sample_position(v[0]), sample_position(v[1])};
    Box box;
    std::int32_t first = 0;
    reference::cover_sprite(at[0], at[1], window_, [&](const reference::Span& span) {
        if (box.is_empty()) box = {span.x, span.y, span.end - 1, span.y};
        first = span.first;
        box.y1 = span.y;
        count(span.y, span.end - span.x);
    });
    if (box.is_empty()) return true;
    PrimitiveRecord record = start(kSprite);
    const reference::Point point = reference::flat_point(v[1]);
    record.rgba = colour_of(point.rgba), record.z = point.z, record.fog_q = fog_and_q(point.fog, 0);
    if (state_->prim[Prim::textured] &&
        !add_ramps(reference::TexelRamp(at, v, reference::Scale(*state_), rules_), box, first, record))
        return false;
    bins_.add(box, push_primitive(record, box), hides_);
    return true;
}

/// Whatever lies outside 32 bits reads as the largest or smallest of them on level 0, but not on others.
bool Batch::add_ramps(const reference::TexelRamp& texels, const Box& box, std::int32_t first, PrimitiveRecord& record) {
    const bool has_levels = (flags_ & kHasLevels) != 0;
    const auto row = texels.row(box.y0, first);
    bool fits = true;
    ramp_.clear();
    const auto add = [&](std::int64_t fine) {
        const auto kept = static_cast<std::int32_t>(std::clamp<std::int64_t>(fine, INT32_MIN, INT32_MAX));
        fits = fits && (kept == fine || !has_levels);
        ramp_.push_back(kept);
    };
    for (std::int32_t x = box.x0; x <= box.x1; ++x) add(texels.at(row, x).fine_u);
    ramp_.resize((ramp_.size() + 3) / 4 * 4);
    for (std::int32_t y = box.y0; y <= box.y1; ++y) add(texels.row(y, first).v);
    ramp_.resize((ramp_.size() + 3) / 4 * 4);
    record.first = static_cast<std::uint32_t>(records_.size());
    record.fog_q = fog_and_q(static_cast<std::int32_t>(record.fog_q), texels.at(row, box.x0).log_q);
    records_.resize(records_.size() + ramp_.size() / 4);
    std::memcpy(&records_[record.first], ramp_.data(), ramp_.size() * sizeof(ramp_[0]));
    return fits;
}

void Batch::add_line(const Vertices& v) {
    const reference::LineAttributes line({sample_position(v[0]), sample_position(v[1])}, v, *state_, rules_);
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
    add_cells(along_x, soft ? kKeepsDepth : 0);
}

void Batch::add_point(const Vertex& vertex) {
    const reference::Point point = reference::point_of(vertex, sample_position(vertex), *state_, rules_);
    if (!window_.has(point.x, point.y)) return;
    cells_.push_back({point.x, point.y, point});
    add_cells(true, 0);
}

void Batch::add_cells(bool along_x, std::uint32_t flags) {
    if (cells_.empty()) return;
    const auto [low, high] = std::ranges::minmax_element(cells_, {}, &Cell::major);
    const auto [left, right] = std::ranges::minmax_element(cells_, {}, &Cell::minor);
    const std::int32_t origin = low->major;
    const Box box = along_x ? Box{origin, left->minor, high->major, right->minor}
                            : Box{left->minor, origin, right->minor, high->major};
    steps_.assign(static_cast<std::size_t>(high->major - origin) + 1, {});
    PrimitiveRecord record = start(flags | (along_x ? 0 : kAlongY));
    record.first = static_cast<std::uint32_t>(records_.size() + kChunks<PrimitiveRecord>);
    const std::uint32_t number = push_primitive(record, box);
    Band band(bins_, number, along_x);
    for (const Cell& cell : cells_) {
        put(steps_[static_cast<std::size_t>(cell.major - origin)], cell.minor, cell.point);
        band.add(cell.major, cell.minor, cell.minor);
        count(along_x ? cell.minor : cell.major, 1);
    }
    for (const StepRecord& step : steps_) (void)push(step);
    cells_.clear();
}

} // namespace relit::render::gs::compute
