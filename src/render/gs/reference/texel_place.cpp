#include "render/gs/reference/texel_place.hpp"

#include <algorithm>
#include <bit>

namespace relit::render::gs::reference {
namespace {

using machine::gs::Vertex;
using Vertices = std::array<Vertex, 3>;

/// floor(256 * log2(1 + i / 256)), by squaring: each square gives one more bit of the logarithm.
constexpr std::array<std::uint8_t, 256> kLogs = [] {
    std::array<std::uint8_t, 256> logs{};
    for (std::uint64_t i = 0; i < 256; ++i) {
        std::uint64_t value = (256 + i) << 23; // 1.31
        unsigned log = 0;
        for (int bit = 0; bit < 8; ++bit) {
            value = value * value >> 31;
            log = 2 * log + (value >> 32 != 0 ? 1U : 0U);
            if (value >> 32 != 0) value >>= 1;
        }
        logs[i] = static_cast<std::uint8_t>(log);
    }
    return logs;
}();
static_assert(kLogs[0] == 0 && kLogs[128] == 149 && kLogs[255] == 255);

std::int32_t saturate(std::int64_t place) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(place, kLeastPlace, kMostPlace));
}

/// numerator * 2^scale / denominator, rounded down or cut toward zero, and kept within +-limit. Where the denominator is 0
/// the sign of the numerator says which end: the GS has no infinities.
enum class Round : std::uint8_t { Down, ToZero };
std::int64_t divide(std::int64_t numerator, std::int32_t scale, std::int64_t denominator, Round round,
                    std::int64_t limit) {
    if (numerator == 0) return 0;
    const bool negative = (numerator < 0) != (denominator < 0);
    const std::int64_t end = negative ? -limit : limit;
    const auto size = [](std::int64_t v) {
        return static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(v < 0 ? -v : v)));
    };
    const std::int32_t bits = size(numerator) - size(denominator) + scale; // of the quotient, or one more
    if (denominator == 0 || bits > 40) return end;
    if (bits < -1) return round == Round::Down && negative ? -1 : 0;
    // A quotient of at most 41 bits: neither side of the division needs more than 128.
    const Wide above = scale > 0 ? Wide{numerator} << std::min(scale, 64) : Wide{numerator};
    const Wide below = scale < 0 ? Wide{denominator} << std::min(-scale, 64) : Wide{denominator};
    std::int64_t quotient = 0;
    if (size(numerator) + scale < 63 && scale >= 0) { // the usual case, faster
        const std::int64_t narrow = numerator << scale;
        quotient = round == Round::Down ? floor_div(narrow, denominator) : narrow / denominator;
    } else {
        quotient = static_cast<std::int64_t>(round == Round::Down ? floor_div(above, below) : above / below);
    }
    return std::clamp(quotient, -limit, limit);
}

constexpr std::int64_t kPlaceLimit = std::int64_t{1} << 20;
std::int32_t place(std::int64_t numerator, std::int32_t scale, std::int64_t denominator, Round round) {
    return saturate(divide(numerator, scale, denominator, round, kPlaceLimit));
}

template <class T>
std::array<T, 3> each(const Vertices& vertices, T Vertex::* member) {
    return {vertices[0].*member, vertices[1].*member, vertices[2].*member};
}

} // namespace

std::int32_t coarse_log(std::int64_t count, std::int32_t grain) {
    if (count == 0) return 0;
    const auto size = static_cast<std::uint64_t>(count < 0 ? -count : count);
    const auto top = static_cast<std::int32_t>(std::bit_width(size)) - 1;
    const std::uint64_t mantissa = top >= 8 ? size >> (top - 8) : size << (8 - top);
    return (top + grain) * 256 + kLogs[mantissa & 255];
}

Scale::Scale(const machine::gs::DrawState& state)
    : uv(state.prim[machine::gs::Prim::uv]),
      log_width(static_cast<std::int32_t>(state.tex0[machine::gs::Tex0::log_width])),
      log_height(static_cast<std::int32_t>(state.tex0[machine::gs::Tex0::log_height])) {}

