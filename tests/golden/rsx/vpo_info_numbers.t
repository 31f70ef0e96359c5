run: relit info --json in.vpo
---- hex in.vpo
00001b5b 00000006 000000b0 00000001 00000020 00000050 00000020 00000070
0000ffff 0000fffe 0000fffd ffffffff 00000000 00000000 00000000 00000000
0000fffc ffffffff 00000000 00000001 00000002 00000000 00000002 00000008
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
      "name": null,
      "semantic": null,
      "type": 65535,
      "variability": 65533,
      "direction": 65532,
      "resource": 65534,
      "index": null,
      "number": -1,
      "referenced": false,
      "shared": true,
      "default": null,
      "default words": null,
      "constant offsets": []
    }
  ]
}
