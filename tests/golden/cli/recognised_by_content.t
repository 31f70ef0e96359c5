# What a file is if no option names it: a note where nothing marks it, no word where a header does, and the candidates where
# there are several, of which the name's ending chooses.
run: relit asm --isa rsx.fp fp.txt -o a.bin && relit info a.bin | head -n 1 && relit info - < a.bin | head -n 1
run: relit info $DATA/maxwell/c_loop.uam.comp.dksh | head -n 1
run: relit info $DATA/gs/prim_tris.gs.xz | head -n 1
run: cp either.txt either.vsh && relit asm either.vsh | wc -c && cp either.txt either.VP && relit asm either.VP | wc -c
run: c=0; relit asm either.txt || c=$?; echo $c; c=0; relit info either.txt || c=$?; echo $c
run: cp diary.txt diary.fp; c=0; relit info diary.fp || c=$?; echo $c
run: head -c 4096 /dev/zero > zeros.vp; c=0; relit disasm zeros.vp || c=$?; echo $c
run: c=0; relit info "$(command -v relit)" 2> told || c=$?; sed 's/.*:0x0/relit:0x0/' told; echo $c
---- in fp.txt
MULR R0, f[TEX0], {1, 2, 3, 4};
---- in either.txt
MOV o[0], v[0];
---- in diary.txt
Dear diary, this is not a program at all.
---- out
isa                      rsx.fp
isa                      rsx.fp
isa                      maxwell
isa                      gs
16
16
3
3
3
3
relit:0x0: error: no known kind of program: this is an ELF file, for x86-64
3
---- err
a.bin: note: guessed rsx.fp, --isa to choose
<stdin>: note: guessed rsx.fp, --isa to choose
either.vsh: note: guessed nv2a, --isa to choose
either.VP: note: guessed rsx.vp, --isa to choose
either.txt:0x0: error: could be nv2a (text that assembles) or rsx.vp (text that assembles); name one with --isa
either.txt:0x0: error: could be nv2a (text that assembles) or rsx.vp (text that assembles); name one with --isa
diary.fp:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
zeros.vp:0x0: error: no known kind of program: the nearest are rsx.fp (no compiler writes such microcode), maxwell (words that do not decode as instructions), r500.vs (no assembler writes such instructions); name one with --isa
