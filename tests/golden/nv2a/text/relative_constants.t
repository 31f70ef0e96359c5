# The parts of a relative index stand in any order; a name can be a destination.
run: relit asm --isa nv2a in.vsh | relit disasm -
---- in in.vsh
#bones matrix4 100
#out vector 20
mov oT0, c[ 60 + A0 ]
mov oT1, c[60+a0.x]
mov oT2, C[A0 + 60]
mov oT3, c[1 + A0.x + 59]
mov oD0, #bones[2 + A0]
mov #out, R0
mov #bones[1].xy, R0 + mov R1, R0
---- out
mov oT0, c[A0+60]
mov oT1, c[A0+60]
mov oT2, c[A0+60]
mov oT3, c[A0+60]
mov oD0, c[A0+102]
mov c[20], R0
mov R1, R0 + mov c[101].xy, R0
---- err
<stdin>: note: guessed nv2a, --isa to choose
