// What happens to a pixel once its colour is known: tests, blending, dither, and what is written (reference/pixel.cpp).

// The pixel of frame and depth buffer, kept on the tile until all its primitives are done.
struct Target {
    uint frame, depth;
};

bool passes(uint which, bool less, bool equal) { return (which >> (less ? 0 : equal ? 1 : 2) & 1) != 0; }

ivec4 frame_colour(uint bits, uint raw) {
    return rgba_of(bits == 16 ? colour_of_16(raw) : bits == 24 ? raw | 0x80000000u : raw);
}

ivec3 blend_operand(uint which, ivec4 source, ivec4 frame) {
    return which == 0 ? source.rgb : which == 1 ? frame.rgb : ivec3(0);
}

// ((A - B) * C >> 7) + D, rounded down; alpha is that of the source.
ivec4 blend(uint s, ivec4 source, ivec4 frame) {
    const uint flags = states[s].flags;
    if ((flags & kBlends) == 0 || ((flags & kBlendsBrightOnly) != 0 && source.a < 0x80)) return source;
    const uint how = states[s].blend;
    const ivec3 a = blend_operand(how & 3, source, frame), b = blend_operand(how >> 2 & 3, source, frame);
    const ivec3 d = blend_operand(how >> 6 & 3, source, frame);
    const uint by = how >> 4 & 3;
    const int c = by == 0 ? source.a : by == 1 ? frame.a : states[s].blend_fix;
    return ivec4(((a - b) * c >> 7) + d, source.a);
}

void write_colour(uint s, ivec2 at, ivec4 rgba, uint keep, inout Target target) {
    const uint flags = states[s].flags, bits = states[s].frame_bits;
    ivec4 blended = blend(s, rgba, frame_colour(bits, target.frame));
    if ((flags & kDithers) != 0) {
        const int place = (at.y & 3) * 4 + (at.x & 3);
        blended.rgb += bitfieldExtract(int(states[s].dither[place >> 3]), (place & 7) * 4, 3);
    }
    blended.rgb = (flags & kClamps) != 0 ? clamp(blended.rgb, 0, 255) : blended.rgb & 0xff;
    if ((flags & kSetsAlpha) != 0) blended.a |= 0x80;
    const uint packed = bits == 16 ? colour_to_16(colour_of(blended)) : colour_of(blended);
    target.frame = ((target.frame & keep) | (packed & ~keep)) & pass.frame.mask;
}

void write_pixel(uint s, ivec2 at, ivec4 rgba, uint fragment_z, bool keeps_depth, inout Target target) {
    const uint flags = states[s].flags, z = min(fragment_z, pass.depth.mask);
    bool colour = true, depth = (flags & kWritesDepth) != 0 && !keeps_depth;
    uint keep = states[s].keep;
    const int reference = states[s].alpha_reference;
    if (!passes(states[s].alpha_passes, rgba.a < reference, rgba.a == reference)) {
        colour = (flags & kColourOnAlphaFail) != 0;
        depth = depth && (flags & kDepthOnAlphaFail) != 0;
        keep = states[s].keep_on_fail;
    }
    const uint bits = states[s].frame_bits;
    if ((flags & kTestsDestination) != 0 && (bits == 24 || target.frame >> (bits - 1) != states[s].destination_bit))
        return;
    if (!passes(states[s].depth_passes, z < target.depth, z == target.depth)) return;
    if (colour) write_colour(s, at, rgba, keep, target);
    if (depth) target.depth = z;
}

void paint(uint p, ivec2 at, Point point, inout Target target) {
    const uint s = primitives[p].state, flags = states[s].flags;
    if ((flags & ((at.y & 1) == 0 ? kSkipsEvenRows : kSkipsOddRows)) != 0) return;
    ivec4 rgba = point.rgba;
    if ((flags & kTextured) != 0) {
        const bool reads_before = (primitives[p].flags & kReadsBefore) != 0;
        rgba = apply_function(flags, sample_texture(s, reads_before, point.u, point.v, point.log_q), rgba);
    }
    if ((flags & kFogged) != 0) {
        const ivec3 fog = rgba_of(states[s].fog_colour).rgb;
        rgba.rgb = fog + ((rgba.rgb - fog) * point.fog >> 8);
    }
    if ((flags & kAntialiased) != 0 && ((flags & kAlphaIsCoverage) != 0 || rgba.a == 0x80)) rgba.a = point.coverage;
    write_pixel(s, at, rgba, point.z, (primitives[p].flags & kKeepsDepth) != 0, target);
}
