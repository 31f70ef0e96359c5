# What a run of a command table refuses, and a table that waits for ever.
run: cp $DATA/r500/atom_run.atom in.atom
run: bad() { c=0; "$@" >/dev/null 2>told || c=$?; echo "$c $(head -n 1 told | sed "s|$DATA|DATA|")"; }; relit asm in.atom -o a.rom; printf '0x6080 1\n0x6081 1\n' > odd.txt
run: bad relit run a.rom --table EnableCRTC; bad relit run a.rom --table EnableCRTX; bad relit run a.rom --table 36; bad relit run a.rom --table 35 --param 1,x; bad relit run a.rom --table 35 --registers odd.txt; bad relit run a.rom --table 35 --registers /nowhere; bad relit run a.rom --inputs x; bad relit run a.rom; bad relit run a.rom --trace; bad relit run a.rom --table 35 --inputs x; bad relit run --isa nv2a $DATA/nv2a/op_add.bin --table 35
run: relit run a.rom --table 35
exit: 3
---- out
3 a.rom: note: read as 0, for --registers does not list them: D1CRTC_STATUS
2 a.rom: error: --table: the image has no command table EnableCRTX; relit info lists those it has
2 a.rom: error: --table: the image has no command table 36; relit info lists those it has
2 relit: error: --param: x is no dword
3 odd.txt:2:1: error: an address is a multiple of 4
3 /nowhere: error: cannot open: No such file or directory
3 a.rom: error: this is a atom video BIOS, not a shader: use disasm, explain, info or run --table
2 relit: error: run requires --inputs or --grid, or --table of an AtomBIOS image
2 relit: error: run requires --inputs or --grid, or --table of an AtomBIOS image
2 relit: error: --table excludes --inputs
2 DATA/nv2a/op_add.bin: error: --table: this is a nv2a program, not an image of AtomBIOS
---- err
a.rom: note: read as 0, for --registers does not list them: D1CRTC_STATUS
a.rom:0x88: error: more than 1048576 instructions: EnableCRTC (at 0x0078, 32 bytes) repeats 0x0081 to 0x0088 and waits for D1CRTC_STATUS, which reads 0x00000000
