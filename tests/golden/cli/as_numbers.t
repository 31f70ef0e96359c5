# What asm --as writes is read back by disasm and by asm to the same bytes: a program of each guest in each form that its
# files have, raw, in other orders of bytes, in containers,
# as streams and dumps.
run: sh check.sh
run: relit asm two.vsh --isa nv2a --as c
run: relit asm two.vsh --isa nv2a --as rust --name SKIN
run: relit asm two.vsh --isa nv2a --as hex
run: relit asm two.vsh --isa nv2a --as c --json; relit asm two.vsh --isa nv2a --as hex --json -o two.hex; wc -c < two.hex
run: relit asm two.vsh --isa nv2a --as c -o two.h; relit asm two.h --as rust | head -n 1; relit asm two.h -o two.bin; relit asm two.vsh --isa nv2a | cmp - two.bin
---- in two.vsh
mov oPos, v0
mov oT0, v9
---- in check.sh
texts() { # ISA NAME TEXT: of the program, in the forms of --as
    relit asm --isa $1 $3 -o plain.bin || { echo "$2 does not assemble"; return; }
    for form in hex c rust bin; do
        relit asm --isa $1 $3 --as $form -o shown || echo "$2 --as $form"
        if [ $form = bin ]; then cmp plain.bin shown; continue; fi
        relit asm shown -o back.bin && cmp plain.bin back.bin || echo "$2 --as $form: other bytes"
        relit disasm --isa $1 plain.bin > wanted 2>/dev/null; relit disasm shown > listed 2>told
        cmp wanted listed || echo "$2 --as $form: another listing"
        grep guessed told
    done
    count=$((count + 1))
}
count=0
each() { # ISA FILE...: programs by their listings
    isa=$1; shift
    for file in "$@"; do relit disasm --isa $isa $file > text 2>/dev/null; texts $isa $file text; done
}
each nv2a $DATA/nv2a/const_high.bin $DATA/nv2a/skin2.bin
each rsx.vp $DATA/rsx/hand/vp_sets.vp.bin $DATA/rsx/containers/t.vpo $DATA/rsx/containers/types.cgb
each rsx.fp $DATA/rsx/hand/fp_tex.fp.bin $DATA/rsx/containers/tint.fpo $DATA/rsx/containers/level.cgb
relit disasm --isa rsx.fp $DATA/rsx/hand/fp_tex.fp.bin > listing
for order in little big little_halves; do { echo ".order $order"; cat listing; } > text; texts rsx.fp $order text; done
each maxwell $DATA/maxwell/c_udiv.nv117.comp.bin $DATA/maxwell/f_tex2d.nv117.frag.bin $DATA/maxwell/f_tex2d.uam.frag.dksh
each r500.vs $DATA/r500/vs_flow_3.vs.bin $DATA/r500/flow_stream.vs.bin
each r500.fs $DATA/r500/fs_branches_4.fs.bin
each gs $DATA/gs/scanmsk.gs.xz $DATA/gs/raw/sprite.bin
relit disasm $DATA/r500/gouraud_triangle > text; texts r500 stream text
texts atom tables $DATA/r500/atom_tables.atom; texts ir sum sum.ir
echo $count
---- in sum.ir
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i64 = loadfile in[0]
  %in2_1: i64 = loadfile in[2]
  %1: i64 = iadd %in0_1, %in2_1
  storefile out[0].x, %1
  return
---- out
22
// relit: nv2a, 32 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
#include <stdint.h>

static const uint32_t two[8] = {
    0x00000000, 0x0020001b, 0x0836106c, 0x2070f800,
    0x00000000, 0x0020121b, 0x0836106c, 0x2070f849,
};
// relit: nv2a, 32 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
pub const SKIN: [u32; 8] = [
    0x00000000, 0x0020001b, 0x0836106c, 0x2070f800,
    0x00000000, 0x0020121b, 0x0836106c, 0x2070f849,
];
// relit: nv2a, 32 bytes as words of 32 bits, little-endian
// The least significant byte of each word comes first in the file.
00000000 0020001b 0836106c 2070f800
00000000 0020121b 0836106c 2070f849
{
  "isa": "nv2a",
  "as": "c",
  "size": 289,
  "text": "// relit: nv2a, 32 bytes as words of 32 bits, little-endian\n// The least significant byte of each word comes first in the file.\n#include <stdint.h>\n\nstatic const uint32_t two[8] = {\n    0x00000000, 0x0020001b, 0x0836106c, 0x2070f800,\n    0x00000000, 0x0020121b, 0x0836106c, 0x2070f849,\n};\n"
}
{
  "isa": "nv2a",
  "as": "hex",
  "file": "two.hex",
  "size": 200
}
200
// relit: nv2a, 32 bytes as words of 32 bits, little-endian
