# Without --program the only program is taken; there are two
run: relit disasm in.log
exit: 2
---- in in.log
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f801
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x1e9c 0x0
nv2a_pgraph_method 0: 0x97 -> 0x0b0c 0x2070f811
nv2a_pgraph_method 0: 0x97 -> 0x17fc 0x5
---- err
in.log: error: the log has 2 programs: --program takes one, info lists them
