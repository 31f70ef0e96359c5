#include "render/gs/reference/texel_position.hpp"

namespace relit::render::gs::reference {
namespace {

using machine::gs::Vertex;
using Vertices = std::array<Vertex, 3>;

constexpr std::uint32_t kOne = 0x3f800000;

/// Whether S and T are walked without a division: with Q 1 everywhere and no levels (rule 3).
bool has_one_q(std::span<const Vertex> vertices, const Scale& scale) {
    return !scale.levels && std::ranges::all_of(vertices, [](const Vertex& v) { return v.q == kOne; });
}

} // namespace

Scale::Scale(const machine::gs::DrawState& state)
    : uv(state.prim[machine::gs::Prim::uv]),
      levels(state.tex1[machine::gs::Tex1::minify] >= 2 && state.tex1[machine::gs::Tex1::max_level] > 0),
      log_width(static_cast<std::int32_t>(state.tex0[machine::gs::Tex0::log_width])),
      log_height(static_cast<std::int32_t>(state.tex0[machine::gs::Tex0::log_height])) {}

TexelPosition in_perspective(const Counts3& counts, const Scale& scale, const Rules& rules) {
    const std::int32_t log_q = coarse_log(counts.q, counts.unit);
    const bool negative = counts.q < 0;
    if (!rules.coarse_planes || counts.q == 0) {
        const auto quotient = [&](std::int64_t count, std::int32_t log_size) {
            return divide(count, log_size + kFine, counts.q, Round::ToZero, kLimit);
        };
        return {quotient(counts.s, scale.log_width), quotient(counts.t, scale.log_height), log_q};
    }
    const QReciprocal one_over(negative ? -counts.q : counts.q);
    const auto product = [&](std::int64_t count, std::int32_t log_size) {
        return shift_to_zero(Wide{negative ? -count : count} * one_over.r, one_over.k - log_size - kFine, kLimit);
    };
    return {product(counts.s, scale.log_width), product(counts.t, scale.log_height), log_q};
}

TexelInterpolator::TexelInterpolator(const TriangleSetup& triangle, const Vertices& vertices, const Scale& scale,
                                     const Rules& rules)
    : scale_(scale), rules_(rules) {
    if (triangle.cross == 0) return;
    const auto each = [&](auto member) {
        return std::array{vertices[0].*member, vertices[1].*member, vertices[2].*member};
    };
    if (scale.uv) {
        u_ = AffineInterpolator(triangle, each(&Vertex::u), rules),
        v_ = AffineInterpolator(triangle, each(&Vertex::v), rules);
    } else if (rules.coarse_planes && has_one_q(vertices, scale)) {
        u_ = AffineInterpolator(triangle, each(&Vertex::s), scale.log_width);
        v_ = AffineInterpolator(triangle, each(&Vertex::t), scale.log_height);
    } else {
        set_perspective(triangle, vertices);
    }
}

void TexelInterpolator::set_perspective(const TriangleSetup& triangle, const Vertices& vertices) {
    affine_ = false;
    const std::array<Stq, 3> at{Stq(vertices[0], rules_), Stq(vertices[1], rules_), Stq(vertices[2], rules_)};
    const std::array<std::uint32_t, 9> all{at[0].s, at[1].s, at[2].s, at[0].t, at[1].t,
                                           at[2].t, at[0].q, at[1].q, at[2].q};
    const Grid grid(all, rules_);
    const AreaReciprocal reciprocal(triangle.cross);
    const auto plane = [&](std::uint32_t Stq::* member) {
        const std::array counts{grid.count(at[0].*member), grid.count(at[1].*member), grid.count(at[2].*member)};
        return rules_.coarse_planes ? Plane(triangle, reciprocal, counts) : Plane(triangle, counts);
    };
    s_ = plane(&Stq::s), t_ = plane(&Stq::t), q_ = plane(&Stq::q);
    unit_ = grid.grain() - 2;
}

TexelInterpolator::RowStart TexelInterpolator::row(std::int32_t y, std::int32_t first) const {
    if (affine_) return {u_.row(y, first), v_.row(y, first), {}, {}, {}};
    return {{}, {}, s_.row(y), t_.row(y), q_.row(y)};
}

TexelPosition TexelInterpolator::at(const RowStart& row, std::int32_t x) const {
    if (affine_) return {u_.at(row.u, x), v_.at(row.v, x), 0};
    return in_perspective({s_.quarters(row.s, x), t_.quarters(row.t, x), q_.quarters(row.q, x), unit_}, scale_, rules_);
}

TexelRamp::TexelRamp(const std::array<PixelPosition, 2>& at, const Vertices& vertices, const Scale& scale,
                     const Rules& rules)
    : exact_(!rules.sprites_trail) {
    const Vertex &a = vertices[0], &b = vertices[1];
    if (scale.uv) {
        u_ = Ramp(at[0].x, at[1].x, RampEnds::of_uv(a.u, b.u), true);
        v_ = Ramp(at[0].y, at[1].y, RampEnds::of_uv(a.v, b.v), true);
        return;
    }
    const auto ends = [&](std::uint32_t from, std::uint32_t to, std::int32_t log_size) {
        if (exact_) return RampEnds::of_st(from, to, b.q, log_size);
        return RampEnds::of_st(cut_st(from, b.q), cut_st(to, b.q), cut_q(b.q), log_size);
    };
    u_ = Ramp(at[0].x, at[1].x, ends(a.s, b.s, scale.log_width), false);
    v_ = Ramp(at[0].y, at[1].y, ends(a.t, b.t, scale.log_height), false);
    const GsFloat q(b.q);
    log_q_ = coarse_log(q.mantissa, q.exponent - 23);
}

TexelRamp::RowStart TexelRamp::row(std::int32_t y, std::int32_t first) const {
    if (exact_) return {0, v_.exactly(y), first};
    return {u_.seed(first), v_.at(v_.seed(y), y, 0), first};
}

TexelPosition TexelRamp::at(const RowStart& row, std::int32_t x) const {
    return {exact_ ? u_.exactly(x) : u_.at(row.u, x, x - row.first), row.v, log_q_};
}

TexelLine::TexelLine(const Line& line, const Vertices& vertices, const Scale& scale, const Rules& rules)
    : scale_(scale), rules_(rules), from_(line.from), length_(line.length) {
    const auto ends = [](std::int64_t a, std::int64_t b) { return Ends{a, b - a}; };
    if (scale.uv) {
        s_ = ends(vertices[0].u, vertices[1].u), t_ = ends(vertices[0].v, vertices[1].v);
        return;
    }
    const Stq a(vertices[0], rules), b(vertices[1], rules);
    if (rules.coarse_planes && has_one_q(std::span(vertices).first(2), scale)) {
        const std::int32_t s = grain_of(std::array{a.s, b.s}), t = grain_of(std::array{a.t, b.t});
        s_ = ends(grains_of(a.s, s), grains_of(b.s, s)), t_ = ends(grains_of(a.t, t), grains_of(b.t, t));
        grain_s_ = s + scale.log_width, grain_t_ = t + scale.log_height;
        return;
    }
    affine_ = false;
    const Grid grid(std::array{a.s, b.s, a.t, b.t, a.q, b.q}, rules);
    const auto on_grid = [&](std::uint32_t Stq::* member) {
        return ends(grid.count(a.*member), grid.count(b.*member));
    };
    s_ = on_grid(&Stq::s), t_ = on_grid(&Stq::t), q_ = on_grid(&Stq::q);
    unit_ = grid.grain() - 2;
}

std::int64_t TexelLine::value(const Ends& ends, std::int32_t major, std::int32_t scale, Round round) const {
    const std::int32_t length = length_ == 0 ? 1 : length_; // a point has no rise
    const Wide above = Wide{ends.from} * length + Wide{ends.rise} * (length_ == 0 ? 0 : 16 * major - from_);
    return divide(above, scale, length, round, kLimit);
}

TexelPosition TexelLine::at(std::int32_t major) const {
    if (affine_)
        return {value(s_, major, grain_s_ + kFine, Round::ToZero), value(t_, major, grain_t_ + kFine, Round::ToZero),
                0};
    const auto quarters = [&](const Ends& ends) { return value(ends, major, 2, Round::Down); };
    return in_perspective({quarters(s_), quarters(t_), quarters(q_), unit_}, scale_, rules_);
}

TexelPosition texel_of_point(const Vertex& vertex, const Scale& scale, const Rules& rules) {
    return TexelLine(Line(PixelPosition{}, PixelPosition{}), {vertex, vertex, {}}, scale, rules).at(0);
}

} // namespace relit::render::gs::reference
