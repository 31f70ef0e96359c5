# 0 times infinity; vertex textures have no alpha to kill by
run: relit run vp.txt --inputs in.json --numbers --context rsx.vp.rules=modern | grep '"o[12]"'
run: relit run vp.txt --inputs in.json --numbers --context rsx.vp.rules=legacy | grep '"o[12]"'
run: relit run vp.txt --inputs in.json --numbers --context rsx.vp.rules=legacy --on vulkan | grep '"o[12]"'
run: ! relit run vp.txt --inputs in.json --context rsx.vp.texture0.alpha_kill=1
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
relit: error: --context rsx.vp.texture0.alpha_kill=1: no guest has such a fact
