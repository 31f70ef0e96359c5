# What follows the names is a file. 64-bit integers are used where targets are said to have them, doubles are needed.
run: relit translate --to glsl --context maxwell.convention=mesa --features int64 $DATA/maxwell/c_int64.nv117.comp.bin | grep -c int64
run: relit translate --features int64,float64 $DATA/maxwell/c_loop.uam.comp.dksh --to spirv -o loop.spv; ls
run: ! relit translate --to glsl --context maxwell.convention=mesa $DATA/maxwell/c_int64.nv117.comp.bin | grep int64
run: relit translate --to glsl --context maxwell.convention=mesa $DATA/maxwell/c_double.nv117.comp.bin
exit: 4
---- out
10
loop.spv
---- err
$DATA/maxwell/c_double.nv117.comp.bin: error: glsl: values of double, which the target lacks
