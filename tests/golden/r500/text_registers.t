# Registers by name, as people and tools write them; a name that is nearly one, an address that is not the name's, and what is left out.
run: relit pm4 names.txt; relit disasm tool.txt; relit info tool.txt | tail -4
run: printf 'ZB_CNTL = 2\r\nZB_CTNL = 2\r\n' > near.txt; relit pm4 near.txt || echo "exit code $?"; relit info near.txt || echo "exit code $?"
run: printf '(4f04) ZB_CNTL = 2\n' > other.txt; relit pm4 other.txt || echo "exit code $?"; printf 'ZB_CNTL = \n' > cut.txt; relit pm4 cut.txt || echo "exit code $?"
---- in names.txt
RB3D_COLOROFFSET_0 = 0x0
zb_cntl = 2            // in any case
R300_RB3D_COLORPITCH0 = {COLORPITCH=800, COLORFORMAT=ARGB8888}
SU_DEPTH_SCALE: 1.0
(0x4f24) ZB_DEPTHPITCH 0x20
---- in tool.txt
Avivo engine:
AVIVO_D1CRTC_CONTROL	00010101
	Enable:	1
00004f00	00000006 (6)
XQJ_WVWV_KKK	00000000
---- out
submission 0: 10 dwords, relocations not known: sizes of buffers are not checked
       0  RB3D_COLOROFFSET_0 = 0  // kernel: no NOP after the packet names the buffer of RB3D_COLOROFFSET_0 (missing-relocation)
       2  ZB_CNTL = {Z_ENABLE=1}
       4  RB3D_COLORPITCH_0 = {COLORPITCH=800, COLORFORMAT=ARGB8888}
       6  SU_DEPTH_SCALE = 1.0
       8  ZB_DEPTHPITCH = {DEPTHPITCH=8}
5 packets, 0 draws, 1 violations of the kernel's rules
// warning: line 5: XQJ_WVWV_KKK is no register that is known, and none has a name near it: left out
// warning: 2 lines give no register a value: left out
// warning: 2 values of eight digits without 0x are taken for hex
.r500
D1CRTC_CONTROL = 0x10101  // kernel: D1CRTC_CONTROL = 0x10101: programs may not write it (unsafe-register)
ZB_CNTL = {Z_ENABLE=1, ZWRITEENABLE=1}
vertices                 0
addresses                0
violations               unsafe-register 1
warnings                 line 5: XQJ_WVWV_KKK is no register that is known, and none has a name near it: left out 2 lines give no register a value: left out 2 values of eight digits without 0x are taken for hex
exit code 3
exit code 3
exit code 3
exit code 3
---- err
tool.txt: note: guessed r500, --isa to choose
tool.txt: warning: line 5: XQJ_WVWV_KKK is no register that is known, and none has a name near it: left out
tool.txt: warning: 2 lines give no register a value: left out
tool.txt: warning: 2 values of eight digits without 0x are taken for hex
tool.txt: note: guessed r500, --isa to choose
near.txt:2:1: error: ZB_CTNL is no register that is known; the nearest is ZB_CNTL
near.txt: note: guessed r500, --isa to choose
near.txt:2:1: error: ZB_CTNL is no register that is known; the nearest is ZB_CNTL
other.txt:1:2: error: ZB_CNTL is at 0x4f00, not at 4f04
cut.txt:1:1: error: ZB_CNTL has no value
