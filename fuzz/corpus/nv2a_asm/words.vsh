.constants d3d
.word 0x00000000, 0x01c0001b, 0x0836106c, 0x2070f800
imov R3.xy, c[-1] + imov oT0, c[-1]
mul _, R13, -c[A0-96].wz
.final
nop
