# An image for a chip whose registers are others: numbers, and a warning; a list cannot name registers either.
run: relit asm in.atom -o a.rom; relit disasm --isa atom a.rom | grep -v '^\.'; relit explain a.rom 2>/dev/null | grep "D1CRTC" || echo no names; printf '0x6084 0\nREG[0x1821] 1\n0x8010 0xff\n' > list.txt; relit run a.rom --table EnableCRTC --registers list.txt
run: printf 'D1CRTC_STATUS 1\n' > named.txt; relit run a.rom --table EnableCRTC --registers named.txt 2>&1 || echo $?
---- in in.atom
.atombios
.bytes 55aa01
.fill 21, 0
.u16 0x004A
.fill 22, 0
.text " 761295520"
.fill 14, 0
.offset rom_header
.text "PCIR"
.u16 0x1002, 0x9440
.fill 16, 0
.table rom_header format 1 content 1
.text "ATOM"
.u16 0xC000, 0, 0, 0, 0x004A, 0, 0, 0, 0x1002, 0x0D00, 0x004A
.offset command_list
.offset data_list
.u8 0, 0
.end
.command EnableCRTC format 1 content 1 workspace 4 parameters 4
    SET_ATI_PORT MM
again:
    TEST_REG REG[0x1821][7:0], 0x01
    JUMP_EQUAL again
    MOVE_REG MM_INDEX, 0x00002004
    MOVE_REG REG[0x1820], MM_DATA
    EOT
.end
.table command_list format 1 content 1
.fill 70, 0
.offset EnableCRTC
.end
.table data_list format 1 content 1
.end
---- out
// warning: the image is for 1002:9440, not an R500: its registers have no names here


SET_ATI_PORT MM
L0009:
TEST_REG REG[0x1821][7:0], 0x01
JUMP_EQUAL L0009
MOVE_REG REG[0x0000], 0x00002004
MOVE_REG REG[0x1820], REG[0x0001]
EOT


no names
{
  "table": "EnableCRTC",
  "parameters": [],
  "steps": 8,
  "microseconds": 0,
  "writes": [
    {
      "place": "REG[0x0000]",
      "value": "00008010"
    },
    {
      "place": "REG[0x1820]",
      "value": "000000ff"
    }
  ]
}
named.txt:1:1: error: D1CRTC_STATUS is a register of R500, and the image is for another chip
3
---- err
a.rom: warning: the image is for 1002:9440, not an R500: its registers have no names here
