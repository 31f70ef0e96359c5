# What is read piece by piece cannot be written over meanwhile, and standard input can only be used once.
run: relit asm --isa gs in.txt -o dump.gs && cp dump.gs same.gs
run: ! relit disasm dump.gs -o dump.gs
run: cmp dump.gs same.gs
run: ! relit replay --diff - - < dump.gs
run: relit replay --diff - same.gs < dump.gs
---- in in.txt
.gs stream
PRMODECONT AC=1
.upload DBP=64, DBW=1, DPSM=CT32, RRW=2, RRH=1
    .data 0x1, 0x2, 0x3, 0x4
.vsync
---- out
no difference in 0 draws
---- err
dump.gs: note: guessed gs, --isa to choose
dump.gs: error: is the input, which is still being read: name another output
<stdin>: error: can only be read once: name a file for one of the two
