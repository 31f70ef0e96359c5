# Dumps are read as they come: 256 MiB of packets, packed and not, from a file and from standard input, in 112 MiB of address
# space, libraries and all. Packed files behind one another are one packed file.
run: relit asm --isa gs front -o front.gs.zst && relit asm --isa gs front -o front.gs.xz && relit asm --isa gs front -o front.gs
run: for pack in .zst .xz ''; do relit asm --isa gs packets -o packets.gs$pack; done
run: for i in 1 2 3 4 5 6 7 8; do cat packets.gs.zst; done > 8.zst; for i in 1 2 3 4 5 6 7 8; do cat packets.gs.xz; done > 8.xz; for i in 1 2 3 4 5 6 7 8; do cat packets.gs; done > 8; for p in .zst .xz ''; do cat front.gs$p 8$p 8$p 8$p 8$p 8$p 8$p 8$p 8$p > many.gs$p; done
run: bound() { case ${RELIT_SANITIZED-} in 1) ;; *) ulimit -v 114688 ;; esac; "$@"; }; (bound relit replay many.gs.zst --stats); (bound relit info many.gs.xz | tail -n 13); (bound relit disasm many.gs.zst | tail -n 6); (bound relit disasm --json many.gs.xz | tail -n 6); (bound relit explain many.gs.zst | tail -n 4)
run: bound() { case ${RELIT_SANITIZED-} in 1) ;; *) ulimit -v 114688 ;; esac; "$@"; }; (bound relit replay many.gs --stats | head -n 2); cat many.gs | (bound relit replay - --stats | head -n 2); cat many.gs | (bound relit disasm - | tail -n 1); (bound relit replay many.gs.xz --draw 2 --stats | head -n 2); (bound relit replay --diff - --rules console,plain < 8.zst)
---- in front
FRAME_1    FBW=10
SCISSOR_1  SCAX1=639, SCAY1=447
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=16, Y=16
---- in packets
.gs stream
.transfer path3
.tag FLG=PACKED, PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=16, Y=16
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.transfer path3
.tag FLG=IMAGE, NLOOP=32767
    .fill 131068, 0x12345678
.vsync
---- out
frames           64
draws            65
primitives       65
pixels           16640
palettes         0
transfers        0
copies           0
uploaded bytes   268427264
unpacked bytes           272644818
crc                      0x00000000
state version            8
packets                  577
frames                   64
transfers                513
transfers by path        path3 513
transfer bytes           268438624
image bytes              268427264
read backs               0
vertices                 130
draws                    65
register writes          PRIM 65, XYZ2 130, SCISSOR_1 1, FRAME_1 1
    .tag FLG=IMAGE, NLOOP=32767
        .fill 131068, 0x12345678
.transfer path3  // packet 575, 524288 bytes
    .tag FLG=IMAGE, NLOOP=32767
        .fill 131068, 0x12345678
.vsync 0  // end of frame 64
      "offset": 272644816,
      "text": ".vsync 0",
      "note": "end of frame 64"
    }
  ]
}
              59:58  FLG          2      IMAGE
              63:60  NREG         0      0
             127:64  REGS         0      0x0

frames           64
draws            65
frames           64
draws            65
.vsync 0  // end of frame 64
frames           0
draws            2
no difference in 8 draws
