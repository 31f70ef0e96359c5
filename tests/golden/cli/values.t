# The constants that a program's file gives values: with their slots, in each form of --as; what --values wrote is read back.
run: for file in rsx/containers/rows.vpo rsx/containers/types.cgb maxwell/c_texgather_offs.uam.comp.dksh; do relit disasm --values $DATA/$file; done
run: relit disasm --values $DATA/rsx/containers/tint.fpo --as c --name tint; relit disasm --values --isa nv2a push.bin --as rust
run: relit disasm --values --isa r500.vs $DATA/r500/flow_stream.vs.bin; relit asm fs.txt --isa r500.fs -o fs.bin; relit disasm --values --isa r500.fs fs.bin
run: relit disasm --values $DATA/rsx/containers/types.cgb --json
run: sh back.sh
run: relit disasm tint.c || echo $?
run: for file in gs/prim_tris.gs.xz nv2a/op_add.bin; do relit disasm --values $DATA/$file || echo $?; done
---- in back.sh
relit disasm --values $DATA/rsx/containers/tint.fpo --as bin -o tint.bin; od -A n -t x4 tint.bin
for form in hex c rust; do
    relit disasm --values $DATA/rsx/containers/tint.fpo --as $form -o tint.$form
    relit disasm --values tint.$form --as bin | cmp - tint.bin
done
---- in fs.txt
.const 3 = 1.0, -2.0, 0.5, 0x7fc00001
OUT TEX_SEM_WAIT src0.rgb = const[3] : out[0].rgb = MAX src0.rgb src0.rgb ;
---- hex push.bin
a41e0400 60000000 800b1000 0000803f 000000c0 00000000 0000803f
9c1e0400 00000000 000b1000 00000000 1b002000 6c103608 01f87020
---- out
// relit: constants of rsx.vp, 16 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
3f000000 40000000 00000000 3f800000 // c[10] = 0.5, 2.0, 0.0, 1.0
// relit: constants of rsx.vp, 16 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
3f800000 40000000 00000000 bf800000 // c[16] = 1.0, 2.0, 0.0, -1.0 (bias)
// relit: constants of maxwell, 64 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
fffffffe 00000001 00000000 00000000 // c[0x1][0x0]
00000003 00000000 00000000 00000000 // c[0x1][0x10]
00000001 fffffffc 00000000 00000000 // c[0x1][0x20]
00000000 00000002 00000000 00000000 // c[0x1][0x30]
// relit: constants of rsx.fp, 48 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
#include <stdint.h>

static const uint32_t tint[12] = {
    0x00000000, 0x00000000, 0x00000000, 0x00000000, // fconst[0], byte 0x20 of the microcode = 0.0, 0.0, 0.0, 0.0 (tint)
    0x3f000000, 0x40000000, 0x00000000, 0x3f800000, // fconst[1], byte 0x40 of the microcode = 0.5, 2.0, 0.0, 1.0
    0x00000000, 0x00000000, 0x00000000, 0x00000000, // fconst[2], byte 0x60 of the microcode = 0.0, 0.0, 0.0, 0.0
};
// relit: constants of nv2a, 16 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
pub const PUSH: [u32; 4] = [
    0x3f800000, 0xc0000000, 0x00000000, 0x3f800000, // c[96] = 1.0, -2.0, 0.0, 1.0
];
// relit: constants of r500.vs, 80 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
40a00000 00000000 00000000 00000000 // const[0] = 5.0, 0.0, 0.0, 0.0
3dcccccd 00000000 00000000 00000000 // const[1] = 0.1, 0.0, 0.0, 0.0
00000000 3d4ccccd 3f800000 3f000000 // const[2] = 0.0, 0.05, 1.0, 0.5
40000000 00000000 00000000 00000000 // const[3] = 2.0, 0.0, 0.0, 0.0
3e22f983 3f000000 40c90fdb c0490fdb // const[4] = 0.15915494, 0.5, 6.2831855, -3.1415927
// relit: constants of r500.fs, 16 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
3f800000 c0000000 3f000000 7fc00001 // const[3] = 1.0, -2.0, 0.5, nan
{
  "isa": "rsx.vp",
  "constants": [
    {
      "slot": "c[16]",
      "name": "bias",
      "words": "3f800000 40000000 00000000 bf800000"
    }
  ]
}
 00000000 00000000 00000000 00000000
 3f000000 40000000 00000000 3f800000
 00000000 00000000 00000000 00000000
3
4
4
---- err
$DATA/rsx/containers/tint.fpo: note: 3 constants of four little-endian words, fconst[0], byte 0x20 of the microcode to fconst[2], byte 0x60 of the microcode; --as hex lists all slots
tint.c: error: by their first line these numbers are constants of rsx.fp, not a file of a guest language
$DATA/gs/prim_tris.gs.xz: error: files of gs have no constants of a program
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/op_add.bin: error: the file has no values of constants: they come from elsewhere
