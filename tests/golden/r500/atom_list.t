# An image written by hand is listed with its header, lists, tables and programs, and the listing makes the same bytes.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; relit disasm a.rom > b.atom; relit asm b.atom -o b.rom; cmp a.rom b.rom && cat b.atom
---- out
.atombios  // OWN IMAGE; chip not named; its registers are taken for those of R500
.bytes 55aa01
.fill 45, 0x00
.text " 761295520"
.bytes 0000000000000000000000000000
.offset rom_header  // the ROM header
.text "OWN IMAGE"
.bytes 00

.table rom_header format 1 content 1  // 36 bytes
.text "ATOM"  // Signature
.u16 0xC000  // BiosRuntimeSegment
.u16 0x0000  // ProtectedModeInfo
.u16 0x0000  // ConfigFilename
.u16 0x0000  // CrcBlock
.u16 0x004A  // BootupMessage
.u16 0x0000  // Int10
.u16 0x0000  // PciBusDevInitCode
.u16 0x0000  // IoBaseAddress
.u16 0x1002  // SubsystemVendorId
.u16 0x7142  // SubsystemId
.u16 0x0000  // PciInfo
.offset command_list  // CommandList
.offset data_list  // DataList
.bytes 0000
.end

.command ASIC_Init format 2 content 1 workspace 8 parameters 8  // 98 bytes
SET_ATI_PORT MM
MOVE_WS WS[0], 0x00000010
L0010:
TEST_REG D1CRTC_STATUS[7:0], 0x01
JUMP_NOT_EQUAL L002B
DELAY_MICROSEC 5
SUB_WS WS[0], 0x00000001
COMPARE_WS WS[0], 0x00000000
JUMP_NOT_EQUAL L0010
L002B:
SET_REG_BLOCK 0x0200
MASK_REG D1CRTC_CONTROL[7:0], 0xFE, PS[0][15:8]  // D2CRTC_CONTROL
SET_REG_BLOCK 0x0000
SWITCH PS[1][7:0], 0x01: L0046, 0x02: L0010
CALL_TABLE EnableCRTC
L0046:
SET_ATI_PORT PLL
OR_REG REG[0x000D][31:16], 0x8000  // DYN_SCLK_PWMEM_PIPE
MOVE_PLL PLL[0x08], WS[QUOTIENT]  // GENERAL_PWRMGT
SET_DATA_BLOCK FirmwareInfo
MOVE_WS WS[1][15:0], ID[0x0052][15:0]
DIV_WS WS[1], PS[0]
EOT
.bytes fd0102
.end

.command EnableCRTC format 1 content 1 workspace 0 parameters 4 updated  // 15 bytes
CLEAR_REG LVTMA_PWRSEQ_CNTL[23:16]
SHIFT_RIGHT_PS PS[0][31:24], 4
EOT
.end

.table FirmwareInfo format 1 content 1  // 89 bytes
.u32 0x090D0110  // FirmwareRevision
.u32 0x0000EA60  // DefaultEngineClock: 600.00 MHz
.u32 0x00009C40  // DefaultMemoryClock: 400.00 MHz
.u32 0x00000000  // DriverTargetEngineClock: 0.00 MHz
.u32 0x00000000  // DriverTargetMemoryClock: 0.00 MHz
.u32 0x00000000  // MaxEngineClockPllOutput: 0.00 MHz
.u32 0x00000000  // MaxMemoryClockPllOutput: 0.00 MHz
.u32 0x00000000  // MaxPixelClockPllOutput: 0.00 MHz
.u32 0x00000000  // AsicMaxEngineClock: 0.00 MHz
.u32 0x00000000  // AsicMaxMemoryClock: 0.00 MHz
.u8 0x00  // AsicMaxTemperature
.bytes 000000000000000000000000000000
.u16 0x0000  // MinEngineClockPllInput: 0.00 MHz
.u16 0x0000  // MaxEngineClockPllInput: 0.00 MHz
.u16 0x0000  // MinEngineClockPllOutput: 0.00 MHz
.u16 0x0000  // MinMemoryClockPllInput: 0.00 MHz
.u16 0x0000  // MaxMemoryClockPllInput: 0.00 MHz
.u16 0x0000  // MinMemoryClockPllOutput: 0.00 MHz
.u16 0x0000  // MaxPixelClock: 0.00 MHz
.u16 0x0000  // MinPixelClockPllInput: 0.00 MHz
.u16 0x0000  // MaxPixelClockPllInput: 0.00 MHz
.u16 0x0000  // MinPixelClockPllOutputLow: 0.00 MHz
.u16 0x0000  // FirmwareCapability
.u16 0x0A8C  // ReferenceClock: 27.00 MHz
.u16 0x0000  // RtsLocation: 0 KiB
.u8 0x00  // RtsStreamSize: 0 KiB
.u8 0x00  // DesignId
.u8 0x00  // MemoryModuleId
.end

