# Mistakes have a line and a column.
run: for n in 1 2 3 4 5; do relit asm in$n.txt --isa gs || true; done
---- in in1.txt
.vsync
FRAME_1 PSM=CT33
---- in in2.txt
.tag REGS=(RGBAQ XYZ2)
    RGBAQ R=1
    RGBAQ R=2
---- in in3.txt
    XYZ2 X=4096
---- in in4.txt
.memory
.fill 9999999999, 0
---- in in5.txt
.transfer path4
---- err
in1.txt:2:13: error: "CT33" is not a value of PSM
in2.txt:3:5: error: the tag expects XYZ2 here
in3.txt:1:12: error: X has 16 bits
in4.txt:2:7: error: more data than fits here
in5.txt:1:11: error: path1, path2, path3 or path1.window is expected
