// What a primitive says of a pixel: colour, depth, fog, and where its texel lies (reference/attributes.cpp).

// What colour and texture of a pixel begin with.
struct Point {
    ivec4 rgba;
    int fog, coverage;
    int64_t u, v; // 2^-16 texel
    int log_q;
};

ivec2 corner(uint packed) { return ivec2(packed & 0xffff, packed >> 16); }

// The chunk of a pixel's row or step, if the primitive has the pixel.
bool covers(Primitive p, ivec2 at, out uint chunk) {
    chunk = p.first;
    const ivec2 low = corner(p.low), high = corner(p.high);
    if (any(lessThan(at, low)) || any(greaterThan(at, high))) return false;
    if ((p.flags & kSprite) != 0) return true;
    if ((p.flags & kTriangle) != 0) {
        chunk += uint(at.y - low.y) * kRowChunks;
        const ivec2 ends = corner(load_row(chunk).ends);
        return at.x >= ends.x && at.x < ends.y;
    }
    const bool along_y = (p.flags & kAlongY) != 0;
    chunk += uint(along_y ? at.y - low.y : at.x - low.x) * kStepChunks;
    const Step here = load_step(chunk);
    const int beside = (along_y ? at.x : at.y) - here.minor;
    return beside >= 0 && beside < here.count;
}

uint sloped_depth(uint triangle, uint chunk, int x) {
    const TriangleRow row = load_row(chunk);
    const Triangle steps = load_triangle(triangle);
    const int after = x - row.first;
    int64_t z = row.z + steps.z_step * after;
    if (kExactSteps)
        z += (row.z_rest + steps.z_step_rest * after) / steps.z_area;
    else
        z >>= 11;
    return uint(clamp(z, int64_t(0), int64_t(0xffffffffu)));
}

uint depth_at(Primitive p, uint triangle, uint chunk, int x) {
    if ((p.flags & (kTriangle | kSprite)) == 0) return load_step(chunk).z;
    return (p.flags & kSloped) != 0 ? sloped_depth(triangle, chunk, x) : p.z;
}

// To the nearest 1/128, then down.
int exact_level(int64_t sum, int64_t area) {
    return int(clamp(floor_div(256 * sum + area, 256 * area), int64_t(0), int64_t(255)));
}

int fog_level(Triangle steps, TriangleRow row, int x, int blocks) {
    if (kExactSteps) return exact_level(row.fog_long + steps.fog_step_long * x, steps.colour_area);
    return clamp((row.fog + steps.fog_step * x + steps.fog_jump * blocks) >> 10, 0, 255);
}

ivec4 colour_levels(Triangle steps, TriangleRow row, int x, int blocks) {
    ivec4 levels;
    for (int i = 0; i < 4; ++i) {
        if (kExactSteps)
            levels[i] = exact_level(row.colour_long[i] + steps.colour_step_long[i] * x, steps.colour_area);
        else
            levels[i] = clamp((row.colour[i] + steps.colour_step[i] * x + steps.colour_jump[i] * blocks) >> 10, 0, 255);
    }
    return levels;
}

int64_t affine_at(Triangle steps, TriangleRow row, int axis, int x, bool lags) {
    const int64_t step = steps.texel_step[axis], seed = row.texel[axis];
    const int drop = steps.texel_drop[axis];
    if (kExactPlanes && steps.texel_area != 0) return divide(seed + step * x, -drop, steps.texel_area);
    const int64_t value = seed + step * (x - row.first);
    if (drop < 0) return shift_to_zero(2 * value - (lags ? 1 : 0), drop + 1);
    const int64_t low = value - (lags ? int64_t(1) << drop : 0);
    const bool more = (row.more >> axis & 1) != 0;
    // Below zero a little more than a whole number is that number less one, away from zero.
    return shift_to_zero(low >= 0 || !more ? low : low + 1, drop);
}

// S, T or Q in quarters of the grid, rounded down.
int64_t quarters(int64_t seed, int64_t step, int x, int64_t area) {
    const int64_t value = seed + step * x;
    return kExactPlanes && area != 0 ? floor_div(value << 2, area) : value >> 12;
}

