# 0 times infinity; vertex textures have no alpha to kill by
run: relit run vp.txt --isa rsx.vp --inputs in.json --numbers --context rsx.vp.rules=modern | grep '"o[12]"'
run: relit run vp.txt --isa rsx.vp --inputs in.json --numbers --context rsx.vp.rules=legacy | grep '"o[12]"'
run: relit run vp.txt --isa rsx.vp --inputs in.json --numbers --context rsx.vp.rules=legacy --on vulkan | grep '"o[12]"'
run: ! relit run vp.txt --isa rsx.vp --inputs in.json --context rsx.vp.texture0.alpha_kill=1
---- in vp.txt
MUL o[1].xyz, v[0], c[0];
SLT o[2], v[0], c[0];
---- in in.json
{"v0": [0, "7f800000", 2, "ffc00000"], "c0": ["7f800000", 0, 3, 1]}
---- out
  "o1": ["nan","nan",6.0,1.0],
  "o2": [1.0,0.0,1.0,0.0],
  "o1": [0.0,0.0,6.0,1.0],
  "o2": [1.0,0.0,1.0,1.0],
  "o1": [0.0,0.0,6.0,1.0],
  "o2": [1.0,0.0,1.0,1.0],
---- err
relit: error: --context rsx.vp.texture0.alpha_kill=1: rsx.vp does not have this key; it has rsx.vp.arithmetic, rsx.vp.rules, rsx.vp.start, rsx.vp.branch_bits, rsx.vp.input#.format, rsx.vp.input#.frequency, rsx.vp.modulo, rsx.vp.viewport, rsx.vp.viewport_scale#, rsx.vp.viewport_offset#, rsx.vp.surface_width, rsx.vp.surface_height, rsx.vp.depth_min, rsx.vp.depth_max, rsx.vp.user_clip, rsx.vp.point_size, rsx.vp.all_outputs, rsx.vp.output_mask, rsx.vp.texture#.kind, rsx.vp.texture#.wrap, rsx.vp.texture#.unnormalised
