run: relit translate --to glsl --context nv2a.surface_width=640 $DATA/nv2a/matmul.bin
exit: 2
---- err
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: error: nv2a.surface_width and nv2a.surface_height require each other
