# A stream from a log of the kernel: dwords in the order of their numbers, cut at gaps, messages beside the packets; two streams of
# one log; lines that are cut off; two values of one dword. relit diff finds no draw in them.
run: for f in one.txt two.txt; do relit pm4 $f; done; printf 'ib[0]=0x00001380\r\nIB[1]=0X00004000\r\nib[2]=0x0000\r\n' > cut.txt; relit disasm cut.txt
run: relit info one.txt | tail -8; relit explain two.txt | grep -c 0x; relit lint one.txt; relit pm4 two.txt --json | grep -A 8 '"submission"\|messages'
run: relit disasm two.txt -o two.r500.txt; relit asm two.r500.txt -o two.bin; od -A n -t x4 two.bin
run: relit pm4 twice.txt || echo "exit code $?"; relit diff one.txt two.txt || echo "exit code $?"
---- in one.txt
[ 1205.978993] [drm:radeon_cs_packet_next_reloc [radeon]] *ERROR* No packet3 for relocation for packet at 14.
[ 1205.979427] [drm] ib[14]=0x0000138E
[ 1205.979433] [drm] ib[15]=0x00C00640
[ 1205.979437] [drm:r300_packet0_check [radeon]] *ERROR* No reloc for ib[13]=0x4E28
[ 1205.979545] [drm] ib[12]=0x0000138A
[ 1205.979548] [drm] ib[13]=0x00000000
[ 1205.979553] [drm:radeon_cs_ioctl [radeon]] *ERROR* Invalid command stream !
---- in two.txt
Nov 29 04:23:22 host kernel: [drm] ib[4]=0x00001380
Nov 29 04:23:22 host kernel: usb 1-1: new device
Nov 29 04:23:22 host kernel: [drm] ib[5]=0x00004000
Nov 29 04:23:22 host kernel: [drm] ib[8]=0x00011383
Nov 29 04:23:22 host kernel: [drm] ib[9]=0x00000001
Nov 29 04:23:22 host kernel: [drm:radeon_cs_ioctl [radeon]] *ERROR* Invalid command stream !
Nov 29 04:23:23 host kernel: [drm:radeon_cs_packet_next_reloc [radeon]] *ERROR* No packet3 for relocation for packet at 1.
Nov 29 04:23:23 host kernel: [drm] ib[0]=0x80000000
---- in twice.txt
[drm] ib[0]=0x00001380
[drm] ib[1]=0x00000001
[drm] ib[0]=0x00001381
---- out
submission 0: dwords 12 to 15 of stream 0, relocations not known: sizes of buffers are not checked
      12  RB3D_COLOROFFSET_0 = 0  // kernel: no NOP after the packet names the buffer of RB3D_COLOROFFSET_0 (missing-relocation); log: [drm:r300_packet0_check [radeon]] *ERROR* No reloc for ib[13]=0x4E28; log: [drm:radeon_cs_ioctl [radeon]] *ERROR* Invalid command stream !
      14  RB3D_COLORPITCH_0 = {COLORPITCH=800, COLORFORMAT=ARGB8888}  // log: [drm:radeon_cs_packet_next_reloc [radeon]] *ERROR* No packet3 for relocation for packet at 14.
2 packets, 0 draws, 1 violations of the kernel's rules
submission 0: dwords 4 to 5 of stream 0, relocations not known: sizes of buffers are not checked
       4  RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}  // log: usb 1-1: new device
submission 1: dwords 8 to 9 of stream 0, relocations not known: sizes of buffers are not checked
       8  .dword 0x00011383, 0x00000001  // the log has 2 of its 3 dwords; log: [drm:radeon_cs_ioctl [radeon]] *ERROR* Invalid command stream !
submission 2: dword 0 of stream 1, relocations not known: sizes of buffers are not checked
       0  FILLER  // log: [drm:radeon_cs_packet_next_reloc [radeon]] *ERROR* No packet3 for relocation for packet at 1.
3 packets, 0 draws, 0 violations of the kernel's rules
// warning: line 3: ib[2] has no value of eight hex digits: left out
// warning: the log has no dword after 1
.r500
.submission 0  // dwords 0 to 1 of stream 0
RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}
parts                    dwords 12 to 15 of stream 0
dwords                   4
packets                  type 0 2
draws                    0
vertices                 0
addresses                0
violations               missing-relocation 1
warnings                 dwords 0 to 11 are not in the log, and none after 15: what they set is not known; a packet is taken to begin after each gap
4
      "submission": 0,
      "stream": 0,
      "first": 4,
      "packets": [
        {
          "dword": 0,
          "kind": "registers",
          "header": 4992,
          "writes": [
--
          "messages": [
            {
              "dword": 1,
              "text": "usb 1-1: new device"
            }
          ]
        }
      ],
      "draws": []
--
      "submission": 1,
      "stream": 0,
      "first": 8,
      "packets": [
        {
          "dword": 0,
          "kind": "cut",
          "header": 70531,
          "body": [
--
          "messages": [
            {
              "dword": 1,
              "text": "[drm:radeon_cs_ioctl [radeon]] *ERROR* Invalid command stream !"
            }
          ]
        }
      ],
      "draws": []
--
      "submission": 2,
      "stream": 1,
      "first": 0,
      "packets": [
        {
          "dword": 0,
          "kind": "filler",
          "header": 2147483648,
          "body": [],
--
          "messages": [
            {
              "dword": 0,
              "text": "[drm:radeon_cs_packet_next_reloc [radeon]] *ERROR* No packet3 for relocation for packet at 1."
            }
          ]
        }
      ],
      "draws": []
 00001380 00004000 00011383 00000001
 80000000
exit code 3
nothing was compared: neither stream has a draw
exit code 1
---- err
one.txt: warning: dwords 0 to 11 are not in the log, and none after 15: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: dwords 0 to 3 and 6 to 7 are not in the log, and none after 9: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: stream 1: the log has no dword after 0
cut.txt: note: guessed r500, --isa to choose
cut.txt: warning: line 3: ib[2] has no value of eight hex digits: left out
cut.txt: warning: the log has no dword after 1
one.txt: note: guessed r500, --isa to choose
two.txt: note: guessed r500, --isa to choose
two.txt: warning: dwords 0 to 3 and 6 to 7 are not in the log, and none after 9: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: stream 1: the log has no dword after 0
one.txt: note: guessed r500, --isa to choose
one.txt: warning: dwords 0 to 11 are not in the log, and none after 15: what they set is not known; a packet is taken to begin after each gap
{"warning":{"file":"two.txt","text":"dwords 0 to 3 and 6 to 7 are not in the log, and none after 9: what they set is not known; a packet is taken to begin after each gap"}}
{"warning":{"file":"two.txt","text":"stream 1: the log has no dword after 0"}}
two.txt: note: guessed r500, --isa to choose
two.txt: warning: dwords 0 to 3 and 6 to 7 are not in the log, and none after 9: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: stream 1: the log has no dword after 0
twice.txt:3:1: error: ib[0] is 0x00001381 here and 0x00001380 in line 1, with no end of a stream between
one.txt: note: guessed r500, --isa to choose
one.txt: warning: dwords 0 to 11 are not in the log, and none after 15: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: dwords 0 to 3 and 6 to 7 are not in the log, and none after 9: what they set is not known; a packet is taken to begin after each gap
two.txt: warning: stream 1: the log has no dword after 0
