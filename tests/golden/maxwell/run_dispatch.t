run: for p in c_loop.nv117.comp.bin c_loop.uam.comp.dksh; do for on in interpreter vulkan; do relit run $DATA/maxwell/$p --inputs in.json --on $on --context maxwell.workgroup0=32 --context maxwell.workgroup1=1 --context maxwell.workgroup2=1 2>/dev/null | sed -n '/s1/p' | tr -d '[]" ' | sed 's/s1://;s/,$//' | cmp - expected && echo same; done; done
run: relit run $DATA/maxwell/c_loop.uam.comp.dksh --inputs sets.json --numbers | head -c 200
run: ! relit run $DATA/maxwell/c_loop.uam.comp.dksh --inputs wrong.json >/dev/null
run: ! relit run $DATA/maxwell/c_loop.uam.comp.dksh --inputs groups.json
# A compute program over a grid, its buffers by name; what comes out is what its source says, in the interpreter and on the
# device. A list of sets gives a list of results.
---- in in.json
{"groups": [2, 1, 1], "s0": {"hex": "fd5170de9ae0bc5dedc957f4588427a0ce2d39454e6c9b7027fa46bfe66e47604bede63e6c61b08a62e6295590c057557250f7054e96d51040ef9ce13afeeef26ebd1c8876249fe93ebd2daf1b5ec409189ce8c20d6115fcf7cba9569c9f34951f8324debcc3af86d0e6d7a59680b47865ac60fcf36a63d4cd9b979e7aaa2fd08ae17f898dfe9ddc4b8ac10a6f06964a02cb2fc18573bd3103107e66bc65ba2b7a11b786f60594f703327592394b9cb244ae9544aa8bf7da0b13d95b37b5b14ebc4efa7a6a329756e76a9fab4699b69ea98e51fe0be41d3f657d04f091b4b48ac2caf59894d81e1452dd8b2e824f17f1d17d0704ef29189cdd2a95bdfa511e01"}, "s1": {"bytes": 256}}
---- in expected
a9d99dee,d11c2b45,d0c03a9c,b42ce824,5b7fc044,df7adb48,a150acc4,c6f8f7c3,de92c846,5ec8aea2,5557c090,00000000,10d5964e,099fd93a,00000000,1e9335fe,6ed73c2b,ad16cdc3,16d87a2f,0c8bf7f5,b306a3f1,c689f9ee,c2b7199a,69b4080a,9a1c1a90,172b9811,00000000,712c674c,a8212823,3ef6f0c1,7dc9f969,656d7ea8,524f7dbd,732bddf9,4d21ca11,a0c25275,31bd7385,306827c1,392888b0,7d751155,be956166,fc8a6120,3bc7a7c1,5e56423e,7ebed165,343f5100,1a4d57ff,182c7aec,d41c6648,43659fc9,640f9fae,743a96fc,56dcad76,62754e7b,b32c4919,00000000,141ed894,1cd0f5c9,f1174f82,04077dd1,00000000,708d1471,423c569c,689c9716
---- in sets.json
[{"s0": {"ints": [1, 2, 3], "bytes": 128}, "s1": {"bytes": 16}}, {"s0": [1.5, "00000003"], "s1": {"floats": [2.5]}}]
---- in wrong.json
[{"s0": {"ints": [1]}}, {"q7": [1]}]
---- in groups.json
{"groups": [0, 1, 1]}
---- out
same
same
same
same
[
{
  "s1": [0.0,4e-45,0.0,0.0],
  "s0": [1e-45,3e-45,4e-45,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
},
{
  "s1": [0.0],
  "
\ no newline at end
---- err
wrong.json: error: set 1: "q7" is not an input of maxwell programs; they have a0 to a63, patch0 to patch31, c0, c1 and so on, s0, s1 and so on
groups.json: error: set 0: "groups": three numbers from 1 to 65535 are expected
