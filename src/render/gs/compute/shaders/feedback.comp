#version 450
#extension GL_GOOGLE_include_directive : require
// Writes a scan of the display back to memory (gs/display/feedback.cpp). An invocation a pixel; no two write the same word.
layout(local_size_x = 128) in;

#define RECORD_OF_FEEDBACK
#include "display.glsl"

// Rec. 601 with head room, in 1/65536.
int weighted(ivec4 c, int r, int g, int b, int offset) {
    return clamp((r * c.r + g * c.g + b * c.b + offset * 65536 + 32768) >> 16, 0, 255);
}
int luma(ivec4 c) { return weighted(c, 16829, 33039, 6416, 16); }
int blue(ivec4 c) { return weighted(c, -9714, -19070, 28784, 128); }
int red(ivec4 c) { return weighted(c, 28784, -24103, -4681, 128); }

ivec3 colour_by_mode(ivec4 c) {
    if (record.colour_mode == 0) return c.rgb;
    if (record.colour_mode == 1) return ivec3(luma(c));
    return record.colour_mode == 2 ? ivec3(luma(c), blue(c), red(c)) : ivec3(c.a);
}
int alpha_by_mode(ivec4 c) {
    if (record.alpha_mode == 0) return c.a;
    return record.alpha_mode == 1 ? luma(c) : record.alpha_mode == 2 ? luma(c) / 2 : 0;
}

void main() {
    const uint number = gl_GlobalInvocationID.x;
    if (number >= record.width * record.height) return;
    const uvec2 at = uvec2(number % record.width, number / record.width);
    const uint column = (record.first_column + at.x * record.column_step) / record.column_unit;
    const uint row = (record.first_row + at.y * record.row_step) / record.row_unit;
    const ivec4 c = rgba_of(shown[row * record.shown_width + column]);
    memory[bit_of(record.surface, uvec2(record.x, record.y) + at) / 32] =
        colour_of(ivec4(colour_by_mode(c), alpha_by_mode(c)));
}
