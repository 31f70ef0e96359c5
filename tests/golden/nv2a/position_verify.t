# The interpreter, SPIR-V and GLSL take the same steps.
run: relit verify $DATA/nv2a/matmul.bin --context nv2a.surface_width=720 --context nv2a.surface_height=480 --samples 64 | grep -c agrees
run: relit verify $DATA/nv2a/r12_mirror.bin --arithmetic exact --context nv2a.surface_width=640 --context nv2a.surface_height=480 --context nv2a.depth_format=f16 --samples 16 | grep -c agrees
---- out
4
4
---- err
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/r12_mirror.bin: note: guessed nv2a, --isa to choose
