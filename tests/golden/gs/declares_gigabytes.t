# 100 bytes that declare a header, a state and a packet of gigabytes, and a zstd frame that declares a terabyte.
run: for n in 1 2 3 4; do timeout 1 relit info in$n --isa gs > /dev/null && exit 9; done; echo refused
---- hex in1
ffffffff ffffff0f 08000000 c0014000 24000000 00000070 00000000 00000000 00000000 24000000 ffffff7f 00
---- hex in2
ffffffff 24000000 08000000 ffff7f00 24000000 00000000 00000000 00000000 00000000 24000000 00000000 08000000
---- hex in3
00 03 f0ffffff 01800000 00000010 0e000000 00000000 01
---- hex in4
28b52ffd e0 0000000000010000 600100 ffffffff 24000000 08000000 c0014000 24000000 00000000 00000000 00000000 00000000 24000000 00000000
---- out
refused
---- err
in1:0x2c: error: the file ends inside the header: 268435419 bytes are required, 1 are there; missing: state, registers and packets
in2:0x2c: error: the file ends inside the state: 8388607 bytes are required, 4 are there; missing: the rest of the state (zero from here on), registers and packets
in3:0x0: error: packet 0: it declares 4294967280 bytes, 17 are there; it and what follows is missing
in4:0x0: error: the zstd stream is damaged: frame requires too much memory for decoding; not a GS dump (offset in the uncompressed file)
