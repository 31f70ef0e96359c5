# An element of eight floats: the first four are the input, the others stand after them. One packet as hex text is recognised.
run: relit pm4 in.txt | grep -n 'vertex 0'; relit pm4 in.txt --json | grep -A 5 then; relit info list.txt | head -3; relit disasm packet.txt
---- in in.txt
0x00000854 0x0000200a
0x00000878 0x0000f688
0x0000082d 0x00000008
0xc0083500 0x00010031 0x3f800000 0x40000000 0x40400000 0x40800000 0x40a00000 0x40c00000 0x40e00000 0x41000000
---- in list.txt
0x4e00 0x1
0x6080 0x1
---- in packet.txt
0x00001380 0x00004000
---- out
9:            vertex 0: in[0] = 1.0 2.0 3.0 4.0 (then 5.0 6.0 7.0 8.0)
                  "then": [
                    5.0,
                    6.0,
                    7.0,
                    8.0
                  ]
isa                      r500
bytes                    22
container                register writes
.r500
RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}
---- err
list.txt: note: guessed r500, --isa to choose
packet.txt: note: guessed r500, --isa to choose
