# No option names the language, but one assembler takes the first line.
run: relit asm in.vsh
exit: 3
---- in in.vsh
mov oPos, v0
mvo oD0, v3
---- err
in.vsh: note: guessed nv2a, --isa to choose
in.vsh:2:1: error: 'mvo' is not an operation
