# Two inputs in one word: an error, unless the last is asked for. An option takes one value; the file may follow it.
run: relit asm --isa nv2a --option two-inputs=last in.vsh | relit disasm -
---- in in.vsh
add oPos, v0, v9
---- out
add oPos, v9, v9
---- err
<stdin>: note: guessed nv2a, --isa to choose
