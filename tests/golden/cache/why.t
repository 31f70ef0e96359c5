# What made a translation miss.
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache kept
run: relit cache why $DATA/nv2a/op_add.bin --isa nv2a --cache kept | sed 's/[0-9a-f]\{32\}/KEY/'
run: relit cache why $DATA/nv2a/op_mul.bin --isa nv2a --cache kept || echo "exit $?"
run: relit cache why $DATA/nv2a/op_add.bin --isa nv2a --to spirv --cache kept || echo "exit $?"
run: relit cache why $DATA/nv2a/op_add.bin --isa nv2a --passes to_ssa --cache kept || echo "exit $?"
run: relit cache why $DATA/nv2a/op_add.bin --isa nv2a --arithmetic exact --cache kept || echo "exit $?"
---- out
found: KEY
not found: no translation of this program is there
exit 1
not found: the program is there, but for target "GLSL for Vulkan"
exit 1
not found: the program is there, but for passes usual
exit 1
not found: no translation with these values of context keys; the nearest differs: nv2a.arithmetic is 1, there not given
exit 1
