run: relit translate --isa nv2a --allow-unknown --to spirv --json in.bin | grep -A 2 approximate
---- hex in.bin
# MAC 14
00000000 1b00c001 6c103608 01f87020
---- out
  "approximate": [
    "the word at 0x0 does not decode as an instruction and is omitted"
  ],
---- err
{"note":{"file":"in.bin","text":"the word at 0x0 does not decode as an instruction and is omitted"}}
