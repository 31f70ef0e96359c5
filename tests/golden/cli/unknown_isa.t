run: relit disasm --isa z80 in.bin
exit: 2
---- hex in.bin
00
---- err
relit: error: --isa z80: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom
