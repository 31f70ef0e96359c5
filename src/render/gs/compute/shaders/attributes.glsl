// What a primitive says of a pixel: colour, depth, fog, and where its texel lies (reference/attributes.cpp).

struct Point {
    ivec4 rgba;
    uint z;
    int fog;
    int coverage;
    int64_t u, v; // 2^-16 texel
    int log_q;
};

int colour_level(uint p, uint row, uint channel, int x, int blocks) {
    int64_t sum = rows[row].colour[channel] + primitives[p].colour_step[channel] * x;
    if (pass.exact_steps != 0) { // to the nearest 1/128, then down
        const int64_t area = primitives[p].colour_area;
        return int(clamp(floor_div(256 * sum + area, 256 * area), int64_t(0), int64_t(255)));
    }
    sum += primitives[p].block_step[channel] * blocks;
    return int(clamp(sum >> 10, int64_t(0), int64_t(255)));
}

uint depth_at(uint p, uint row, int after) {
    int64_t z = rows[row].z + primitives[p].z_step * after;
    const int64_t rest = rows[row].z_rest + primitives[p].z_step_rest * after;
    z += pass.exact_steps != 0 ? rest / primitives[p].z_area : rest >> 11;
    return uint(clamp(z, int64_t(0), int64_t(0xffffffffu)));
}

int64_t affine_at(uint p, uint row, uint axis, int x, bool lags) {
    const int64_t step = primitives[p].texel_step[axis], seed = rows[row].texel[axis];
    const int drop = primitives[p].texel_drop[axis];
    const int64_t area = primitives[p].texel_area;
    if (area != 0) return divide(seed + step * x, -drop, area);
    const int64_t value = seed + step * (x - rows[row].first);
    if (drop < 0) return shift_to_zero(2 * value - (lags ? 1 : 0), drop + 1);
    const int64_t low = value - (lags ? int64_t(1) << drop : 0);
    const bool more = (rows[row].more >> axis & 1) != 0;
    // Below zero a little more than a whole number is that number less one, away from zero.
    return shift_to_zero(low >= 0 || !more ? low : low + 1, drop);
}

// S, T or Q in quarters of the grid, rounded down.
int64_t quarters(uint p, uint row, uint axis, int x) {
    const int64_t value = rows[row].texel[axis] + primitives[p].texel_step[axis] * x;
    const int64_t area = primitives[p].texel_area;
    return area == 0 ? value >> 12 : floor_div(value << 2, area);
}

// 1 / h as r / 2^k: the nearest float of 24 bits, plus 179/256 of the unit, rounded down.
int64_t reciprocal(int64_t h, out int k) {
    k = 15 + bits_of(h - 1);
    const int64_t one = int64_t(1) << (k + 8), quotient = one / h, twice = 2 * (one - quotient * h);
    const bool up = twice > h || (twice == h && (quotient & 1) != 0);
    return (quotient + (up ? 1 : 0) + 179) >> 8;
}

void in_perspective(uint p, uint s, uint row, int x, inout Point point) {
    const int64_t q = quarters(p, row, 2, x);
    int64_t u = quarters(p, row, 0, x), v = quarters(p, row, 1, x);
    const int log_width = states[s].log_width, log_height = states[s].log_height;
    point.log_q = coarse_log(q, primitives[p].unit);
    if (pass.exact_planes != 0 || q == 0) {
        point.u = divide(u, log_width + 16, q), point.v = divide(v, log_height + 16, q);
        return;
    }
    int k;
    const int64_t r = reciprocal(q < 0 ? -q : q, k);
    if (q < 0) u = -u, v = -v;
    point.u = shift_to_zero(u * r, k - log_width - 16), point.v = shift_to_zero(v * r, k - log_height - 16);
}

// Whether a triangle has the pixel; if so, what it says of it.
bool triangle_at(uint p, ivec2 at, out Point point) {
    const uint row = primitives[p].first + uint(at.y - primitives[p].origin), flags = primitives[p].flags;
    if (at.x < rows[row].x || at.x >= rows[row].end) return false;
    const uint s = primitives[p].state, state_flags = states[s].flags;
    const int blocks = primitives[p].direction * (at.x - primitives[p].block_start) >> primitives[p].block;
    point.rgba = rgba_of(primitives[p].rgba);
    for (uint i = 0; i < 4 && (flags & kGouraud) != 0; ++i) point.rgba[i] = colour_level(p, row, i, at.x, blocks);
    point.fog = (state_flags & kFogged) != 0 ? colour_level(p, row, 4, at.x, blocks) : 255;
    point.z = depth_at(p, row, at.x - rows[row].first);
    point.coverage = 0x80;
    point.u = 0, point.v = 0, point.log_q = 0;
    if ((state_flags & kTextured) == 0) return true;
    if ((flags & kAffine) == 0) {
        in_perspective(p, s, row, at.x, point);
    } else {
        point.u = affine_at(p, row, 0, at.x, (flags & kLagsU) != 0);
        point.v = affine_at(p, row, 1, at.x, (flags & kLagsV) != 0);
    }
    return true;
}

bool sprite_at(uint p, ivec2 at, out Point point) {
    point.rgba = rgba_of(primitives[p].rgba);
    point.z = primitives[p].z, point.fog = primitives[p].fog, point.log_q = primitives[p].log_q;
    point.coverage = 0x80;
    point.u = 0, point.v = 0;
    if ((states[primitives[p].state].flags & kTextured) == 0) return true;
    const int x0 = primitives[p].x0, columns = primitives[p].x1 - x0 + 1;
    point.u = ramps[primitives[p].first + uint(at.x - x0)];
    point.v = ramps[primitives[p].first + uint(columns + at.y - primitives[p].y0)];
    return true;
}

bool step_at(uint p, ivec2 at, out Point point) {
    const bool along_y = (primitives[p].flags & kAlongY) != 0;
    const int major = along_y ? at.y : at.x, minor = along_y ? at.x : at.y;
    const uint i = primitives[p].first + uint(major - primitives[p].origin);
    const int beside = minor - steps[i].minor;
    if (beside < 0 || beside >= steps[i].count) return false;
    point.rgba = rgba_of(steps[i].rgba);
    point.z = steps[i].z, point.fog = steps[i].fog, point.log_q = steps[i].log_q;
    point.coverage = steps[i].coverage[beside];
    point.u = steps[i].u, point.v = steps[i].v;
    return true;
}

bool point_at(uint p, ivec2 at, out Point point) {
    if (at.x < primitives[p].x0 || at.x > primitives[p].x1) return false;
    if (at.y < primitives[p].y0 || at.y > primitives[p].y1) return false;
    const uint flags = primitives[p].flags;
    if ((flags & kTriangle) != 0) return triangle_at(p, at, point);
    if ((flags & kSprite) != 0) return sprite_at(p, at, point);
    return step_at(p, at, point);
}
