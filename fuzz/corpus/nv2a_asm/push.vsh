.pushbuffer
.method SET_TRANSFORM_EXECUTION_MODE, 1
.data 0x00000006
.method SET_TRANSFORM_PROGRAM_LOAD, 1, subchannel 2
.data 0
.method SET_TRANSFORM_PROGRAM, 4
mov oPos, v0
.final
.method 0x0b84, 3, fixed
.fill 3, 0x3f800000
.byte 1, 2
