#version 450
#extension GL_GOOGLE_include_directive : require
// Scans the display: both circuits, merged (gs/scanout.cpp). An invocation a pixel.
layout(local_size_x = 128) in;

#include "display.glsl"

struct Pixel {
    bool is_on;
    uint colour;
};

// Where a circuit reads on one axis, if it is on there.
bool position(uint at, uint first, uint count, uint size, out uint place) {
    place = (at - first) / size;
    return at >= first && at - first < count;
}

Pixel read_pixel(Circuit circuit, uint clock, uint line) {
    uint x, y;
    if (circuit.is_on == 0 || !position(clock, circuit.first_clock, circuit.clocks, circuit.clocks_a_pixel, x) ||
        !position(line, circuit.first_line, circuit.lines, circuit.lines_a_pixel, y))
        return Pixel(false, 0);
    const uvec2 at = uvec2(circuit.x + x, circuit.y + y) & 2047;
    const uint raw = raw_at(bit_of(circuit.surface, at), circuit.surface.mask);
    return Pixel(true, circuit.bits == 16 ? colour_of_16(raw) : circuit.bits == 24 ? raw | 0x80000000u : raw);
}

// a where weight is 0, b where it is 255, rounded to nearest; alpha aside.
uint blend(uint a, uint b, uint weight) {
    const uvec4 from = uvec4(rgba_of(a)), to = uvec4(rgba_of(b));
    const uvec4 mixed = (from * (255 - weight) + to * weight + 127) / 255;
    return mixed.r | mixed.g << 8 | mixed.b << 16;
}

uint merged(Pixel first, Pixel second) {
    const uint base = record.is_on_background != 0 || !second.is_on ? record.background : second.colour;
    const uint alpha = (record.has_alpha_of_second != 0 ? second.colour : first.colour) & 0xff000000u;
    if (!first.is_on) return (base & 0xffffff) | alpha;
    uint weight = first.colour >> 24;
    if (record.half_is_opaque != 0) weight = min(weight * 2, 255);
    if (record.has_fixed_alpha != 0) weight = record.alpha;
    return blend(base, first.colour, weight) | alpha;
}

void main() {
    const uint number = gl_GlobalInvocationID.x;
    if (number >= record.width * record.height) return;
    const uint clock = record.first_clock + number % record.width * record.clocks_a_pixel;
    const uint line = record.first_line + number / record.width * record.line_step;
    shown[number] = merged(read_pixel(record.first, clock, line), read_pixel(record.second, clock, line));
}
