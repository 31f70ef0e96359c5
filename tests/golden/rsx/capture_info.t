# A capture by hand, with two draws: the fragment program of the second is not in it.
run: head -c 74240 /dev/zero > registers; cat begin registers > a.rrc; relit info a.rrc; gzip -nc a.rrc > a.rrc.gz; relit info a.rrc.gz | tail -2
run: relit info begin || echo $?; relit info other || echo $?; relit info old || echo $?; head -c 60 a.rrc.gz > cut.rrc.gz; relit info cut.rrc.gz || echo $?; relit info huge || echo $?
run: cat short registers > short.rrc; relit info short.rrc; relit bundle import short.rrc -o out
---- hex begin
52 52 43 00 06 00 00 00 01 00 00 00
00
01 00 01 00 00 01 00 00 00 07 00 00 00 00 00 00 00 09 00 00 00 00 00 00 00 # main memory, 0x100
01 03 11 22 33 07 00 00 00 00 00 00 00
00
08
e4 08 04 00 02 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
14 18 04 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 01 09 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
e4 08 04 00 01 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 08 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
24 18 04 00 00 00 00 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
08 18 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
---- hex other
52 52 43 00 07 00 00 00 01 00 00 00
---- hex old
00 43 52 52 03 00 00 00
---- hex short
52 52 43 00 06 00 00 00 01 00 00 00 00 00 00 00 02
08 18 08 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 # two arguments
08 18 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
---- hex huge
52 52 43 00 06 00 00 00 01 00 00 00 ff ff ff ff 0f
---- out
isa                      rpcs3.capture
bytes                    74501
version                  6
memory blocks            1
method arguments         8
draws                    2
draw 1                   TRIANGLES, 3 vertices, fragment program in main memory at 0x100: 3 bytes
draw 2                   QUADS, 4 vertices, fragment program in local memory at 0x200: not in the capture
draw 1                   TRIANGLES, 3 vertices, fragment program in main memory at 0x100: 3 bytes
draw 2                   QUADS, 4 vertices, fragment program in local memory at 0x200: not in the capture
3
4
4
3
3
isa                      rpcs3.capture
bytes                    74307
version                  6
memory blocks            0
method arguments         2
methods cut short        1
draws                    0
0 bundles, 0 refused
---- err
begin:0x105: error: 0 bytes of registers; there are 73728, 74240, 82432
other: error: the capture is of version 7; 4, 5, 6 are read
old: error: the capture is of version 3; 4, 5, 6 are read
cut.rrc.gz:0x3c: error: the gzip stream is cut off
huge:0xc: error: 4294967295 tile states do not fit into the rest of the file
short.rrc: warning: methods that are cut short: 1; what follows each is taken for its arguments
