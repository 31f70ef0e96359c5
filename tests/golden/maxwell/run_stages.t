run: relit run $DATA/maxwell/g_amplify.nv117.geom.bin --inputs in.json | grep -E '"(emitted|ends[0-9]*)"'
run: relit run $DATA/maxwell/g_amplify.nv117.geom.bin --inputs in.json > here && relit run $DATA/maxwell/g_amplify.nv117.geom.bin --inputs in.json --on vulkan > there && grep emitted_ here > a && grep emitted_ there | cmp a - && echo same
run: relit run $DATA/maxwell/t_quad.uam.tese.dksh --inputs tess.json --numbers | head -3
# Programs that need a pipeline: what it gives are inputs by its names, and emitted vertices are outputs.
---- in in.json
{"a0": [1, 2, 3, 4]}
---- in tess.json
{"tess_coord": [0.25, 0.75, 0]}
---- out
  "emitted": 9,
  "ends0": ["00000000"],
  "ends1": ["00000000"],
  "ends2": ["00000000"],
  "ends3": ["00000001"],
  "ends4": ["00000000"],
  "ends5": ["00000000"],
  "ends6": ["00000001"],
  "ends7": ["00000000"],
  "ends8": ["00000000"],
  "ends9": ["00000001"],
  "ends10": ["00000000"],
  "ends11": ["00000000"],
  "ends12": ["00000000"]
same
{
  "o0": [0.0,0.0,0.0,1.0],
  "o1": [0.25,0.75,0.0,1.0],
