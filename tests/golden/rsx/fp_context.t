run: relit translate --to ir --literal --context rsx.fp.texture0.kind=4 $DATA/rsx/mesa/f_tex2d/fp.bin | grep '^resource'
run: ! relit translate --to ir --context rsx.fp.texture.kind=4 $DATA/rsx/mesa/f_tex2d/fp.bin
# context keys of texture units have the unit's number in their names
---- out
resource 0 t0 texture binding 0 size 0 dim cube of f32
---- err
$DATA/rsx/mesa/f_tex2d/fp.bin: note: guessed rsx.fp, --isa to choose
relit: error: --context rsx.fp.texture.kind=4: rsx.fp does not have this key; the nearest: rsx.fp.texture#.kind, rsx.fp.texture#.signed, rsx.fp.texture#.wrap
