# translate --validate: what SPIRV-Tools and glslang take is the output as it is without it; a module with more loops than they take in
# reasonable time is refused, and IR has no validator.
run: for o in "--to spirv" "--to glsl" "--for opengl" --partial; do for v in "" --validate; do relit translate $DATA/nv2a/skin2.bin --isa nv2a $o $v -o - 2>told | cksum; done | uniq | wc -l; done; mkdir in; cp $DATA/nv2a/op_add.bin in; relit translate --each in --out out --to spirv --validate; ls out; cp $DATA/rsx/mesa/f_phong/vp.bin v.bin; cp $DATA/rsx/mesa/f_phong/fp.bin f.bin; relit translate --isa rsx.vp,rsx.fp v.bin f.bin --to spirv --validate -o pair; ls pair*
run: relit translate $DATA/nv2a/skin2.bin --isa nv2a --to ir --validate || echo "exit $?"; { echo 'MOV R0, c[0x2][0x4] ;'; for i in $(seq 257); do echo "L$i: IADD R0, R0, 0x1 ;"; echo 'ISETP.LT.AND P0, PT, R0, c[0x2][0x0], PT ;'; echo "@P0 BRA L$i ;"; done; echo 'MOV R4, c[0x0][0x140] ;'; echo 'MOV R5, c[0x0][0x144] ;'; echo 'STG.E [R4], R0 ;'; echo 'EXIT ;'; } > loops.txt; for to in spirv glsl; do relit translate --isa maxwell loops.txt --to $to --validate -o x 2>&1 | grep -v note; done; ls x 2>told || echo none
---- out
1
1
1
1
1 translated, 0 found, 0 failed
op_add.bin.spv
pair.frag.spv
pair.vert.spv
exit 2
loops.txt: error: has 257 loops and 1 choices; SPIRV-Tools validate at most 256 and 8192 in reasonable time
loops.txt: error: has 257 loops and 258 choices; SPIRV-Tools validate at most 256 and 8192 in reasonable time
none
---- err
relit: error: --validate has no effect with --to ir; it requires --to glsl or spirv
