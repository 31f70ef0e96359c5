# SPIR-V without names and lines.
run: relit translate --to spirv -o lines.spv $DATA/nv2a/matmul.bin && relit translate --to spirv --debug-info lines -o same.spv $DATA/nv2a/matmul.bin && cmp lines.spv same.spv
run: relit translate --to spirv --debug-info none -o none.spv $DATA/nv2a/matmul.bin
run: spirv-dis --raw-id lines.spv | grep -cE 'Op(Line|Name|String|Source)'
run: spirv-dis --raw-id none.spv | grep -cE 'Op(Line|Name|MemberName|String|Source|NoLine)' | grep -x 0
run: spirv-val none.spv
run: ! relit translate --to spirv --debug --debug-info none $DATA/nv2a/matmul.bin
run: ! relit translate --to glsl --debug-info none $DATA/nv2a/matmul.bin
run: relit translate --to spirv --debug-info some $DATA/nv2a/matmul.bin 2>/dev/null
exit: 2
---- out
24
0
---- err
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: error: --debug excludes --debug-info none
relit: error: --debug-info has no effect with --to glsl; it requires --to spirv
