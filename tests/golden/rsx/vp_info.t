run: relit info --isa rsx.vp in.txt
---- in in.txt
000: RCP R2.x, c[5].w;
     MUL R1, v[3], R4;
001: MOV o[5].xy, R1;
002: TXL R3, v[8], TEX1;
003: BRB(b3) L0;
.end
004: MOV o[1], c[A0.x+7];
005: RET;
---- out
isa                      rsx.vp
bytes                    151
kind                     text
byte order               big-endian dwords
slots                    6
END                      slot 3
paired instructions      1
unused fields            sony
temporaries              R1-R4
inputs read              v3 v8
constants read           c5 c7
outputs written          o[1] COL0, o[5] FOGC CLP0
relative registers       c
branch bits              b3
textures                 TEX1
condition registers      not written
jumps                    yes
calls                    no
