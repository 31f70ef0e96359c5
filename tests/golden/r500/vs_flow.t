run: relit run --isa r500.vs "$DATA/r500/vs_flow_3.vs.bin" --context r500.vs.flow_cntl_opc=2 --context r500.vs.flow_cntl_addrs_lw0=0x00ff0004 --context r500.vs.flow_cntl_addrs_uw0=0x0005000e --inputs in.json --numbers | grep -E '"o|turns'
# Mesa's loop, choices and break, as its driver set the slot: y minus the sum of 0.05 sin(x i), i below 5, where y is above 0.1 (by hand
# 0.7 - 0.05 * 2.575528); else y plus twice the sum (-0.4 + 0.1 * 1.742034)
---- in in.json
[{"v0": [0.3, 0.7, 0.1, 1], "c0": [5, 0, 0, 0], "c1": [0.1, 0, 0, 0], "c2": [0, 0.05, 1, 0.5], "c3": [2, 0, 0, 0],
  "c4": [0.15915494, 0.5, 6.2831855, -3.1415927]},
 {"v0": [0.9, -0.4, 0.25, 1], "c0": [5, 0, 0, 0], "c1": [0.1, 0, 0, 0], "c2": [0, 0.05, 1, 0.5], "c3": [2, 0, 0, 0],
  "c4": [0.15915494, 0.5, 6.2831855, -3.1415927]}]
---- out
  "o0": [0.3,0.57122356,0.1,1.0],
  "o1": [1.0,0.5,0.0,1.0],
  "o2": [0.3,0.57122356,0.1,1.0],
  "turns": 0,
  "o0": [0.9,-0.22579657,0.25,1.0],
  "o1": [0.0,0.5,1.0,1.0],
  "o2": [0.9,-0.22579657,0.25,1.0],
  "turns": 0,
---- err
$DATA/r500/vs_flow_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_0=0x00000001: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/vs_flow_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_1=0x00000024: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/vs_flow_3.vs.bin: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
