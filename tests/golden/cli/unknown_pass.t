run: relit ir --passes=polish $DATA/nv2a/op_add.bin
exit: 2
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/op_add.bin: error: no pass is named 'polish'; there are: inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation, combine, cse, licm, dce, join_lanes, from_ssa, structure, reg2mem, lower_discard, lower_narrow_stores, lower_narrow_memory, lower_doubles, lower_directed_rounding, lower_wide, lower_halves, lower_flushing, lower_integers, lower_packed_constants, lower_tables, lower_vertex_inputs, lower_buffers, lower_lanes, lower_zero_start, lower_loop_limit, lower_loop_exits, lower_structured_blocks
