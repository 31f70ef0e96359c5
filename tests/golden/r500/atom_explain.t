# What each bit of an instruction says.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; relit explain a.rom
---- out
0x007e  SET_ATI_PORT MM
        SET_ATI_PORT selects how REG is reached: MM directly, else by a program of indirect IO.
                7:0  opcode       55     SET_ATI_PORT
               23:8  number       0      MM

0x0081  MOVE_WS WS[0], 0x00000010
        MOVE_WS moves the source to the destination.
                7:0  opcode       3      MOVE_WS
               10:8  source       5      IMM
              13:11  alignment    0      bits 31:0
              15:14  position     0      the destination has bits 31:0
              23:16  dst          0      dword 0 of the work space, bits 31:0
              55:24  src          16     a number

0x0088  TEST_REG D1CRTC_STATUS[7:0], 0x01
        TEST_REG equal where no bit is set in both; above stays.
                7:0  opcode       74     TEST_REG
               10:8  source       5      IMM
              13:11  alignment    4      bits 7:0
              15:14  position     0      the destination has bits 7:0
              31:16  dst          6183   register at byte 0x609C, D1CRTC_STATUS, bits 7:0
              39:32  src          1      a number

0x008d  JUMP_NOT_EQUAL L002B
        JUMP_NOT_EQUAL jumps where not equal.
                7:0  opcode       73     JUMP_NOT_EQUAL
               23:8  number       43     to byte 43 of the table

0x0090  DELAY_MICROSEC 5
        DELAY_MICROSEC waits microseconds.
                7:0  opcode       81     DELAY_MICROSEC
               15:8  number       5      

0x0092  SUB_WS WS[0], 0x00000001
        SUB_WS subtracts the source from the destination.
                7:0  opcode       51     SUB_WS
               10:8  source       5      IMM
              13:11  alignment    0      bits 31:0
              15:14  position     0      the destination has bits 31:0
              23:16  dst          0      dword 0 of the work space, bits 31:0
              55:24  src          1      a number

0x0099  COMPARE_WS WS[0], 0x00000000
        COMPARE_WS compares both as unsigned numbers: equal, above.
                7:0  opcode       62     COMPARE_WS
               10:8  source       5      IMM
              13:11  alignment    0      bits 31:0
              15:14  position     0      the destination has bits 31:0
              23:16  dst          0      dword 0 of the work space, bits 31:0
              55:24  src          0      a number

0x00a0  JUMP_NOT_EQUAL L0010
        JUMP_NOT_EQUAL jumps where not equal.
                7:0  opcode       73     JUMP_NOT_EQUAL
               23:8  number       16     to byte 16 of the table

0x00a3  SET_REG_BLOCK 0x0200
        SET_REG_BLOCK sets the number that is added to those of REG.
                7:0  opcode       58     SET_REG_BLOCK
               23:8  number       512    

0x00a6  MASK_REG D1CRTC_CONTROL[7:0], 0xFE, PS[0][15:8]
        MASK_REG ands the mask into the destination, then ors the source into it.
                7:0  opcode       92     MASK_REG
               10:8  source       1      PS
              13:11  alignment    5      bits 15:8
              15:14  position     0      the destination has bits 7:0
              31:16  dst          6176   register at byte 0x6080, D1CRTC_CONTROL, bits 7:0
              39:32  mask         254    bits that stay
              47:40  src          0      dword 0 of the parameters, bits 15:8

0x00ac  SET_REG_BLOCK 0x0000
        SET_REG_BLOCK sets the number that is added to those of REG.
                7:0  opcode       58     SET_REG_BLOCK
               23:8  number       0      

0x00af  SWITCH PS[1][7:0], 0x01: L0046, 0x02: L0010
        SWITCH jumps to the first case whose number equals the source.
                7:0  opcode       66     SWITCH
               10:8  source       1      PS
              13:11  alignment    4      bits 7:0
              15:14  position     0      not read by this operation
              23:16  src          1      dword 1 of the parameters, bits 7:0
              31:24  mark         99     case 0
              39:32  number       1      where the source equals it
              55:40  target       70     to byte 70 of the table
              63:56  mark         99     case 1
              71:64  number       2      where the source equals it
              87:72  target       16     to byte 16 of the table
             103:88  end          23130  no more cases

0x00bc  CALL_TABLE EnableCRTC
        CALL_TABLE calls a command table; its parameters begin after those of this one.
                7:0  opcode       82     CALL_TABLE
               15:8  number       35     EnableCRTC

0x00be  SET_ATI_PORT PLL
        SET_ATI_PORT selects how REG is reached: MM directly, else by a program of indirect IO.
                7:0  opcode       55     SET_ATI_PORT
               23:8  number       1      PLL

