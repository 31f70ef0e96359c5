// What happens to a pixel once its colour is known: tests, blending, dither, and what is written (reference/pixel.cpp).

// The pixel of frame and depth buffer, kept on the tile until all its primitives are done; and which of its bits were written.
struct Target {
    uint frame, depth;
    uint frame_written, depth_written;
};

bool passes(uint which, bool less, bool equal) { return (which >> (less ? 0 : equal ? 1 : 2) & 1) != 0; }

// Tests that do not ask for the colour: whatever fails one of them writes nothing.
bool passes_early(State s, uint z, Target target) {
    if ((s.flags & kTestsDestination) != 0 &&
        (pass.frame_bits == 24 || target.frame >> (pass.frame_bits - 1) != (s.tests >> 6 & 1)))
        return false;
    return passes(s.tests >> 3, z < target.depth, z == target.depth);
}

ivec4 frame_colour(uint raw) {
    return rgba_of(pass.frame_bits == 16 ? colour_of_16(raw) : pass.frame_bits == 24 ? raw | 0x80000000u : raw);
}

ivec3 blend_operand(uint which, ivec4 source, ivec4 frame) {
    return which == 0 ? source.rgb : which == 1 ? frame.rgb : ivec3(0);
}

// ((A - B) * C >> 7) + D, rounded down; alpha is that of the source.
ivec4 blend(State s, ivec4 source, uint raw_frame) {
    if ((s.flags & kBlends) == 0 || ((s.flags & kBlendsBrightOnly) != 0 && source.a < 0x80)) return source;
    const ivec4 frame = frame_colour(raw_frame);
    const uint how = s.blend;
    const ivec3 a = blend_operand(how & 3, source, frame), b = blend_operand(how >> 2 & 3, source, frame);
    const ivec3 d = blend_operand(how >> 6 & 3, source, frame);
    const uint by = how >> 4 & 3;
    const int c = by == 0 ? source.a : by == 1 ? frame.a : int(how >> 8);
    return ivec4(((a - b) * c >> 7) + d, source.a);
}

void write_colour(State s, ivec2 at, ivec4 rgba, uint keep, inout Target target) {
    ivec4 blended = blend(s, rgba, target.frame);
    if ((s.flags & kDithers) != 0) {
        const int index = (at.y & 3) * 4 + (at.x & 3);
        blended.rgb += bitfieldExtract(int(s.dither[index >> 3]), (index & 7) * 4, 3);
    }
    blended.rgb = (s.flags & kClamps) != 0 ? clamp(blended.rgb, 0, 255) : blended.rgb & 0xff;
    if ((s.flags & kSetsAlpha) != 0) blended.a |= 0x80;
    const uint bits = colour_of(blended), packed_bits = pass.frame_bits == 16 ? colour_to_16(bits) : bits;
    target.frame = ((target.frame & keep) | (packed_bits & ~keep)) & pass.frame.mask;
    target.frame_written |= ~keep;
}

void write_pixel(State s, ivec2 at, ivec4 rgba, uint z, bool keeps_depth, inout Target target) {
    bool colour = true, depth = (s.flags & kWritesDepth) != 0 && !keeps_depth;
    uint keep = s.keep;
    const int reference = int(s.tests >> 8);
    if (!passes(s.tests, rgba.a < reference, rgba.a == reference)) {
        colour = (s.flags & kColourOnAlphaFail) != 0;
        depth = depth && (s.flags & kDepthOnAlphaFail) != 0;
        keep = s.keep_on_fail;
    }
    if (colour) write_colour(s, at, rgba, keep, target);
    if (depth) target.depth = z, target.depth_written = ~0u;
}

void paint(uint number, ivec2 at, inout Target target) {
    const Primitive p = load_primitive(number);
    const uint triangle = number + kPrimitiveChunks;
    uint chunk;
    if (!covers(p, at, chunk)) return;
    const State s = load_state(p.state);
    if ((s.flags & ((at.y & 1) == 0 ? kSkipsEvenRows : kSkipsOddRows)) != 0) return;
    const uint z = min(depth_at(p, triangle, chunk, at.x), pass.depth.mask);
    if (!passes_early(s, z, target)) return;
    const Point point = point_at(p, s, triangle, chunk, at);
    ivec4 rgba = point.rgba;
    if ((s.flags & kTextured) != 0)
        rgba = apply_function(s.flags, sample_texture(p.state, s, point.u, point.v, point.log_q), rgba);
    if ((s.flags & kFogged) != 0) {
        const ivec3 fog = rgba_of(s.fog_colour).rgb;
        rgba.rgb = fog + ((rgba.rgb - fog) * point.fog >> 8);
    }
    if ((s.flags & kAntialiased) != 0 && ((s.flags & kAlphaIsCoverage) != 0 || rgba.a == 0x80)) rgba.a = point.coverage;
    write_pixel(s, at, rgba, z, (p.flags & kKeepsDepth) != 0, target);
}
