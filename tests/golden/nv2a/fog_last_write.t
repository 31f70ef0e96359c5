# oFog is one scalar: lane x of the last write's result, (y, z, z, z) here, whatever its mask. y, z and w are 0, 0, 1.
run: for a in fast exact; do relit run fog.vsh --isa nv2a --inputs in.json --arithmetic $a --numbers | grep '"o5"'; done
run: relit verify fog.vsh --isa nv2a --samples 4 | grep -c agrees; relit verify fog.vsh --isa nv2a --arithmetic exact --samples 4 | grep -c agrees
---- in fog.vsh
mov oPos, v0
mov oFog.w, c[120].w
mov oFog.yz, c[120].yz
---- in in.json
{"c120": [0, 0.75, 0.33, 0.25]}
---- out
  "o5": [0.75,0.0,0.0,1.0],
  "o5": [0.75,0.0,0.0,1.0],
4
4
