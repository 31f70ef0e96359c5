# What follows the names is a file. 64-bit numbers are used where targets are said to have them.
run: relit translate --to glsl --context maxwell.workgroup0=64 --context maxwell.convention=mesa --features int64 $DATA/maxwell/c_int64.nv117.comp.bin | grep -c int64
run: relit translate --features int64,float64 $DATA/maxwell/c_loop.uam.comp.dksh --to spirv -o loop.spv; ls
run: ! relit translate --to glsl --context maxwell.workgroup0=64 --context maxwell.convention=mesa $DATA/maxwell/c_int64.nv117.comp.bin | grep int64
run: ! relit translate --to glsl --context maxwell.workgroup0=64 --context maxwell.convention=mesa $DATA/maxwell/c_double.nv117.comp.bin | grep -E 'double|int64'
---- out
6
loop.spv
---- err
$DATA/maxwell/c_int64.nv117.comp.bin: note: guessed maxwell, --isa to choose
$DATA/maxwell/c_int64.nv117.comp.bin: note: guessed maxwell, --isa to choose
$DATA/maxwell/c_double.nv117.comp.bin: note: guessed maxwell, --isa to choose
