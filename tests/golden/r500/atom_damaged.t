# An image that is cut short, or has tables that lie on each other, is listed as far as it goes, or refused with the place.
run: relit asm in.atom -o a.rom; for n in 300 100 60; do head -c $n a.rom > cut.rom; relit disasm cut.rom --isa atom || true; done
run: printf '\377\377' | dd of=a.rom bs=1 seek=218 conv=notrunc 2>/dev/null; relit disasm a.rom > b.atom; grep -A2 -n EnableCRTC b.atom; relit asm b.atom -o b.rom; cmp a.rom b.rom && echo the same
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
1:// warning: EnableCRTC at 0x00DA has 65535 bytes, more than the image
2-.atombios  // OWN IMAGE; chip not named; its registers are taken for those of R500
3-.bytes 55aa01
--
44:CALL_TABLE EnableCRTC
45-L0046:
46-SET_ATI_PORT PLL
--
105:.offset 0x0000  // 6 EnableCRTCMemReq: absent
106-.offset 0x0000  // 7 MemoryParamAdjust: absent
107-.offset 0x0000  // 8 DVOEncoderControl: absent
--
134:.offset 0x00DA  // 35 EnableCRTC
135-.end
136-
the same
---- err
cut.rom:0x12c: error: command_list at 0x015B begins past the end of the image
cut.rom:0x54: error: rom_header at 0x0054 has 36 bytes, more than the image
cut.rom:0x0: error: no image of AtomBIOS: 55 AA or the signature at 0x30 is missing
a.rom: warning: EnableCRTC at 0x00DA has 65535 bytes, more than the image
