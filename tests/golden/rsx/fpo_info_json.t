run: relit info --json in.fpo
---- hex in.fpo
00001b5c 00000006 000000b0 00000001 00000020 00000070 00000020 00000090
00000417 00000882 00001006 ffffffff 00000050 00000000 00000060 00000000
00001001 00000002 00000001 00000000 6c696768 74506f73 6974696f 6e000000
00000001 00000010 00000000 00000000 00000001 00014000 00000000 00050003
00040300 01010000 00000000 00000000 1e010100 c8021c9d c8000001 c8000001
cccd3dcc 00004000 0001ffc0 0000ff80
---- out
{
  "isa": "rsx.fp",
  "bytes": 176,
  "kind": "container",
  "byte order": "big-endian dwords, their halves swapped",
  "instructions": 1,
  "program bytes": 32,
  "bytes after it": 0,
  "END": [
    0
  ],
  "registers": [
    "R0"
  ],
  "half registers": [],
  "register count": 1,
  "attributes": [],
  "texture units": [],
  "R1.z (depth)": false,
  "kills fragments": false,
  "choices": 0,
  "loops": 0,
  "calls": 0,
  "nesting": 0,
  "constants": 1,
  "constant offsets": [
    16
  ],
  "constant values": [
    {
      "offset": 16,
      "name": "lightPosition",
      "values": [
        0.1,
        2.0,
        "-nan",
        "-inf"
      ],
      "words": [
        "3dcccccd",
        "40000000",
        "ffc00001",
        "ff800000"
      ]
    }
  ],
  "rsx.fp.control": 50332878,
  "rsx.fp.texcoord0": 1,
  "rsx.fp.texcoord2": 16,
  "header profile": "fragment",
  "header revision": 6,
  "header size": 176,
  "header parameters": 1,
  "header table": 32,
  "header program": 112,
  "header code.size": 32,
  "header code": 144,
  "header instructions": 1,
  "header inputs": 81920,
  "header partial": 0,
  "header texcoords": 5,
  "header texcoords.2d": 3,
  "header texcoords.centroid": 4,
  "header registers": 3,
  "header output.h0": 0,
  "header depth": 1,
  "header kills": 1,
  "parameters": [
    {
      "name": "lightPosition",
      "semantic": null,
      "type": "float3",
      "variability": "uniform",
      "direction": "in",
      "resource": "C",
      "index": null,
      "number": 2,
      "referenced": true,
      "shared": false,
      "default": null,
      "default words": null,
      "constant offsets": [
        16
      ]
    }
  ]
}
