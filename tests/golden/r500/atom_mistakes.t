# Mistakes have a line and a column.
run: for n in 1 2 3 4 5 6; do relit asm in$n.txt --isa atom || true; done
---- in in1.txt
.command ASIC_Init format 1 content 1 workspace 0 parameters 0
    MOVE_REG D1CRTC_CONTROLS[7:0], 1
.end
---- in in2.txt
    MOVE_WS WS[1][15:0], PS[0][7:0]
---- in in3.txt
.command ASIC_Init format 1 content 1 workspace 0 parameters 0
    JUMP over
.end
---- in in4.txt
.fill 99999999, 0
---- in in5.txt
    MOVE_WS WS[1][7:0], 0x100
---- in in6.txt
.command ASIC_Init format 1 content 1 workspace 0 parameters 0
.command ASIC_Init format 1 content 1 workspace 0 parameters 0
---- err
in1.txt:2:29: error: "D1CRTC_CONTROLS" is no operand
in2.txt:1:36: error: the destination has [7:0] and not [15:0] with this source
in3.txt:2:10: error: no label "over"
in4.txt:1:15: error: 99999999 is more than 16777216
in5.txt:1:30: error: the number does not fit
in6.txt:2:9: error: the table before has no .end
