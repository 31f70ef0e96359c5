# Every IR operation above the statement that it became; what the passes did on standard error.
run: relit asm --isa nv2a two.vsh -o two.bin && relit translate --debug two.bin
run: relit translate --debug --literal two.bin 2>/dev/null | grep -A12 "void main"
run: relit translate --to glsl --debug --dump out two.bin 2>/dev/null; sed 's/ *[0-9.]* us$//' out/vertex_passes.txt | head -n 3
---- in two.vsh
mul R0.xy, v0, c[0]
add oPos, R0, v0
---- out
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[192]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec2 f_mul_zero(vec2 a, vec2 b) {
    return vec2(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y));
}

void main() {
    // %v0_1: f32x4 = loadfile v[0] @1
    // %1: i32 = const 0x0 @1
    // %2: f32x4 = loadbuffer c, %1 @1
    // %3: f32x2 = swizzle %v0_1.xy @1
    // %4: f32x2 = swizzle %2.xy @1
    // %r0_1: f32x2 = fmulzero %3, %4 @1
    precise vec2 r0_1 = f_mul_zero(v0.xy, c[0].xy);
    // %5: f32 = const 0x0 @2 ; 0.0
    // %6: f32 = swizzle %r0_1.x @2
    // %7: f32 = swizzle %r0_1.y @2
    // %8: f32x4 = compose %6, %7, %5, %5 @2
    // %o0_1: f32x4 = fadd %8, %v0_1 @2
    // storefile o[0].xyzw, %o0_1 @2
    gl_Position = vec4(r0_1, 0.0, 0.0) + v0;
}
void main() {
    // %r0_1: f32x4 = const 0x0 0x0 0x0 0x0 ; 0.0 0.0 0.0 0.0
    // storefile r[0].xyzw, %r0_1
    r[0] = vec4(0.0);
    // %o0_1: f32x4 = const 0x0 0x0 0x0 0x3f800000 ; 0.0 0.0 0.0 1.0
    // storefile o[0].xyzw, %o0_1
    o[0] = vec4(0.0, 0.0, 0.0, 1.0);
    // mul R0.xy, v0, c[0]
    // %v0_1: f32x2 = loadfile v[0] @1
    // %1: i32 = const 0x0 @1
    // %2: f32x4 = loadbuffer c, %1 @1
    // %3: f32x2 = swizzle %2.xy @1
    // %r0_2: f32x2 = fmulzero %v0_1, %3 @1
inline_calls            unchanged       11 -> 11 instructions
to_ssa                  unchanged       11 -> 11 instructions
combine                 unchanged       11 -> 11 instructions
---- err
two.bin: note: guessed nv2a, --isa to choose
inline_calls            unchanged       11 -> 11 instructions
to_ssa                  unchanged       11 -> 11 instructions
combine                 unchanged       11 -> 11 instructions
unroll                  unchanged       11 -> 11 instructions
copy_propagation        unchanged       11 -> 11 instructions
zero_signs              unchanged       11 -> 11 instructions
licm                    unchanged       11 -> 11 instructions
dce                     changed         11 -> 10 instructions
lower_discard           unchanged       10 -> 10 instructions
lower_narrow_stores     unchanged       10 -> 10 instructions
lower_narrow_memory     unchanged       10 -> 10 instructions
lower_doubles           unchanged       10 -> 10 instructions
lower_directed_rounding unchanged       10 -> 10 instructions
lower_wide              unchanged       10 -> 10 instructions
lower_halves            unchanged       10 -> 10 instructions
lower_flushing          unchanged       10 -> 10 instructions
lower_integers          unchanged       10 -> 10 instructions
lower_packed_constants  unchanged       10 -> 10 instructions
lower_tables            unchanged       10 -> 10 instructions
lower_vertex_inputs     unchanged       10 -> 10 instructions
lower_buffers           changed         10 -> 10 instructions
join_lanes              unchanged       10 -> 10 instructions
lower_lanes             changed         10 -> 12 instructions
lower_zero_start        unchanged       12 -> 12 instructions
from_ssa                unchanged       12 -> 12 instructions
structure               changed         12 -> 12 instructions
reg2mem                 unchanged       12 -> 12 instructions
lower_loop_limit        unchanged       12 -> 12 instructions
lower_loop_exits        unchanged       12 -> 12 instructions
lower_structured_blocks unchanged       12 -> 12 instructions
