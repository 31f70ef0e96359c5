run: for each in query fetch; do relit asm --isa maxwell $each.sass -o $each.bin; relit translate --isa maxwell --context maxwell.convention=2 --context maxwell.workgroup0=1 --json $each.bin | sed -n '/"assumed"/,/]/p'; done
run: relit translate --isa maxwell --context maxwell.convention=2 --context maxwell.workgroup0=1 --context maxwell.texture0.shape=3 query.bin | grep sampler
run: relit asm --isa maxwell reuse.sass -o reuse.bin && od -An -tx8 -N8 reuse.bin && relit disasm --isa maxwell reuse.bin | grep reuse
# What a query or a fetch alone does not say of a texture is assumed, and listed. Reuse flags count operands: in forms whose
# constant is C the register at 46:39 is B, bit 1.
---- in query.sass
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
TXQ R0, RZ, TEX_HEADER_DIMENSION, 0x28, 0x7 ;
STG.E.64 [R60], R0 ;
STG.E [R60+0x8], R2 ;
EXIT ;
---- in fetch.sass
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
TLD.LZ R0, R4, 0x28, 1D, 0x1 ;
STG.E [R60], R0 ;
EXIT ;
---- in reuse.sass
XMAD R4, R35.reuse, R2.reuse, c[0x0][0x158] ;
FFMA R4, R35, R2.reuse, c[0x0][0x158] ;
FFMA R4, R35, c[0x0][0x158], R2.reuse ;
EXIT ;
---- out
  "assumed": [
    {
      "name": "maxwell.texture0.shape",
      "value": "2d",
      "why": "the code only queries the texture"
    },
    {
      "name": "maxwell.texture0.texels",
      "value": "float",
      "why": "default"
    },
    {
      "name": "maxwell.workgroup1",
      "value": "open",
      "why": "default"
    },
    {
      "name": "maxwell.workgroup2",
      "value": "open",
      "why": "default"
    }
  ],
  "assumed": [
    {
      "name": "maxwell.texture0.shape",
      "value": "1d",
      "why": "the code fetches by one coordinate, as from a buffer"
    },
    {
      "name": "maxwell.texture0.texels",
      "value": "float",
      "why": "default"
    },
    {
      "name": "maxwell.texture0.unnormalised",
      "value": "0",
      "why": "default"
    },
    {
      "name": "maxwell.workgroup1",
      "value": "open",
      "why": "default"
    },
    {
      "name": "maxwell.workgroup2",
      "value": "open",
      "why": "default"
    }
  ],
layout(set = 2, binding = 0) uniform sampler3D t0;
 201f8080fc0607e0
/*0008*/ --:-:-:Y:0      XMAD R4, R35.reuse, R2.reuse, c[0x0][0x158] ;
/*0010*/ --:-:-:Y:0      FFMA R4, R35, R2.reuse, c[0x0][0x158] ;
/*0018*/ --:-:-:Y:0      FFMA R4, R35, c[0x0][0x158], R2.reuse ;
---- err
{"note":{"file":"query.bin","text":"assumes maxwell.texture0.shape=2d: the code only queries the texture"}}
{"note":{"file":"fetch.bin","text":"assumes maxwell.texture0.shape=1d: the code fetches by one coordinate, as from a buffer"}}
