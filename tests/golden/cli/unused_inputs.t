# An input that the program does not use is a note, told once; what no program of the guest has is a mistake, with the names that they have.
run: relit asm --isa rsx.vp vp.txt -o vp.bin; echo '[{"v0": [1, 2, 3, 4], "c300": [1], "textures": {"vt3": {"width": 1, "height": 1, "hex": "00000000"}}}, {"v0": [2], "c300": [2], "frag_coord": [1]}]' | relit run --isa rsx.vp vp.bin --inputs - --numbers | grep o0
run: relit asm --isa rsx.fp fp.txt -o fp.bin; echo '{"tex0": [1], "tex7": [1], "wpos": [1], "textures": {"t3": {"width": 1, "height": 1, "hex": "00000000"}}}' | relit run --isa rsx.fp fp.bin --inputs - --numbers | grep color0
run: relit asm --isa r500.fs fs.txt -o fs.bin; echo '{"texcoord0": [0.5], "colour3": [1], "facing": 1, "fconst200": [1]}' | relit run --isa r500.fs fs.bin --inputs - --numbers | grep color0
run: relit asm --isa nv2a vp.vsh -o vp.nv2a; echo '{"v0": [1], "v9": [1], "c190": [3]}' | relit run --isa nv2a vp.nv2a --inputs - --numbers | grep '"o0"'
run: relit asm --isa maxwell c.sass -o c.bin; echo '{"s1": [1], "c3": [1], "textures": {"t5": {"width": 1, "height": 1, "hex": "00000000"}}}' | relit run --isa maxwell c.bin --inputs - --context maxwell.workgroup0=1 || echo exit $?
run: for name in c192 v16 tex0 x; do echo "{\"$name\": [1]}" | relit run --isa nv2a vp.nv2a --inputs - || echo exit $?; done
run: echo '{"textures": {"t16": {}}}' | relit run --isa rsx.fp fp.bin --inputs - || echo exit $?
---- in vp.txt
MOV o[0], v[0];
---- in fp.txt
MOVR R0, f[TEX0];
---- in fs.txt
OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
---- in vp.vsh
mov oPos, v0
---- in c.sass
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R0 ;
EXIT ;
---- out
  "o0": [1.0,2.0,3.0,4.0],
  "o0": [2.0,0.0,0.0,1.0],
  "color0": [1.0,0.0,0.0,1.0],
  "color0": [0.5,0.0,0.0,0.5],
  "o0": [1.0,0.0,0.0,1.0],
{
  "s0": ["00000000","00000000","00000000","00000000"]
}
exit 3
exit 3
exit 3
exit 3
exit 3
---- err
<stdin>: note: "vt3": the program does not use it
<stdin>: note: "frag_coord": the program does not use it
<stdin>: note: "wpos": the program does not use it
<stdin>: note: "t3": the program does not use it
fs.bin: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
<stdin>: note: "colour3": the program does not use it
<stdin>: note: "facing": the program does not use it
<stdin>: note: "fconst200": the program does not use it
c.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
<stdin>: note: "t5": the program does not use it
<stdin>: note: "s1": the program does not use it
<stdin>: note: "c3": the program does not use it
<stdin>: error: set 0: "c192" is not an input of nv2a programs; they have v0 to v15, c0 to c191
<stdin>: error: set 0: "v16" is not an input of nv2a programs; they have v0 to v15, c0 to c191
<stdin>: error: set 0: "tex0" is not an input of nv2a programs; they have v0 to v15, c0 to c191
<stdin>: error: set 0: "x" is not an input of nv2a programs; they have v0 to v15, c0 to c191
<stdin>: error: "t16" is not a texture of rsx.fp programs; they have t0 to t15
