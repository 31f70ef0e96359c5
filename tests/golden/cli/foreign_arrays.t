# Arrays in sources of other programs, as xxd -i, converters and people write them: the bytes are recognised, and a note says what
# was assumed of numbers and their order.
run: relit asm --isa rsx.fp fp.txt --as c | tail -n +3 > fp.h; relit asm --isa rsx.fp fp.txt | od -A n -t x1 > wanted; relit asm fp.h | od -A n -t x1 | cmp - wanted
run: for file in xxd.h words.h nested.h rust.rs fp.h; do echo "$file: $(relit disasm $file | head -n 1)"; done
run: relit disasm --isa rsx.fp big.h | head -n 2; relit asm --isa rsx.vp vp.h -o vp.bin; od -A n -t x1 vp.bin
run: for file in big.h table.c cut.h large.h code.c; do relit disasm $file || echo $?; done
run: mkdir all; cp words.h xxd.h all; relit translate --each all --out out 2>&1 | sed 's/ in [0-9.]* s.*//'; ls out
---- in fp.txt
MULR R0, f[TEX0], {1, 2, 3, 4};
---- in xxd.h
unsigned char skin_bin[] = {
  0x00, 0x00, 0x00, 0x00, 0x1b, 0x00, 0x20, 0x00, 0x6c, 0x10, 0x36, 0x08,
  0x01, 0xf8, 0x70, 0x20
};
unsigned int skin_bin_len = 16;
---- in words.h
#ifndef SKIN_H
#define SKIN_H
/* mov oPos, v0 */
static const DWORD skin[1 * 4] =
{
    0x00000000, 0x0020001b, 0x0836106c, 0x2070f801 // the last
};
#endif
---- in nested.h
static const uint32_t program[1][4] = {
    {0x00000000u,0x0020001Bu,0x0836106Cu,0x2070F801u}
};
---- in rust.rs
#![allow(dead_code)]
pub const SKIN: &[u32; 4] = &[0, 0x0020_001b, 0x0836_106cu32, 0x2070f801];
---- in big.h
const u32 fp[] = { 0x01000140, 0x1c9dc801, 0x0001c800, 0x3fe1c800 };
---- in vp.h
alignas(16) const std::uint32_t vp[] = { 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81 };
---- in table.c
static const uint32_t crc[4] = { 0x00000000, 0x77073096, 0xee0e612c, 0x990951ba };
---- in cut.h
static const uint32_t skin[] = { 0x00000000, 0x0020001b,
---- in large.h
static const uint8_t skin[] = { 0x100 };
---- in code.c
int main(void) { return 0; }
---- out
xxd.h: mov oPos, v0
words.h: mov oPos, v0
nested.h: mov oPos, v0
rust.rs: mov oPos, v0
fp.h: 000: MULR R0, f[TEX0], {0x3f800000(1), 0x40000000(2), 0x40400000(3), 0x40800000(4)}; # last instruction
// warning: no instruction has END: this is all up to the end of the bytes
.order big  // big-endian dwords, their halves as they are
 40 1f 9c 6c 00 40 00 0d 81 06 c0 83 60 41 ff 81
3
3
3
3
3
all/words.h: note: arrays of numbers of 32 bits, taken for a file of nv2a with little-endian words
all/xxd.h: note: arrays of bytes, taken for a file of nv2a
2 translated, 0 found, 0 failed
words.h.glsl
xxd.h.glsl
---- err
fp.h: note: arrays of numbers of 32 bits, taken for a file of rsx.fp with big-endian words
xxd.h: note: arrays of bytes, taken for a file of nv2a
words.h: note: arrays of numbers of 32 bits, taken for a file of nv2a with little-endian words
nested.h: note: arrays of numbers of 32 bits, taken for a file of nv2a with little-endian words
rust.rs: note: arrays of numbers of 32 bits, taken for a file of nv2a with little-endian words
fp.h: note: arrays of numbers of 32 bits, taken for a file of rsx.fp with big-endian words
big.h: note: arrays of numbers of 32 bits, taken for a file of rsx.fp with big-endian words
big.h: warning: no instruction has END: this is all up to the end of the bytes
vp.h: note: arrays of numbers of 32 bits, taken for a file of rsx.vp with big-endian words
big.h: error: no known kind of program: arrays of numbers that no guest recognises; name one with --isa
table.c: error: no known kind of program: arrays of numbers that no guest recognises; name one with --isa
cut.h:2:1: error: no known kind of program: the text ends inside an array
large.h:1:33: error: no known kind of program: 0x100 does not fit into an element of 1 bytes
code.c:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
