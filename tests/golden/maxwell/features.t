# What follows the names is a file. 64-bit integers are there for targets that are said to have them.
run: relit translate --to glsl --context maxwell.convention=mesa --features int64 $DATA/maxwell/c_int64.nv117.comp.bin | grep -c int64
run: relit translate --features int64,float64 $DATA/maxwell/c_loop.uam.comp.dksh --to spirv -o loop.spv; ls
run: relit translate --to glsl --context maxwell.convention=mesa $DATA/maxwell/c_int64.nv117.comp.bin
exit: 4
---- out
10
loop.spv
---- err
$DATA/maxwell/c_int64.nv117.comp.bin: error: glsl: values of uint64_t, which the target lacks
