run: for verb in disam trnslate assm frobnicate ''; do relit "$verb" x || echo $?; done
run: relit translate --isa nv2a --dump-after ssa $DATA/nv2a/op_add.bin || echo $?
run: relit ir --isa nv2a --passes to_ssa --dump-after dcf $DATA/nv2a/op_add.bin || echo $?
run: relit disasm --isa nv2a --option colour=red $DATA/nv2a/op_add.bin || echo $?
run: relit disasm --isa nv2a --constants vulkan $DATA/nv2a/op_add.bin || echo $?
run: echo 'MOV o[0], v[0];' | relit asm --isa rsx.vp --constants d3d -o out - || echo $?; ls
run: relit explain --isa maxwell --option addresses=slots $DATA/maxwell/c_loop.uam.comp.dksh || echo $?
run: for verb in info translate verify ir; do relit $verb --isa nv2a --dialect gl $DATA/nv2a/op_add.bin >out || echo $?; rm out; done
run: relit replay $DATA/gs/prim_tris.gs.xz --pixel=5000,10 || echo $?; relit replay $DATA/gs/prim_tris.gs.xz --pixel=10,3000 --json || echo $?
run: relit replay - --pixel=-5,3 < $DATA/gs/prim_tris.gs.xz || echo $?
# What is asked for and does not exist is a mistake that says what exists, whichever option names it.
---- out
2
2
2
2
2
2
2
2
2
2
2
2
2
2
2
2
2
2
---- err
relit: error: no verb "disam"; the nearest is disasm
relit: error: no verb "trnslate"; the nearest is translate
relit: error: no verb "assm"; the nearest is asm
relit: error: no verb "frobnicate"; relit --help lists them
relit: error: no verb ""; relit --help lists them
relit: error: --dump-after ssa: no such pass; there are inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation, combine, cse, licm, dce, join_lanes, from_ssa, structure, reg2mem, lower_discard, lower_narrow_stores, lower_narrow_memory, lower_doubles, lower_directed_rounding, lower_wide, lower_halves, lower_flushing, lower_integers, lower_packed_constants, lower_tables, lower_vertex_inputs, lower_buffers, lower_lanes, lower_zero_start, lower_loop_limit, lower_loop_exits, lower_structured_blocks
relit: error: --dump-after dcf: no such pass; there are inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation, combine, cse, licm, dce, join_lanes, from_ssa, structure, reg2mem, lower_discard, lower_narrow_stores, lower_narrow_memory, lower_doubles, lower_directed_rounding, lower_wide, lower_halves, lower_flushing, lower_integers, lower_packed_constants, lower_tables, lower_vertex_inputs, lower_buffers, lower_lanes, lower_zero_start, lower_loop_limit, lower_loop_exits, lower_structured_blocks
$DATA/nv2a/op_add.bin: error: --option colour=red: text of nv2a has dialect=vsh|gl, constants=raw|gl|d3d, final=last|nop, two-inputs=error|last, fill=auto|plain|sdk|xvs|cg
$DATA/nv2a/op_add.bin: error: --option constants=vulkan: expected constants=raw|gl|d3d
<stdin>: error: --option constants=d3d: text of rsx.vp has addresses=slots|bytes|none
$DATA/maxwell/c_loop.uam.comp.dksh: error: --option addresses=slots: expected addresses=bytes|none
relit: error: info takes no --dialect; it is an option of disasm, asm and explain
relit: error: translate takes no --dialect; it is an option of disasm, asm and explain
relit: error: verify takes no --dialect; it is an option of disasm, asm and explain
relit: error: ir takes no --dialect; it is an option of disasm, asm and explain
$DATA/gs/prim_tris.gs.xz: error: --pixel 5000,10: outside of every frame that is drawn to or shown
{"error":{"code":2,"kind":"usage","file":"$DATA/gs/prim_tris.gs.xz","text":"--pixel 10,3000: outside of every frame that is drawn to or shown"}}
<stdin>: error: --pixel -5,3: outside of every frame that is drawn to or shown