TexelWalk::TexelWalk(const Walk& walk, const Vertices& vertices, const Scale& scale, const Rules& rules)
    : scale_(scale), rules_(rules) {
    if (walk.cross == 0) return;
    const bool one_q = vertices[0].q == vertices[1].q && vertices[1].q == vertices[2].q;
    if (scale.uv)
        set_uv(walk, vertices);
    else if (one_q)
        set_one_q(walk, vertices);
    else
        set_perspective(walk, vertices);
}

void TexelWalk::set_uv(const Walk& walk, const Vertices& vertices) {
    kind_ = Kind::Uv;
    cross_ = walk.cross < 0 ? -walk.cross : walk.cross;
    const std::int64_t sign = walk.cross < 0 ? -1 : 1;
    const auto plane = [&](std::uint16_t Vertex::* member) {
        const std::array<std::int64_t, 3> values{vertices[0].*member, vertices[1].*member, vertices[2].*member};
        Affine affine{0, sign * walk.gradient_x(values), sign * walk.gradient_y(values), 0};
        affine.constant = values[0] * cross_ - affine.gx * walk.at[0].x - affine.gy * walk.at[0].y;
        // Forward: rightwards, or downwards where x does not matter. 2^-16 texel is 2^-12 of a sixteenth.
        const bool forward = affine.gx != 0 ? affine.gx > 0 : affine.gy > 0;
        if (forward && !walk.exact_area && rules_.coarse_planes) affine.trail = ceil_div<std::int64_t>(cross_, 1 << 12);
        return affine;
    };
    u_ = plane(&Vertex::u), v_ = plane(&Vertex::v);
}

Plane TexelWalk::plane(const Walk& walk, const Grid& grid, const std::array<std::uint32_t, 3>& values) const {
    const std::array<std::int32_t, 3> counts{grid.count(values[0]), grid.count(values[1]), grid.count(values[2])};
    return rules_.coarse_planes ? Plane(walk, AreaReciprocal(walk.cross), counts) : Plane(walk, counts);
}

void TexelWalk::set_one_q(const Walk& walk, const Vertices& vertices) {
    kind_ = Kind::OneQ;
    const auto s = each(vertices, &Vertex::s), t = each(vertices, &Vertex::t);
    const std::array<std::uint32_t, 6> all{s[0], s[1], s[2], t[0], t[1], t[2]};
    const Grid grid(all, kAffineBits, rules_);
    if (!grid.is_empty()) s_ = plane(walk, grid, s), t_ = plane(walk, grid, t);
    grain_ = grid.grain();
    const GsFloat q(vertices[0].q);
    one_q_ = q.mantissa, one_q_grain_ = q.exponent - 23;
    one_q_log_ = coarse_log(one_q_, one_q_grain_);
}

void TexelWalk::set_perspective(const Walk& walk, const Vertices& vertices) {
    kind_ = Kind::Perspective;
    const auto s = each(vertices, &Vertex::s), t = each(vertices, &Vertex::t), q = each(vertices, &Vertex::q);
    const std::array<std::uint32_t, 9> all{s[0], s[1], s[2], t[0], t[1], t[2], q[0], q[1], q[2]};
    const Grid grid(all, kPerspectiveBits, rules_);
    s_ = plane(walk, grid, s), t_ = plane(walk, grid, t), q_ = plane(walk, grid, q);
    grain_ = grid.grain();
}

TexelPlace TexelWalk::at(std::int32_t x, std::int32_t y) const {
    const auto affine = [&](const Affine& a) {
        return saturate(floor_div(a.constant + a.gx * 16 * x + a.gy * 16 * y - a.trail, cross_));
    };
    if (kind_ == Kind::Uv) return {affine(u_), affine(v_), 0};
    if (kind_ == Kind::OneQ) {
        const std::int32_t scale = grain_ - 14 - one_q_grain_ + 4;
        return {place(s_.at(x, y), scale + scale_.log_width, one_q_, Round::Down),
                place(t_.at(x, y), scale + scale_.log_height, one_q_, Round::Down), one_q_log_};
    }
    const std::int64_t s = s_.at(x, y) >> 12, t = t_.at(x, y) >> 12, q = q_.at(x, y) >> 12; // in quarters of a grain
    return {place(s, scale_.log_width + 4, q, Round::ToZero), place(t, scale_.log_height + 4, q, Round::ToZero),
            coarse_log(q, grain_ - 2)};
}

