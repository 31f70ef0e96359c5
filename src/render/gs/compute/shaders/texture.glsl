// Texels: levels, wrapping, filters, and the texture's function (reference/sampler.cpp, lod.cpp). Textures are decoded before.

struct LevelChoice {
    uint level;
    int weight; // of the next level, in sixteenths
    bool linear;
};

int level_of_detail(State s, int log_q) {
    if ((s.flags & kFixedLevel) != 0) return s.lod_k;
    const int l = int(s.lod_l & 3);
    return s.lod_k - (log_q >> 7) * (1 << (4 + l)) - int(table_at(kLogTable + (log_q & 127) * 4 + l));
}

LevelChoice choose_level(State s, int log_q) {
    const int lod = level_of_detail(s, log_q);
    if (lod <= 0) return LevelChoice(0, 0, (s.flags & kMagnifiesLinear) != 0);
    const bool linear = (s.flags & kMinifiesLinear) != 0;
    if ((s.flags & kHasLevels) == 0) return LevelChoice(0, 0, linear);
    const int most = int(s.lod_l >> 8), kept = min(lod, 16 * most);
    if ((s.flags & kMixesLevels) == 0) return LevelChoice(uint(min((kept + 8) >> 4, most)), 0, linear);
    return LevelChoice(uint(kept >> 4), kept & 15, linear);
}

uint wrap(int at, bool masks, uint bounds) {
    const int least = int(bounds & 0xffff), most = int(bounds >> 16);
    if (masks) return uint((at & least) | most);
    return uint(at < least ? least : min(at, most));
}

// From 2^-16 texel of level 0 to a level's sixteenths, toward zero; half a texel less for a filter; then the field's ends.
int coordinate(int64_t fine, uint level, bool linear) {
    const int64_t shifted = fine >> level;
    const int64_t sixteenths = (shifted + ((shifted >> 63) & 4095)) >> 12;
    return int(clamp(sixteenths - (linear ? 8 : 0), int64_t(-2048 * 16), int64_t(2048 * 16 - 1)));
}

ivec4 texel(uint index) { return rgba_of(texelFetch(texels, int(index)).r); }
ivec4 mixed(ivec4 a, ivec4 b, int weight) { return a + ((b - a) * weight >> 4); }

ivec4 sample_level(uint state, uint flags, uint number, bool linear, int64_t fine_u, int64_t fine_v) {
    const Level level = load_level(state + kStateChunks + number);
    const int u = coordinate(fine_u, number, linear), v = coordinate(fine_v, number, linear);
    const bool masks_u = (flags & kMasksU) != 0, masks_v = (flags & kMasksV) != 0;
    const uint left = wrap(u >> 4, masks_u, level.u), top = level.base + wrap(v >> 4, masks_v, level.v) * level.row;
    const ivec4 first = texel(top + left);
    if (!linear) return first;
    const uint right = wrap((u >> 4) + 1, masks_u, level.u);
    const uint bottom = level.base + wrap((v >> 4) + 1, masks_v, level.v) * level.row;
    const ivec4 above = mixed(first, texel(top + right), u & 15);
    const ivec4 below = mixed(texel(bottom + left), texel(bottom + right), u & 15);
    return mixed(above, below, v & 15);
}

ivec4 sample_texture(uint state, State s, int64_t fine_u, int64_t fine_v, int log_q) {
    const LevelChoice choice = choose_level(s, log_q);
    ivec4 colour = ivec4(0);
    for (uint i = 0; i < (choice.weight == 0 ? 1u : 2u); ++i) {
        const ivec4 one = sample_level(state, s.flags, choice.level + i, choice.linear, fine_u, fine_v);
        colour = i == 0 ? one : mixed(colour, one, choice.weight);
    }
    return colour;
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
