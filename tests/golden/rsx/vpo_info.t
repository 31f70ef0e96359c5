run: relit info --json in.vpo
---- hex in.vpo
00001b5b 00000006 000000b0 00000001 00000020 00000050 00000020 00000070
00000418 00000882 00001006 000001d2 00000090 000000a0 00000000 00000095
00001001 00000003 00000001 00000000 00000002 00000000 00000002 00000008
00000001 00000020 00000000 00000000 00009c6c 005d2000 0186c083 60407ffc
401f9c6c 00dd2355 0186c083 6041ff85 6761696e 00424f4f 53540000 00000000
3f800000 40000000 00000000 bf800000
---- out
{
  "isa": "rsx.vp",
  "bytes": 176,
  "kind": "container",
  "byte order": "big-endian dwords",
  "slots": 2,
  "END": 1,
  "paired instructions": 0,
  "unused fields": "sony",
  "temporaries": [
    "R1"
  ],
  "inputs read": [
    "v3"
  ],
  "constants read": [
    "c466"
  ],
  "outputs written": [
    "o[1] COL0"
  ],
  "relative registers": [],
  "branch bits": [],
  "textures": [],
  "condition registers": false,
  "jumps": false,
  "calls": false,
  "rsx.vp.user_clip": 32,
  "header profile": "vertex",
  "header revision": 6,
  "header size": 176,
  "header parameters": 1,
  "header table": 32,
  "header program": 80,
  "header code.size": 32,
  "header code": 112,
  "header instructions": 2,
  "header slot": 0,
  "header registers": 2,
  "header inputs": 8,
  "header outputs": 1,
  "header clip": 32,
  "parameters": [
    {
      "name": "gain",
      "semantic": "BOOST",
      "type": "float4",
      "variability": "uniform",
      "direction": "in",
      "resource": "C",
      "index": 466,
      "number": 3,
      "referenced": true,
      "shared": false,
      "default": [
        1.0,
        2.0,
        0.0,
        -1.0
      ],
      "default words": [
        "3f800000",
        "40000000",
        "00000000",
        "bf800000"
      ],
      "constant offsets": []
    }
  ]
}