// Values go up along the axis from the corner with the smaller coordinate.
TexelRamp::Ramp::Ramp(std::int32_t a, std::int32_t b, std::int64_t value_a, std::int64_t value_b, bool may_trail)
    : from(a <= b ? value_a : value_b), rise(a <= b ? value_b - value_a : value_a - value_b), start(std::min(a, b)),
      length(std::max(1, std::abs(b - a))), second(ceil_pixel(start) + 1) {
    // [HW, reference 7.3 point 5]: whole sixteenths a pixel, over an extent that is no power of two.
    const std::int64_t sixteenths = (rise >> 12) * 16;
    trails =
        may_trail && rise > 0 && sixteenths % length == 0 && !std::has_single_bit(static_cast<std::uint32_t>(length));
}

std::int32_t TexelRamp::Ramp::at(std::int32_t pixel) const {
    const std::int64_t value = from + floor_div<std::int64_t>(rise * (16 * pixel - start), length);
    return saturate((value >> 12) - (trails && pixel >= second ? 1 : 0));
}

TexelRamp::TexelRamp(const std::array<Place, 2>& at, const Vertices& vertices, const Scale& scale, const Rules& rules) {
    const GsFloat q(vertices[1].q);
    const auto value = [&](std::uint32_t st, std::uint16_t uv, std::int32_t log_size) -> std::int64_t {
        if (scale.uv) return std::int64_t{uv} << 12;
        const GsFloat number(st);
        constexpr std::int64_t kLimit = std::int64_t{1} << 38;
        return divide(number.mantissa, number.exponent - q.exponent + log_size + 16, q.mantissa, Round::ToZero, kLimit);
    };
    const auto u = [&](unsigned i) { return value(vertices[i].s, vertices[i].u, scale.log_width); };
    const auto v = [&](unsigned i) { return value(vertices[i].t, vertices[i].v, scale.log_height); };
    const bool may_trail = scale.uv && rules.sprites_trail;
    u_ = Ramp(at[0].x, at[1].x, u(0), u(1), may_trail);
    v_ = Ramp(at[0].y, at[1].y, v(0), v(1), may_trail);
    log_q_ = scale.uv ? 0 : coarse_log(q.mantissa, q.exponent - 23);
}

TexelLine::TexelLine(const Line& line, const Vertices& vertices, const Scale& scale)
    : scale_(scale), from_(line.from), length_(line.length) {
    const auto ends = [](std::int64_t a, std::int64_t b) { return Ends{a, b - a}; };
    if (scale.uv) {
        s_ = ends(vertices[0].u, vertices[1].u), t_ = ends(vertices[0].v, vertices[1].v);
        return;
    }
    const std::array<std::uint32_t, 6> all{vertices[0].s, vertices[1].s, vertices[0].t,
                                           vertices[1].t, vertices[0].q, vertices[1].q};
    const Grid grid(all, kPerspectiveBits);
    if (grid.is_empty()) return;
    const auto on_grid = [&](std::uint32_t Vertex::* member) {
        return ends(grid.count(vertices[0].*member) * 4, grid.count(vertices[1].*member) * 4);
    };
    s_ = on_grid(&Vertex::s), t_ = on_grid(&Vertex::t), q_ = on_grid(&Vertex::q);
    grain_ = grid.grain() - 2;
}

std::int64_t TexelLine::value(const Ends& ends, std::int32_t major) const {
    if (length_ == 0) return ends.from;
    const std::int64_t sign = length_ < 0 ? -1 : 1;
    return ends.from + floor_div<std::int64_t>(sign * ends.rise * (16 * major - from_), sign * length_);
}

TexelPlace TexelLine::at(std::int32_t major) const {
    const std::int64_t s = value(s_, major), t = value(t_, major);
    if (scale_.uv) return {saturate(s), saturate(t), 0};
    const std::int64_t q = value(q_, major);
    return {place(s, scale_.log_width + 4, q, Round::ToZero), place(t, scale_.log_height + 4, q, Round::ToZero),
            coarse_log(q, grain_)};
}

TexelPlace texel_of_point(const Vertex& vertex, const Scale& scale) {
    return TexelRamp({Place{}, Place{}}, {vertex, vertex, {}}, scale).at(0, 0);
}

} // namespace relit::render::gs::reference