.table IndirectIOAccess format 1 content 1  // 25 bytes
IIO_START 1  // PLL reads
IIO_READ CLOCK_CNTL_INDEX
IIO_MOVE_INDEX 7, 0, 0
IIO_CLEAR 1, 7
IIO_WRITE CLOCK_CNTL_INDEX
IIO_READ CLOCK_CNTL_DATA
IIO_END 19
.end

.table command_list format 1 content 1  // 76 bytes
.offset ASIC_Init  // 0
.offset 0x0000  // 1 GetDisplaySurfaceSize: absent
.offset 0x0000  // 2 ASIC_RegistersInit: absent
.offset 0x0000  // 3 VRAM_BlockVenderDetection: absent
.offset 0x0000  // 4 DIGxEncoderControl: absent
.offset 0x0000  // 5 MemoryControllerInit: absent
.offset 0x0000  // 6 EnableCRTCMemReq: absent
.offset 0x0000  // 7 MemoryParamAdjust: absent
.offset 0x0000  // 8 DVOEncoderControl: absent
.offset 0x0000  // 9 GPIOPinControl: absent
.offset 0x0000  // 10 SetEngineClock: absent
.offset 0x0000  // 11 SetMemoryClock: absent
.offset 0x0000  // 12 SetPixelClock: absent
.offset 0x0000  // 13 DynamicClockGating: absent
.offset 0x0000  // 14 ResetMemoryDLL: absent
.offset 0x0000  // 15 ResetMemoryDevice: absent
.offset 0x0000  // 16 MemoryPLLInit: absent
.offset 0x0000  // 17 AdjustDisplayPll: absent
.offset 0x0000  // 18 AdjustMemoryController: absent
.offset 0x0000  // 19 EnableASIC_StaticPwrMgt: absent
.offset 0x0000  // 20 ASIC_StaticPwrMgtStatusChange: absent
.offset 0x0000  // 21 DAC_LoadDetection: absent
.offset 0x0000  // 22 LVTMAEncoderControl: absent
.offset 0x0000  // 23 LCD1OutputControl: absent
.offset 0x0000  // 24 DAC1EncoderControl: absent
.offset 0x0000  // 25 DAC2EncoderControl: absent
.offset 0x0000  // 26 DVOOutputControl: absent
.offset 0x0000  // 27 CV1OutputControl: absent
.offset 0x0000  // 28 GetConditionalGoldenSetting: absent
.offset 0x0000  // 29 TVEncoderControl: absent
.offset 0x0000  // 30 TMDSAEncoderControl: absent
.offset 0x0000  // 31 LVDSEncoderControl: absent
.offset 0x0000  // 32 TV1OutputControl: absent
.offset 0x0000  // 33 EnableScaler: absent
.offset 0x0000  // 34 BlankCRTC: absent
.offset EnableCRTC  // 35
.end

.table data_list format 1 content 1  // 52 bytes
.offset 0x0000  // 0 UtilityPipeLine: absent
.offset 0x0000  // 1 MultimediaCapabilityInfo: absent
.offset 0x0000  // 2 MultimediaConfigInfo: absent
.offset 0x0000  // 3 StandardVESA_Timing: absent
.offset FirmwareInfo  // 4
.offset 0x0000  // 5 DAC_Info: absent
.offset 0x0000  // 6 LVDS_Info: absent
.offset 0x0000  // 7 TMDS_Info: absent
.offset 0x0000  // 8 AnalogTV_Info: absent
.offset 0x0000  // 9 SupportedDevicesInfo: absent
.offset 0x0000  // 10 GPIO_I2C_Info: absent
.offset 0x0000  // 11 VRAM_UsageByFirmware: absent
.offset 0x0000  // 12 GPIO_Pin_LUT: absent
.offset 0x0000  // 13 VESA_ToInternalModeLUT: absent
.offset 0x0000  // 14 ComponentVideoInfo: absent
.offset 0x0000  // 15 PowerPlayInfo: absent
.offset 0x0000  // 16 CompassionateData: absent
.offset 0x0000  // 17 SaveRestoreInfo: absent
.offset 0x0000  // 18 PPLL_SS_Info: absent
.offset 0x0000  // 19 OemInfo: absent
.offset 0x0000  // 20 XTMDS_Info: absent
.offset 0x0000  // 21 MclkSS_Info: absent
.offset 0x0000  // 22 Object_Header: absent
.offset IndirectIOAccess  // 23
.end
