// Texels: levels, wrapping, palettes, filters, and the texture's function (reference/sampler.cpp, lod.cpp).

struct LevelChoice {
    uint level;
    int weight; // of the next level, in sixteenths
    bool linear;
};

int level_of_detail(uint s, int log_q) {
    if ((states[s].flags & kFixedLevel) != 0) return states[s].lod_k;
    const uint l = states[s].lod_l;
    return states[s].lod_k - (log_q >> 7) * (1 << (4 + l)) - int(tables[kLogTable + (log_q & 127) * 4 + l]);
}

LevelChoice choose_level(uint s, int log_q) {
    const uint flags = states[s].flags;
    const int lod = level_of_detail(s, log_q);
    if (lod <= 0) return LevelChoice(0, 0, (flags & kMagnifiesLinear) != 0);
    const bool linear = (flags & kMinifiesLinear) != 0;
    if ((flags & kHasLevels) == 0) return LevelChoice(0, 0, linear);
    const int most = states[s].most_level, kept = min(lod, 16 * most);
    if ((flags & kMixesLevels) == 0) return LevelChoice(uint(min((kept + 8) >> 4, most)), 0, linear);
    return LevelChoice(uint(kept >> 4), kept & 15, linear);
}

int wrap(int at, bool masks, int least, int most) {
    if (masks) return (at & least) | most;
    return at < least ? least : min(at, most);
}

uint expand(uint s, uint raw) {
    const uint bits = states[s].texel_bits;
    if (bits == 32) return raw;
    const bool black_is_clear = (states[s].flags & kBlackIsClear) != 0;
    if (black_is_clear && raw == 0) return 0;
    if (bits == 24) return raw | states[s].alpha0 << 24;
    const uint alpha = (raw & 0x8000) != 0 ? states[s].alpha1 : states[s].alpha0;
    return (colour_of_16(raw) & 0xffffff) | alpha << 24;
}

ivec4 texel(uint s, bool reads_before, uint level, int u, int v) {
    const uint flags = states[s].flags;
    const int x = wrap(u, (flags & kMasksU) != 0, states[s].u_least[level], states[s].u_most[level]);
    const int y = wrap(v, (flags & kMasksV) != 0, states[s].v_least[level], states[s].v_most[level]);
    Surface surface = states[s].texture;
    surface.base = states[s].level_base[level];
    surface.pages = states[s].level_pages[level];
    const uint bit = bit_of(surface, uint(x), uint(y));
    const uint raw = reads_before ? raw_before(bit, surface.mask) : raw_at(bit, surface.mask);
    return rgba_of((flags & kIndexed) != 0 ? palettes[states[s].palette + raw] : expand(s, raw));
}

// From 2^-16 texel of level 0 to a level's sixteenths, toward zero; half a texel less for a filter; then the field's ends.
int coordinate(int64_t fine, uint level, bool linear) {
    const int64_t shifted = fine >> level;
    const int64_t sixteenths = (shifted + ((shifted >> 63) & 4095)) >> 12;
    return int(clamp(sixteenths - (linear ? 8 : 0), int64_t(-2048 * 16), int64_t(2048 * 16 - 1)));
}

ivec4 mixed(ivec4 a, ivec4 b, int weight) { return a + ((b - a) * weight >> 4); }

ivec4 sample_level(uint s, bool reads_before, uint level, bool linear, int64_t fine_u, int64_t fine_v) {
    const int u = coordinate(fine_u, level, linear), v = coordinate(fine_v, level, linear);
    const int x = u >> 4, y = v >> 4;
    const ivec4 first = texel(s, reads_before, level, x, y);
    if (!linear) return first;
    const ivec4 second = texel(s, reads_before, level, x + 1, y);
    const ivec4 third = texel(s, reads_before, level, x, y + 1);
    const ivec4 fourth = texel(s, reads_before, level, x + 1, y + 1);
    return mixed(mixed(first, second, u & 15), mixed(third, fourth, u & 15), v & 15);
}

ivec4 sample_texture(uint s, bool reads_before, int64_t fine_u, int64_t fine_v, int log_q) {
    const LevelChoice choice = choose_level(s, log_q);
    const ivec4 colour = sample_level(s, reads_before, choice.level, choice.linear, fine_u, fine_v);
    if (choice.weight == 0) return colour;
    const ivec4 next = sample_level(s, reads_before, choice.level + 1, choice.linear, fine_u, fine_v);
    return mixed(colour, next, choice.weight);
}

// TFX and TCC.
ivec4 apply_function(uint flags, ivec4 texel, ivec4 vertex) {
    ivec4 result = texel;
    if ((flags & kMultipliesColour) != 0)
        result.rgb = min((texel.rgb * vertex.rgb >> 7) + ((flags & kAddsAlpha) != 0 ? vertex.a : 0), 255);
    if ((flags & kAlphaOfVertex) != 0)
        result.a = vertex.a;
    else if ((flags & kMultipliesAlpha) != 0)
        result.a = min(texel.a * vertex.a >> 7, 255);
    else if ((flags & kSumsAlpha) != 0)
        result.a = min(texel.a + vertex.a, 255);
    return result;
}
