run: relit info in.fpo
---- hex in.fpo
00001b5c 00000006 000000b0 00000001 00000020 00000070 00000020 00000090
00000417 00000882 00001006 ffffffff 00000050 00000000 00000060 00000000
00001001 00000002 00000001 00000000 6c696768 74506f73 6974696f 6e000000
00000001 00000010 00000000 00000000 00000001 00014000 00000000 00050003
00040300 01010000 00000000 00000000 1e010100 c8021c9d c8000001 c8000001
00003f80 00004000 00000000 00000000
---- out
isa                      rsx.fp
bytes                    176
kind                     container
byte order               big-endian dwords, their halves swapped
instructions             1
program bytes            32
bytes after it           0
END                      slot 0
registers                R0
half registers           none
register count           1
attributes               none
texture units            none
R1.z (depth)             not written
kills fragments          no
choices                  0
loops                    0
calls                    0
nesting                  0
constants                1
constant offsets         16
constant 0               at byte 16 (lightPosition): 0x3f800000(1), 0x40000000(2), 0x00000000(0), 0x00000000(0)
rsx.fp.control           50332878
rsx.fp.texcoord0         1
rsx.fp.texcoord2         16
header profile           fragment
header revision          6
header size              176
header parameters        1
header table             32
header program           112
header code.size         32
header code              144
header instructions      1
header inputs            0x14000
header partial           0
header texcoords         5
header texcoords.2d      3
header texcoords.centroid 4
header registers         3
header output.h0         0
header depth             1
header kills             1
parameter 0              float3 lightPosition, uniform, in, C, number 2, referenced, constants at bytes 16
