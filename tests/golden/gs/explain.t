# Every field of every register that is written.
run: relit asm in.txt -o out.gs --isa gs
run: relit explain out.gs
---- in in.txt
FRAME_1 FBP=0x10, FBW=10, PSM=CT16S, FBMSK=0xff, [15:9]=3
---- out
0x4021f2  .tag FLG=PACKED, NLOOP=1, EOP=1, REGS=(A+D)
        a GIF tag: how many loops of which registers follow
               14:0  NLOOP        1      1
                 15  EOP          1      1
                 46  PRE          0      0
              57:47  PRIM         0      0
              59:58  FLG          0      PACKED
              63:60  NREG         1      1
             127:64  REGS         14     0xe

0x402202  FRAME_1     FBP=0x10, [15:9]=0x3, FBW=10, PSM=CT16S, FBMSK=0xff
        frame buffer, context 1
                8:0  FBP          16     0x10
               15:9  -            3      no meaning is known
              21:16  FBW          10     10
              29:24  PSM          10     CT16S
              63:32  FBMSK        255    0xff

