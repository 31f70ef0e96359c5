# Single programs as Ryujinx and yuzu dump them: with a header, without one and filled up with zeros, with the branch that ends it.
run: cp $DATA/maxwell/f_tex2d.nv117.frag.bin full.bin; tail -c +81 full.bin > code; (cat code; head -c 16 /dev/zero) > code.bin; (cat code; printf '\017\000\207\377\377\017\100\342'; head -c 8 /dev/zero) > 0011223344556677_FS_8899aabbccddeeff.ash
run: relit info full.bin | head -4; relit info code.bin | head -5; relit info *_FS_*.ash | head -5; relit disasm *_FS_*.ash | tail -n 4; relit translate code.bin || echo $?
run: (cat $DATA/maxwell/c_loop.nv117.comp.bin; printf '\017\000\207\377\377\017\100\342'; head -c 8 /dev/zero) > 0011223344556677_CS_8899aabbccddeeff.ash; relit translate --json *_CS_*.ash --context maxwell.convention=mesa -o a.glsl 2>&1 | grep -A 4 '"name": "maxwell.workgroup0"'; relit translate *_CS_*.ash --context maxwell.convention=mesa | tail -n 3
---- out
isa                      maxwell
bytes                    224
file                     code with a program header
stage                    fragment
isa                      maxwell
bytes                    160
file                     code
stage                    unknown
instructions             13
isa                      maxwell
bytes                    160
file                     code
stage                    unknown
instructions             14
/*0088*/ 3f:-:-:Y:f      EXIT ;
L0090:
/*0090*/ --:1:1:Y:0      BRA L0090 ;
.zero 8
4
      "name": "maxwell.workgroup0",
      "value": "open",
      "why": "code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1"
    },
    {
        store_s1(r2_1 & 0x3fffffffu, r4_1);
    }
}
---- err
code.bin: note: guessed maxwell, --isa to choose
0011223344556677_FS_8899aabbccddeeff.ash: note: guessed maxwell, --isa to choose
0011223344556677_FS_8899aabbccddeeff.ash: note: guessed maxwell, --isa to choose
code.bin: note: guessed maxwell, --isa to choose
code.bin:0x8: error: IPA: requires the header of a fragment program
0011223344556677_CS_8899aabbccddeeff.ash: note: guessed maxwell, --isa to choose
0011223344556677_CS_8899aabbccddeeff.ash: note: assumes maxwell.workgroup0=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
0011223344556677_CS_8899aabbccddeeff.ash: note: assumes maxwell.workgroup1=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
0011223344556677_CS_8899aabbccddeeff.ash: note: assumes maxwell.workgroup2=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
