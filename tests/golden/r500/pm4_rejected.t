# Streams that the kernel would reject, and why: a missing relocation, an unsafe register, depth without a buffer, a wrong walk.
run: relit asm --isa r500 in.txt -o in.pm4; relit pm4 in.pm4
---- in in.txt
.r500
RB3D_CCTL = 0
RB3D_COLOROFFSET_0 = 0
RB3D_COLORPITCH_0 = {COLORPITCH=32, COLORFORMAT=ARGB8888}
CP_RB_BASE = {RB_BASE=1024}
VAP_VTX_SIZE = {DWORDS_PER_VTX=4}
3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_LIST, NUM_VERTICES=1}
+ 0, 0, 0, 0
---- out
submission 0: 16 dwords, relocations not known: sizes of buffers are not checked
       0  RB3D_CCTL = 0
       2  RB3D_COLOROFFSET_0 = 0  // kernel: no NOP after the packet names the buffer of RB3D_COLOROFFSET_0 (missing-relocation)
       4  RB3D_COLORPITCH_0 = {COLORPITCH=32, COLORFORMAT=ARGB8888}
       6  CP_RB_BASE = {RB_BASE=0x400}  // kernel: CP_RB_BASE = 0x1000: programs may not write it (unsafe-register)
       8  VAP_VTX_SIZE = {DWORDS_PER_VTX=4}
      10  3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_LIST, NUM_VERTICES=1}  // draw 1; kernel: depth has no buffer (no-depth-buffer); kernel: walk 2, where the packet holds the vertices (3) (wrong-walk)
      12  + 0x00000000, 0x00000000, 0x00000000, 0x00000000
          draw 1: POINTS, 1 vertex of arrays
            vertex 0: its data is not known
            vertex program
              no vertex program
            fragment program
              no fragment program
6 packets, 1 draws, 4 violations of the kernel's rules
