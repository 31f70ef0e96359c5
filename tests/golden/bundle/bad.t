# What is refused, and how it is named.
run: relit bundle make $DATA/rsx/hand/vp_sat.vp.bin $DATA/rsx/hand/fp_mods.fp.bin --isa rsx.vp,rsx.fp -o two.relit
run: relit disasm two.relit || echo $?; relit disasm two.relit --program 3 || echo $?; relit disasm $DATA/nv2a/op_add.bin --isa nv2a --program 1 || echo $?
run: head -c 700 two.relit > cut.relit; relit info cut.relit || echo $?; sed 's/rsx/rsy/g' two.relit > other.relit; relit bundle check other.relit || echo $?
run: relit bundle make no_such_file -o x.relit || echo $?; relit bundle list || echo $?; relit bundle show || echo $?; relit bundle extract two.relit || echo $?
run: relit verify $DATA/nv2a/op_add.bin --isa nv2a --dump folder || echo $?
run: echo '{"textures": {"t0": {"file": "texels"}}}' > in.json; relit bundle make $DATA/rsx/hand/fp_tex.fp.bin --isa rsx.fp --inputs in.json -o x.relit || echo $?
run: relit bundle make $DATA/nv2a/op_add.bin --isa nv2a --context nv2a.arithmetic=exact -o 1.relit; relit bundle make $DATA/nv2a/op_add.bin --isa nv2a --context nv2a.arithmetic=fast -o 2.relit; relit translate 1.relit 2.relit || echo $?
run: relit bundle import two.relit -o out || echo $?; ls *.relit
---- out
2
2
2
3
3
3
2
2
2
2
3
2
0 bundles, 1 refused
3
1.relit
2.relit
cut.relit
other.relit
two.relit
---- err
two.relit: error: the bundle has several programs: --program of 1 (rsx.vp, vertex), 2 (rsx.fp, fragment)
two.relit: error: --program 3: the bundle has 1 (rsx.vp, vertex), 2 (rsx.fp, fragment)
$DATA/nv2a/op_add.bin: error: --program: it is no bundle and no log
cut.relit: error: the archive has no directory at its end: it is cut off
other.relit: error: bundle.json: its checksum is wrong
no_such_file: error: cannot open: No such file or directory
bundle: error: expected one of make, show, extract, check, import
bundle: error: expected relit bundle show FILE
bundle extract: error: name the folder with --out DIR
$DATA/nv2a/op_add.bin: error: --dump: verify writes a bundle: name it NAME.relit
in.json: error: texture t0 is in a file of its own: give it as "hex"
2.relit: error: nv2a.arithmetic is 0, and 1 in another bundle: name one with --context
two.relit: error: no shader cache of RPCS3 (shaders_cache), Ryujinx (guest.toc) or yuzu (vulkan.bin, opengl.bin), and no frame capture of RPCS3