// 1 / h as r / 2^k: the nearest float of 24 bits, plus 179/256 of the unit, rounded down.
int64_t reciprocal(int64_t h, out int k) {
    k = 15 + bits_of(h - 1);
    const int64_t one = int64_t(1) << (k + 8), quotient = one / h, twice = 2 * (one - quotient * h);
    const bool up = twice > h || (twice == h && (quotient & 1) != 0);
    return (quotient + (up ? 1 : 0) + 179) >> 8;
}

void in_perspective(State s, Triangle steps, TriangleRow row, int x, inout Point point) {
    const int64_t area = steps.texel_area;
    const int64_t q = quarters(row.q, steps.q_step, x, area);
    int64_t u = quarters(row.texel[0], steps.texel_step[0], x, area);
    int64_t v = quarters(row.texel[1], steps.texel_step[1], x, area);
    if ((s.flags & kFixedLevel) == 0) point.log_q = coarse_log(q, steps.unit);
    if (kExactPlanes || q == 0) {
        point.u = divide(u, s.log_width + 16, q), point.v = divide(v, s.log_height + 16, q);
        return;
    }
    int k;
    const int64_t r = reciprocal(q < 0 ? -q : q, k);
    if (q < 0) u = -u, v = -v;
    point.u = shift_to_zero(u * r, k - s.log_width - 16), point.v = shift_to_zero(v * r, k - s.log_height - 16);
}

Point triangle_point(Primitive p, State s, uint triangle, uint chunk, int x) {
    const Triangle steps = load_triangle(triangle);
    const TriangleRow row = load_row(chunk);
    const int along = (p.flags & kLeftward) != 0 ? steps.block_start - x : x - steps.block_start;
    const int blocks = along >> ((p.flags & kWideBlocks) != 0 ? 3 : 2);
    Point point = Point(rgba_of(p.rgba), 255, 0x80, 0, 0, 0);
    if ((p.flags & kGouraud) != 0) point.rgba = colour_levels(steps, row, x, blocks);
    if ((s.flags & kFogged) != 0) point.fog = fog_level(steps, row, x, blocks);
    if ((s.flags & kTextured) == 0) return point;
    if ((p.flags & kAffine) == 0) {
        in_perspective(s, steps, row, x, point);
    } else {
        point.u = affine_at(steps, row, 0, x, (p.flags & kLagsU) != 0);
        point.v = affine_at(steps, row, 1, x, (p.flags & kLagsV) != 0);
    }
    return point;
}

// Ramps lie four to a chunk: those of columns, then those of rows.
int64_t ramp_at(uint first, int index) {
    const uvec4 chunk = texelFetch(records, int(first) + index / 4);
    return int64_t(int(chunk[index & 3]));
}

Point sprite_point(Primitive p, State s, ivec2 at) {
    Point point = Point(rgba_of(p.rgba), int(p.fog_q & 0xff), 0x80, 0, 0, int(p.fog_q) >> 8);
    if ((s.flags & kTextured) == 0) return point;
    const ivec2 low = corner(p.low), high = corner(p.high);
    point.u = ramp_at(p.first, at.x - low.x);
    point.v = ramp_at(p.first + uint(high.x - low.x + 4) / 4, at.y - low.y);
    return point;
}

Point step_point(Primitive p, uint chunk, ivec2 at) {
    const Step here = load_step(chunk);
    const int beside = ((p.flags & kAlongY) != 0 ? at.x : at.y) - here.minor;
    return Point(rgba_of(here.rgba), here.fog, here.coverage[beside == 0 ? 0 : 1], here.texel[0], here.texel[1],
                 here.log_q);
}

Point point_at(Primitive p, State s, uint triangle, uint chunk, ivec2 at) {
    if ((p.flags & kTriangle) != 0) return triangle_point(p, s, triangle, chunk, at.x);
    if ((p.flags & kSprite) != 0) return sprite_point(p, s, at);
    return step_point(p, chunk, at);
}
