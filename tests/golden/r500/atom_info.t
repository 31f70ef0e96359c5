# What an image holds, for people and for programs.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; relit info a.rom; relit info a.rom --json
---- out
isa                      atom
bytes                    475
message                  OWN IMAGE
chip                     not named; its registers are taken for those of R500
length                   512
checksum right           no
ROM header               0x0054
instructions             23
bytes after code         3
operations               CALL_TABLE 1, CLEAR_REG 1, COMPARE_WS 1, DELAY_MICROSEC 1, DIV_WS 1, EOT 2, JUMP_NOT_EQUAL 2, MASK_REG 1, MOVE_PLL 1, MOVE_WS 2, OR_REG 1, SET_ATI_PORT 2, SET_DATA_BLOCK 1, SET_REG_BLOCK 2, SHIFT_RIGHT_PS 1, SUB_WS 1, SWITCH 1, TEST_REG 1
indirect IO programs     1
ASIC_Init                at 0x0078, 98 bytes, revision 2.1
EnableCRTC               at 0x00DA, 15 bytes, revision 1.1
FirmwareInfo             at 0x00E9, 89 bytes, revision 1.1
IndirectIOAccess         at 0x0142, 25 bytes, revision 1.1
{
  "isa": "atom",
  "bytes": 475,
  "message": "OWN IMAGE",
  "chip": "not named; its registers are taken for those of R500",
  "length": 512,
  "checksum right": false,
  "ROM header": 84,
  "instructions": 23,
  "bytes after code": 3,
  "operations": {
    "CALL_TABLE": 1,
    "CLEAR_REG": 1,
    "COMPARE_WS": 1,
    "DELAY_MICROSEC": 1,
    "DIV_WS": 1,
    "EOT": 2,
    "JUMP_NOT_EQUAL": 2,
    "MASK_REG": 1,
    "MOVE_PLL": 1,
    "MOVE_WS": 2,
    "OR_REG": 1,
    "SET_ATI_PORT": 2,
    "SET_DATA_BLOCK": 1,
    "SET_REG_BLOCK": 2,
    "SHIFT_RIGHT_PS": 1,
    "SUB_WS": 1,
    "SWITCH": 1,
    "TEST_REG": 1
  },
  "indirect IO programs": 1,
  "command tables": [
    {
      "name": "ASIC_Init",
      "offset": 120,
      "size": 98,
      "format": 2,
      "content": 1
    },
    {
      "name": "EnableCRTC",
      "offset": 218,
      "size": 15,
      "format": 1,
      "content": 1
    }
  ],
  "data tables": [
    {
      "name": "FirmwareInfo",
      "offset": 233,
      "size": 89,
      "format": 1,
      "content": 1
    },
    {
      "name": "IndirectIOAccess",
      "offset": 322,
      "size": 25,
      "format": 1,
      "content": 1
    }
  ]
}
