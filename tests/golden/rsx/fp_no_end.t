run: relit disasm --isa rsx.fp part.fp && relit disasm --isa rsx.fp part.fp 2> /dev/null | relit asm --isa rsx.fp -o again - && cmp part.fp again && relit disasm --isa rsx.fp cut.fp && relit disasm --isa rsx.fp cut.fp 2> /dev/null | relit asm --isa rsx.fp -o again - && cmp cut.fp again && relit disasm --isa rsx.fp far.fp && relit disasm --isa rsx.fp far.fp 2> /dev/null | relit asm --isa rsx.fp -o again - && cmp far.fp again && relit disasm --isa rsx.fp little.fp && relit disasm --isa rsx.fp little.fp 2> /dev/null | relit asm --isa rsx.fp -o again - && cmp little.fp again && relit info --isa rsx.fp part.fp | tail -n 6 ; relit translate --isa rsx.fp part.fp ; relit translate --isa rsx.fp far.fp ; relit info part.fp
exit: 3
---- hex part.fp
9e000100 c8011c9d c8000001 c8003fe1 1e000100 c8021c9d c8000001 c8000001
00010000 00020000 00030000 00040000 9e000100 c8011c9d c8000001 c8003fe1
---- hex cut.fp
9e000100 c8011c9d c8000001 c8003fe1 1e000100 c8021c9d c8000001 c8000001
---- hex far.fp
00004200 00001c88 00048000 000c0000 1e010100 c8001c9d c8000001 c8000001
9e000100 c8011c9d c8000001 c8003fe1
---- hex little.fp
009e0001 01c89d1c 00c80100 00c8e13f 001e0001 02c89d1c 00c80100 00c80100
01000000 02000000 03000000 04000000 009e0001 01c89d1c 00c80100 00c8e13f
---- out
// warning: no instruction has END: this is all up to the end of the bytes
000: MOVR R0, f[TEX0];
001: MOVR R0, {0x00000001(1.4013e-45), 0x00000002(2.8026e-45), 0x00000003(4.2039e-45), 0x00000004(5.60519e-45)};
003: MOVR R0, f[TEX0];
.noend
// warning: no instruction has END: this is all up to the end of the bytes
000: MOVR R0, f[TEX0];
.noend
.data 0x01001e00, 0x1c9dc802, 0x0001c800, 0x0001c800
// warning: no instruction has END from slot 3 on: this is all up to the end of the bytes
// warning: slot 0 goes to the end of the file
000: IFER (EQ) [001, 003] @ {dst=0, no_dst=1, src0.y=0, src0.z=0, src0.w=0};
ELSE;
001: MOVR R0, R0; # last instruction
.end
002: MOVR R0, f[TEX0];
ENDIF;
// warning: no instruction has END: this is all up to the end of the bytes
.order little  // little-endian dwords
000: MOVR R0, f[TEX0];
001: MOVR R0, {0x00000001(1.4013e-45), 0x00000002(2.8026e-45), 0x00000003(4.2039e-45), 0x00000004(5.60519e-45)};
003: MOVR R0, f[TEX0];
.noend
calls                    0
nesting                  0
constants                1
constant offsets         32
constant 0               at byte 32: 0x00000001(1.4013e-45), 0x00000002(2.8026e-45), 0x00000003(4.2039e-45), 0x00000004(5.60519e-45)
warning                  no instruction has END: this is all up to the end of the bytes
---- err
part.fp: warning: no instruction has END: this is all up to the end of the bytes
cut.fp: warning: no instruction has END: this is all up to the end of the bytes
far.fp: warning: no instruction has END from slot 3 on: this is all up to the end of the bytes
far.fp: warning: slot 0 goes to the end of the file
little.fp: warning: no instruction has END: this is all up to the end of the bytes
part.fp:0x40: error: no instruction has END: where the program ends is not known
