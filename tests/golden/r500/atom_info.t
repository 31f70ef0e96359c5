# What an image holds, for people and for programs.
run: relit asm in.atom -o a.rom; relit info a.rom; relit info a.rom --json
---- in in.atom
.atombios
.bytes 55aa01
.fill 45, 0
.text " 761295520"
.fill 14, 0
.offset rom_header
.text "OWN IMAGE"
.u8 0
.table rom_header format 1 content 1
.text "ATOM"
.u16 0xC000, 0, 0, 0, 0x004A, 0, 0, 0, 0x1002, 0x7142, 0
.offset command_list
.offset data_list
.u8 0, 0
.end
.command ASIC_Init format 2 content 1 workspace 8 parameters 8
    SET_ATI_PORT MM
    MOVE_WS WS[0], 0x00000010
again:
    TEST_REG D1CRTC_STATUS[7:0], 0x01    -- in vertical blank?
    JUMP_NOT_EQUAL seen
    DELAY_MICROSEC 5
    SUB_WS WS[0], 0x00000001
    COMPARE_WS WS[0], 0x00000000
    JUMP_NOT_EQUAL again
seen:
    SET_REG_BLOCK 0x0200
    MASK_REG D1CRTC_CONTROL[7:0], 0xFE, PS[0][15:8]
    SET_REG_BLOCK 0
    SWITCH PS[1][7:0], 0x01: one, 0x02: again
    CALL_TABLE EnableCRTC
one:
    SET_ATI_PORT PLL
    OR_REG REG[0x000D][31:16], 0x8000
    MOVE_PLL PLL[0x08], WS[QUOTIENT]
    SET_DATA_BLOCK FirmwareInfo
    MOVE_WS WS[1][15:0], ID[0x0052][15:0]
    DIV_WS WS[1], PS[0]
    EOT
    .bytes fd0102
.end
.command EnableCRTC format 1 content 1 workspace 0 parameters 4 updated
    CLEAR_REG LVTMA_PWRSEQ_CNTL[23:16]
    SHIFT_RIGHT_PS PS[0][31:24], 4
    EOT
.end
.table FirmwareInfo format 1 content 1
.u32 0x090D0110, 60000, 40000
.fill 66, 0
.u16 2700
.fill 5, 0
.end
.table IndirectIOAccess format 1 content 1
    IIO_START 1
    IIO_READ CLOCK_CNTL_INDEX
    IIO_MOVE_INDEX 7, 0, 0
    IIO_CLEAR 1, 7
    IIO_WRITE CLOCK_CNTL_INDEX
    IIO_READ CLOCK_CNTL_DATA
    IIO_END 19
.end
.table command_list format 1 content 1
.offset ASIC_Init
.fill 68, 0
.offset EnableCRTC
.end
.table data_list format 1 content 1
.fill 8, 0
.offset FirmwareInfo
.fill 36, 0
.offset IndirectIOAccess
.end
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
