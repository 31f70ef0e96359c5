# Stages in any order, with two vertex programs, which run in a row: generic 1 of the first is used up in the second, generic 2
# reaches the geometry program only, and the fragment program finds no generic 3.
run: relit translate fp.txt a.txt gp.txt b.txt --context maxwell.topology=points | grep -v '^$'
run: relit translate b.txt a.txt --to ir | grep 'loadfile'
run: relit translate a.txt b.txt gp.txt fp.txt --json | grep -B 8 -A 4 'read_in'
run: relit translate a.txt b.txt gp.txt fp.txt --to spirv -o all && ls all*
run: ! relit translate gp.txt fp.txt
run: ! relit translate a.txt b.txt gp.txt fp.txt --to spirv
---- in a.txt
.sph type=1, version=3, shader=1, in_generics=0xf, out_generics=0xf10
ALD.128 R0, a[0x80] ;
AST a[0x90], R0 ;
AST.128 a[0xa0], R0 ;
EXIT ;
---- in b.txt
.sph type=1, version=3, shader=1, in_generics=0x10, out_system_ab=0xf0000000
ALD R0, a[0x90] ;
MOV R1, R0 ;
MOV R2, RZ ;
MOV32I R3, 0x3f800000 ;
AST.128 a[0x70], R0 ;
EXIT ;
---- in gp.txt
.sph type=1, version=3, shader=4, topology=1, max_vertices=1, threads=1, in_system_ab=0xf0000000, in_generics=0xff0, out_system_ab=0xf0000000, out_generics=0xf3
ALD.128 R0, a[0x70], RZ ;
AST.128 a[0x70], R0 ;
ALD.64 R0, a[0xa0], RZ ;
AST.64 a[0x80], R0 ;
ALD.128 R0, a[0xa0], RZ ;
AST.128 a[0x90], R0 ;
OUT.EMIT_THEN_CUT RZ, RZ, RZ ;
EXIT ;
---- in fp.txt
.sph type=2, version=3, shader=5, in_generics=0xaa0000aa, targets=0xf
IPA.PASS R0, a[0x80] ;
IPA.PASS R1, a[0x84] ;
IPA.PASS R2, a[0x8c] ;
IPA.PASS R3, a[0xbc] ;
EXIT ;
---- out
// vertex: a.txt and b.txt
#version 450
layout(location = 0) in vec4 a;
precise gl_Position;
layout(location = 2) out vec4 o2;
precise o2;
void main() {
    o2 = vec4(0.0);
    gl_Position = vec4(a.xx, 0.0, 1.0);
    o2.xy = a.xy;
}
// geometry: gp.txt
#version 450
layout(points) in;
layout(points, max_vertices = 1) out;
layout(location = 2) in vec4 a2_in[];
precise gl_Position;
layout(location = 0) out vec4 o1;
precise o1;
void main() {
    o1 = vec4(0.0);
    gl_Position = vec4(gl_in[0].gl_Position.xy, 0.0, 1.0);
    o1.xy = a2_in[0].xy;
    o1.w = 1.0;
    EmitVertex();
    EndPrimitive();
}
// fragment: fp.txt
#version 450
layout(location = 0) in vec4 a0;
layout(location = 0) out vec4 c0;
precise c0;
void main() {
    c0 = vec4(a0.x * gl_FragCoord.w, a0.y * gl_FragCoord.w, a0.w * gl_FragCoord.w, gl_FragCoord.w);
}
  %r0_1: f32 = loadfile a[1] @1
  %between_1: f32x4 = loadfile a[0]
      "stage": "vertex",
      "kind": "varying",
      "name": "o2",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 2,
      "size": 16,
      "read_in": "geometry",
      "read_as": "a2_in"
    },
    {
      "stage": "geometry",
--
      "stage": "geometry",
      "kind": "varying",
      "name": "o1",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 0,
      "size": 16,
      "read_in": "fragment",
      "read_as": "a0"
    },
    {
      "stage": "fragment",
all.frag.spv
all.geom.spv
all.vert.spv
---- err
fp.txt: note: guessed maxwell, --isa to choose
a.txt: note: guessed maxwell, --isa to choose
gp.txt: note: guessed maxwell, --isa to choose
b.txt: note: guessed maxwell, --isa to choose
b.txt: note: guessed maxwell, --isa to choose
a.txt: note: guessed maxwell, --isa to choose
{"note":{"file":"a.txt","text":"guessed maxwell, --isa to choose"}}
{"note":{"file":"b.txt","text":"guessed maxwell, --isa to choose"}}
{"note":{"file":"gp.txt","text":"guessed maxwell, --isa to choose"}}
{"note":{"file":"fp.txt","text":"guessed maxwell, --isa to choose"}}
a.txt: note: guessed maxwell, --isa to choose
b.txt: note: guessed maxwell, --isa to choose
gp.txt: note: guessed maxwell, --isa to choose
fp.txt: note: guessed maxwell, --isa to choose
gp.txt: note: guessed maxwell, --isa to choose
fp.txt: note: guessed maxwell, --isa to choose
relit: error: a draw has a vertex program and at most one program of each later stage; gp.txt is a geometry program, fp.txt is a fragment program
a.txt: note: guessed maxwell, --isa to choose
b.txt: note: guessed maxwell, --isa to choose
gp.txt: note: guessed maxwell, --isa to choose
fp.txt: note: guessed maxwell, --isa to choose
relit: error: several SPIR-V modules require -o NAME, for NAME.vert.spv, NAME.geom.spv and NAME.frag.spv
