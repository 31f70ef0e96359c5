# A command table runs with registers from a list: what it writes, what Linux would trace, and what the list lacks.
run: cp $DATA/r500/atom_run.atom in.atom
run: relit asm in.atom -o a.rom; relit run a.rom --table EnableCRTC --param 1 --registers list.txt
run: relit run a.rom --table EnableCRTC --param 1 --registers list.txt --trace -o out.json; relit run a.rom --table 35 --param 1 --registers list.txt --json --trace 2>&1 >/dev/null | head -2
---- in list.txt
-- a display that reaches vertical blank at the third look
D1CRTC_STATUS 0
D1CRTC_STATUS 0x100
D1CRTC_STATUS 1
0x6080        0x300
PLL[0x08]     0x10   -- GENERAL_PWRMGT
FB[2]         7
---- out
{
  "table": "EnableCRTC",
  "parameters": [
    "00000007"
  ],
  "steps": 31,
  "microseconds": 15,
  "writes": [
    {
      "place": "D1CRTC_CONTROL",
      "value": "00000301"
    },
    {
      "place": "CLOCK_CNTL_INDEX",
      "value": "00000008"
    },
    {
      "place": "CLOCK_CNTL_INDEX",
      "value": "00000088"
    },
    {
      "place": "PLL[0x08]",
      "value": "00000011"
    },
    {
      "place": "D2CRTC_CONTROL",
      "value": "01000000"
    }
  ]
}
{"trace":{"text":">> execute 0078 (len 32, WS 4, PS 4)\n"}}
{"trace":{"text":"   SET_ATI_PORT @ 0x007E\n"}}
---- err
a.rom: note: read as 0, for --registers does not list them: D2CRTC_CONTROL
>> execute 0078 (len 32, WS 4, PS 4)
   SET_ATI_PORT @ 0x007E
      port: 0 (MM)
   DELAY_MICROSEC @ 0x0081
      count: 5
   TEST_REG @ 0x0083
      src1: REG[0x1827].[7:0] -> 0x00
      src2: IMM 0x01
      result: EQ
   JUMP_EQUAL @ 0x0088
      taken: yes
      target: 0x0009
   DELAY_MICROSEC @ 0x0081
      count: 5
   TEST_REG @ 0x0083
      src1: REG[0x1827].[7:0] -> 0x00
      src2: IMM 0x01
      result: EQ
   JUMP_EQUAL @ 0x0088
      taken: yes
      target: 0x0009
   DELAY_MICROSEC @ 0x0081
      count: 5
   TEST_REG @ 0x0083
      src1: REG[0x1827].[7:0] -> 0x01
      src2: IMM 0x01
      result: NE
   JUMP_EQUAL @ 0x0088
      taken: no
      target: 0x0009
   MASK_REG @ 0x008B
      dst: REG[0x1820].[7:0] -> 0x00
      mask: 0x000000fe
      src: PS[0x00,0x0001].[7:0] -> 0x01
      dst: REG[0x1820].[7:0] <- 0x01
   CALL_TABLE @ 0x0091
      table: 11 (SetMemoryClock)
   >> execute 0098 (len 23, WS 0, PS 0)
      SET_ATI_PORT @ 0x009E
         port: 1 (PLL)
      OR_REG @ 0x00A1
         dst: REG[0x0008].[7:0] -> 0x10
         src: IMM 0x01
         dst: REG[0x0008].[7:0] <- 0x11
      SET_ATI_PORT @ 0x00A6
         port: 0 (MM)
      OR_REG @ 0x00A9
         dst: REG[0x1A20].[31:24] -> 0x00
         src: IMM 0x01
         dst: REG[0x1A20].[31:24] <- 0x01
      EOT @ 0x00AE
   <<
   MOVE_PS @ 0x0093
      src: FB[0x02].[31:0] -> 0x00000007
      dst: PS[0x00].[31:0] <- 0x00000007
   EOT @ 0x0097
<<
a.rom: note: read as 0, for --registers does not list them: D2CRTC_CONTROL
