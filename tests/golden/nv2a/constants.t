run: relit disasm --constants d3d $DATA/nv2a/const_high.bin
run: relit disasm --constants gl $DATA/nv2a/const_high.bin
---- out
.constants d3d
mov oPos, c[95]
mov oT0, c[0]
mov oT1, c[-1]
add oT2, v9, c[-96]
.constants gl
mov oPos, c[95]
mov oT0, c[0]
mov oT1, c[191]
add oT2, v9, c[96]
---- err
$DATA/nv2a/const_high.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/const_high.bin: note: guessed nv2a, --isa to choose
