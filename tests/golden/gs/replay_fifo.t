# A FIFO that another program writes is shown as it comes: the first frame is there before the second is written.
run: relit asm --isa gs frame.txt -o frame.gs && mkfifo live && mkdir reference vulkan
run: for r in reference vulkan; do (cat frame.gs; for i in $(seq 300); do [ -e $r/frame-0001.png ] && break; sleep 0.1; done; ls $r > early; cat frame.gs) > live & relit replay live --renderer $r --all $r; wait; cat early; ls $r; done
---- in frame.txt
.gs stream
.registers
    PMODE    EN1=1, CRTMD=1, MMOD=1, ALP=255
    DISPFB1  FBW=1, PSM=CT32
    DISPLAY1 DX=636, DY=50, MAGH=3, DW=255, DH=31
FRAME_1      FBW=1, PSM=CT32
SCISSOR_1    SCAX1=63, SCAY1=31
PRMODECONT   AC=1
RGBAQ        R=200, G=100, B=50, A=128
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2     X=0, Y=0
    XYZ2     X=32, Y=16
.vsync 0
---- out
frame-0001.png
frame-0001.png
frame-0002.png
frame-0001.png
frame-0001.png
frame-0002.png
