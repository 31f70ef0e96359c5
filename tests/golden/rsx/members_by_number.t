run: relit translate --isa rsx.vp v.txt --json | grep -A13 members
run: relit translate --isa rsx.fp f.txt --json | grep -A7 members
run: relit translate --isa rsx.vp computed.txt --json | grep -c members
exit: 1
# The members of a block that the file does not name are the registers that the program reads: row n lies at 16 * n.
---- in v.txt
MUL o[0], v[0], c[3];
ADD o[1], v[3], c[467];
.end
---- in f.txt
MOVR R0, {0x3f800000(1), 0x00000000(0), 0x00000000(0), 0x3f800000(1)};
---- in computed.txt
ARL A0.x, v[0];
MOV o[0], c[A0.x+3];
.end
---- out
      "members": [
        {
          "name": "c3",
          "offset": 48,
          "guest_offset": 48,
          "count": 1
        },
        {
          "name": "c467",
          "offset": 7472,
          "guest_offset": 7472,
          "count": 1
        }
      ]
      "members": [
        {
          "name": "fconst0",
          "offset": 0,
          "guest_offset": 0,
          "count": 1
        }
      ]
0
