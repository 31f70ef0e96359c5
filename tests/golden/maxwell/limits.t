# What no program of the machine has is refused, not cut down.
run: relit asm --isa maxwell in.txt -o in.bin && relit asm --isa maxwell geometry.txt -o geometry.bin
run: relit translate --isa maxwell --context maxwell.workgroup0=16 --context maxwell.workgroup2=64 in.bin >fits.glsl
run: ! relit translate --isa maxwell --context maxwell.workgroup0=1025 in.bin
run: ! relit translate --isa maxwell --context maxwell.workgroup2=65 in.bin
run: ! relit translate --isa maxwell --context maxwell.workgroup0=32 --context maxwell.workgroup1=33 in.bin
run: relit translate --isa maxwell geometry.bin
exit: 3
---- in in.txt
EXIT;
---- in geometry.txt
.sph type=1, version=3, shader=4, sass_version=3, threads=1, topology=7, max_vertices=1025, out_system_ab=0xf0000000
EXIT;
---- err
relit: error: --context maxwell.workgroup0=1025: expected open, a number from 1 to 1024
in.bin: error: a workgroup of 1 x 1 x 65 threads; the machine has 1024 at most, 64 along z
in.bin: error: a workgroup of 32 x 33 x 1 threads; the machine has 1024 at most, 64 along z
geometry.bin: error: the program emits 1025 vertices; the machine takes 1024 at most
