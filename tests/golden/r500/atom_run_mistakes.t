# What a run of a command table refuses, and a table that waits for ever.
run: bad() { c=0; "$@" >/dev/null 2>told || c=$?; echo "$c $(head -n 1 told | sed "s|$DATA|DATA|")"; }; relit asm in.atom -o a.rom; printf '0x6080 1\n0x6081 1\n' > odd.txt
run: bad relit run a.rom --table EnableCRTC; bad relit run a.rom --table EnableCRTX; bad relit run a.rom --table 36; bad relit run a.rom --table 35 --param 1,x; bad relit run a.rom --table 35 --registers odd.txt; bad relit run a.rom --table 35 --registers /nowhere; bad relit run a.rom --inputs x; bad relit run a.rom; bad relit run a.rom --trace; bad relit run a.rom --table 35 --inputs x; bad relit run --isa nv2a $DATA/nv2a/op_add.bin --table 35
run: relit run a.rom --table 35
exit: 3
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
.command EnableCRTC format 1 content 1 workspace 4 parameters 4
    SET_ATI_PORT MM
again:
    DELAY_MICROSEC 5
    TEST_REG D1CRTC_STATUS[7:0], 0x01
    JUMP_EQUAL again
    MASK_REG D1CRTC_CONTROL[7:0], 0xFE, PS[0][7:0]
    CALL_TABLE SetMemoryClock
    MOVE_PS PS[0], FB[0x02]
    EOT
.end
.command SetMemoryClock format 1 content 1 workspace 0 parameters 0
    SET_ATI_PORT PLL
    OR_REG REG[0x0008][7:0], 0x01
    SET_ATI_PORT MM
    OR_REG D2CRTC_CONTROL[31:24], 0x01
    EOT
.end
.table IndirectIOAccess format 1 content 1
    IIO_START 1
    IIO_MOVE_INDEX 6, 0, 0
    IIO_CLEAR 26, 6
    IIO_WRITE CLOCK_CNTL_INDEX
    IIO_READ CLOCK_CNTL_DATA
    IIO_END 19
    IIO_START 129
    IIO_MOVE_INDEX 6, 0, 0
    IIO_CLEAR 26, 6
    IIO_SET 1, 7
    IIO_WRITE CLOCK_CNTL_INDEX
    IIO_MOVE_DATA 32, 0, 0
    IIO_WRITE CLOCK_CNTL_DATA
    IIO_END 30
.end
.table command_list format 1 content 1
.fill 22, 0
.offset SetMemoryClock
.fill 46, 0
.offset EnableCRTC
.end
.table data_list format 1 content 1
.fill 46, 0
.offset IndirectIOAccess
.end
---- out
3 a.rom: note: read as 0, for --registers does not list them: D1CRTC_STATUS
2 a.rom: error: --table: the image has no command table EnableCRTX; relit info lists those it has
2 a.rom: error: --table: the image has no command table 36; relit info lists those it has
2 relit: error: --param: x is no dword
3 odd.txt:2:1: error: an address is a multiple of 4
3 /nowhere: error: cannot open: No such file or directory
4 a.rom: error: this is a atom video BIOS, not a shader: use disasm, explain, info or run --table
2 relit: error: run requires --inputs, or --table of an AtomBIOS image
2 relit: error: --param, --registers and --trace go with --table
2 relit: error: --table excludes --inputs, --on and --draw
2 DATA/nv2a/op_add.bin: error: --table: this is a nv2a program, not an image of AtomBIOS
---- err
a.rom: note: read as 0, for --registers does not list them: D1CRTC_STATUS
a.rom:0x88: error: more than 1048576 instructions: EnableCRTC (at 0x0078, 32 bytes) repeats 0x0081 to 0x0088 and waits for D1CRTC_STATUS, which reads 0x00000000