0x00c1  OR_REG REG[0x000D][31:16], 0x8000
        OR_REG ors the source into the destination.
                7:0  opcode       13     OR_REG
               10:8  source       5      IMM
              13:11  alignment    1      bits 15:0
              15:14  position     2      the destination has bits 31:16
              31:16  dst          13     register at byte 0x0034, PCIE_DATA, bits 31:16
              47:32  src          32768  a number

0x00c7  MOVE_PLL PLL[0x08], WS[QUOTIENT]
        MOVE_PLL moves the source to the destination.
                7:0  opcode       5      MOVE_PLL
               10:8  source       2      WS
              13:11  alignment    0      bits 31:0
              15:14  position     0      the destination has bits 31:0
              23:16  dst          8      PLL register 8, bits 31:0
              31:24  src          64     QUOTIENT: of DIV; the product of MUL, bits 31:0

0x00cb  SET_DATA_BLOCK FirmwareInfo
        SET_DATA_BLOCK sets the base of ID: NONE the image, SELF this table, else a data table.
                7:0  opcode       102    SET_DATA_BLOCK
               15:8  number       4      FirmwareInfo

0x00cd  MOVE_WS WS[1][15:0], ID[0x0052][15:0]
        MOVE_WS moves the source to the destination.
                7:0  opcode       3      MOVE_WS
               10:8  source       4      ID
              13:11  alignment    1      bits 15:0
              15:14  position     0      the destination has bits 15:0
              23:16  dst          1      dword 1 of the work space, bits 15:0
              39:24  src          82     byte 82 after the base of ID, bits 15:0

0x00d2  DIV_WS WS[1], PS[0]
        DIV_WS divides the first by the second to WS[QUOTIENT] and WS[REMAINDER]; by zero both are zero.
                7:0  opcode       39     DIV_WS
               10:8  source       1      PS
              13:11  alignment    0      bits 31:0
              15:14  position     0      the destination has bits 31:0
              23:16  dst          1      dword 1 of the work space, bits 31:0
              31:24  src          0      dword 0 of the parameters, bits 31:0

0x00d6  EOT
        EOT ends the table.
                7:0  opcode       91     EOT

0x00e0  CLEAR_REG LVTMA_PWRSEQ_CNTL[23:16]
        CLEAR_REG clears the destination.
                7:0  opcode       84     CLEAR_REG
               10:8  source       0      not read by this operation
              13:11  alignment    6      bits 23:16
              15:14  position     0      not read by this operation
              31:16  dst          7868   register at byte 0x7AF0, LVTMA_PWRSEQ_CNTL, bits 23:16

0x00e4  SHIFT_RIGHT_PS PS[0][31:24], 4
        SHIFT_RIGHT_PS shifts the field of the destination right.
                7:0  opcode       26     SHIFT_RIGHT_PS
               10:8  source       5      not read by this operation
              13:11  alignment    7      bits 31:24
              15:14  position     0      not read by this operation
              23:16  dst          0      dword 0 of the parameters, bits 31:24
              31:24  shift        4      by so many bits

0x00e8  EOT
        EOT ends the table.
                7:0  opcode       91     EOT

0x0146  IIO_START 1
        IIO_START begins the program of that number.
                7:0  opcode       1      IIO_START
               15:8  number       1      

0x0148  IIO_READ CLOCK_CNTL_INDEX
        IIO_READ reads a register into the word.
                7:0  opcode       2      IIO_READ
               23:8  register     2      CLOCK_CNTL_INDEX

0x014b  IIO_MOVE_INDEX 7, 0, 0
        IIO_MOVE_INDEX moves bits of the index into the word.
                7:0  opcode       6      IIO_MOVE_INDEX
               15:8  bits         7      
              23:16  from         0      
              31:24  to           0      

0x014f  IIO_CLEAR 1, 7
        IIO_CLEAR clears bits of the word.
                7:0  opcode       4      IIO_CLEAR
               15:8  bits         1      
              23:16  to           7      

0x0152  IIO_WRITE CLOCK_CNTL_INDEX
        IIO_WRITE writes the word to a register.
                7:0  opcode       3      IIO_WRITE
               23:8  register     2      CLOCK_CNTL_INDEX

0x0155  IIO_READ CLOCK_CNTL_DATA
        IIO_READ reads a register into the word.
                7:0  opcode       2      IIO_READ
               23:8  register     3      CLOCK_CNTL_DATA

0x0158  IIO_END 19
        IIO_END ends the program; a read gives the word.
                7:0  opcode       9      IIO_END
               23:8  passed over  19     

