run: relit asm --isa maxwell info.sass -o info.bin && relit translate --to glsl info.bin && relit translate --to glsl info.bin --context maxwell.patch_vertices=5 | grep TessLevel
run: relit asm --isa maxwell far.sass -o far.bin && relit translate --to glsl far.bin | sed -n '/patch/p' && relit translate --to spirv far.bin -o far.spv
run: relit asm --isa maxwell lost.sass -o lost.bin && relit translate --to glsl lost.bin >lost.glsl
# What a patch keeps lies in a[0x18] to a[0x1ff]; what has no place in a translation is reported.
# Bits 21:16 of SR_INVOCATION_INFO are the vertices of the patch that the pipeline gives, unless the context says how many.
---- in info.sass
.sph type=1, version=3, shader=2, sass_version=3, threads=3, in_generics=0xf, out_generics=0xf
S2R R0, SR_INVOCATION_INFO ;
SHR.U32 R0, R0, 0x10 ;
LOP.AND R0, R0, 0x3f ;
I2F.F32.U32 R0, R0 ;
AST.P a[0x0], R0 ;
AST.P a[0x20], R0 ;
EXIT ;
---- in far.sass
.sph type=1, version=3, shader=2, sass_version=3, threads=1, in_generics=0xf, patch_attributes=0x20
ALD.128 R0, a[0x80], RZ ;
AST.P a[0x18], R0 ;
AST.P.64 a[0x98], R0 ;
AST.P.128 a[0xa0], R0 ;
AST.P a[0x1fc], R0 ;
EXIT ;
---- in lost.sass
.sph type=1, version=3, shader=1, sass_version=3, out_generics=0xf, out_rest=1
AST a[0x80], R0 ;
AST a[0x90], R0 ;
AST a[0x3a0], R0 ;
EXIT ;
---- out
#version 450
layout(vertices = 3) out;
layout(location = 24) patch out vec4 patch_g1_out;
precise patch_g1_out;

void main() {
    precise float r0_1 = float(uint(gl_PatchVerticesIn) & 65535u & 63u);
    gl_TessLevelOuter[0] = r0_1;
    patch_g1_out.x = r0_1;
}
    gl_TessLevelOuter[0] = 5.0;
layout(location = 22) patch out vec2 patch_g0_zw_out;
precise patch_g0_zw_out;
layout(location = 31) patch out vec4 patch_g1_out;
precise patch_g1_out;
layout(location = 0) patch out vec4 patch_g2_out;
precise patch_g2_out;
layout(location = 21) patch out vec4 patch_g3_out;
precise patch_g3_out;
    patch_g0_zw_out.x = a0_in[0].x;
    patch_g1_out.z = a0_in[0].x;
    patch_g1_out.w = a0_in[0].y;
    patch_g2_out.x = a0_in[0].x;
    patch_g2_out.y = a0_in[0].y;
    patch_g2_out.z = a0_in[0].z;
    patch_g2_out.w = a0_in[0].w;
    patch_g3_out.w = a0_in[0].x;
---- err
lost.bin: note: a[0x90] is not stored: neither the header nor the stage has such an attribute
lost.bin: note: a[0x3a0] is not stored: hosts have no such attribute of this stage
