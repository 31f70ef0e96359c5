#version 450
#extension GL_GOOGLE_include_directive : require
// Scans the display: both circuits, merged (gs/display/scanout.cpp). An invocation a pixel.
layout(local_size_x = 128) in;

#include "display.glsl"

struct Pixel {
    bool is_on;
    uint colour;
};

// Where a circuit reads on one axis, if it is on there.
bool position(uint at, uint first, uint count, uint size, out uint index) {
    index = (at - first) / size;
    return at >= first && at - first < count;
}

uint raw_of(Circuit circuit, uint x, uint y) {
    return raw_at(bit_of(circuit.surface, uvec2(x, y) & 2047), circuit.surface.mask);
}

Pixel read_pixel(Circuit circuit, uint clock, uint line) {
    uint x, y;
    if (circuit.is_on == 0 || !position(clock, circuit.first_clock, circuit.clocks, circuit.clocks_a_pixel, x) ||
        !position(line, circuit.first_line, circuit.lines, circuit.lines_a_pixel, y))
        return Pixel(false, 0);
    x += circuit.x, y += circuit.y;
    if (circuit.has_three_bytes != 0) {
        const uint first = 3 * x, halves = raw_of(circuit, first / 2, y) | raw_of(circuit, first / 2 + 1, y) << 16;
        return Pixel(true, halves >> first % 2 * 8 & 0xffffff | 0x80000000u);
    }
    const uint raw = raw_of(circuit, x, y);
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
