# Measured on hardware: EXPP of NaN, of either sign, gives the canonical NaN in z and infinity in x.
run: relit run e.vsh --isa nv2a --inputs in.json --arithmetic exact | grep '"o3"'
---- in e.vsh
expp oD0, v2
---- in in.json
[{"v2": ["7fc00003", 0, 0, 0]}, {"v2": ["ff800001", 0, 0, 0]}]
---- out
  "o3": ["7f800000","7fc00003","7fffffff","3f800000"],
  "o3": ["7f800000","ff800001","7fffffff","3f800000"],
