run: relit run $DATA/nv2a/op_add.bin --inputs in.json --on vulkan --device "no such card"
exit: 6
---- in in.json
{}
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/op_add.bin: error: no Vulkan device has a name that contains 'no such card'; there are: llvmpipe (LLVM 15.0.6, 256 bits)
