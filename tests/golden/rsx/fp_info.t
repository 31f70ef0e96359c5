run: relit info --json $DATA/rsx/mesa/f_loop/fp.bin
---- out
{
  "isa": "rsx.fp",
  "bytes": 544,
  "kind": "microcode",
  "byte order": "big-endian dwords, their halves swapped",
  "instructions": 24,
  "program bytes": 528,
  "bytes after it": 16,
  "END": [
    32
  ],
  "registers": [
    "R1",
    "R2",
    "R3",
    "R4",
    "R5"
  ],
  "half registers": [
    "H0"
  ],
  "register count": 6,
  "attributes": [
    "TEX0"
  ],
  "texture units": [
    "TEX0"
  ],
  "R1.z (depth)": true,
  "kills fragments": false,
  "choices": 1,
  "loops": 1,
  "calls": 0,
  "nesting": 2,
  "constants": 9,
  "constant offsets": [
    16,
    48,
    80,
    128,
    192,
    224,
    256,
    320,
    400
  ],
  "constant values": [
    {
      "offset": 16,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 48,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 80,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 128,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 192,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 224,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    },
    {
      "offset": 256,
      "name": null,
      "values": [
        0.0,
        0.0,
        0.0,
        0.0
      ],
      "words": [
        "00000000",
        "00000000",
        "00000000",
        "00000000"
      ]
    },
    {
      "offset": 320,
      "name": null,
      "values": [
        0.0,
        0.0,
        0.0,
        0.0
      ],
      "words": [
        "00000000",
        "00000000",
        "00000000",
        "00000000"
      ]
    },
    {
      "offset": 400,
      "name": null,
      "values": [
        0.0,
        6.0,
        1.0,
        0.0
      ],
      "words": [
        "00000000",
        "40c00000",
        "3f800000",
        "00000000"
      ]
    }
  ]
}
---- err
{"note":{"file":"$DATA/rsx/mesa/f_loop/fp.bin","text":"guessed rsx.fp, --isa to choose"}}
