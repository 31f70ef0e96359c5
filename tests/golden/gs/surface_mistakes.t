# What surface refuses of dumps, and which names of images do not fit, in every verb that writes one.
run: relit asm --isa gs in.txt -o dump.gs
run: for n in x.jpg x.ppm x.pgm x.png.txt; do relit surface dump.gs --target colour -o $n || echo $?; done; relit surface dump.gs --target depth -o z.tif || echo $?
run: relit replay dump.gs -o x.jpg || echo $?; relit replay dump.gs --draw 1 -o x.pgm || echo $?; relit replay dump.gs --target depth -o x.bmp || echo $?; relit replay dump.gs --target fb -o x.PNG || echo $?
run: relit replay $DATA/r500/gouraud_triangle -o x.jpg || echo $?; relit surface $DATA/r500/fmt_dxt1 --target colour -o x.gif || echo $?; relit surface zeros --target bytes --format DXT1 --size 4,4 -o x.gif || echo $?
run: ls -A
run: relit surface dump.gs --target texture -o x.png || echo $?; relit surface dump.gs --draw 3 || echo $?; relit surface dump.gs --draw 2 --target depth -o x.png || echo $?
run: relit surface dump.gs --submission 0 || echo $?; relit surface dump.gs --target buffer:3 || echo $?; relit surface dump.gs --max-pixels 3 || echo $?
run: relit surface dump.gs --target colour --level 0 -o x.png || echo $?; relit surface dump.gs --target colour --format CT32 --size 4,4 -o x.png || echo $?; relit surface dump.gs --target memory -o x.png || echo $?
run: relit surface dump.gs --target memory --format DXT1 --size 4,4 -o x.png || echo $?; relit surface dump.gs --target memory --format T8 --size 4,4 --offset 100 -o x.png || echo $?; relit surface dump.gs --target memory --format T8 --size 4,4 --pitch 100 -o x.png || echo $?
run: relit surface dump.gs --target colour --max-pixels 3 -o x.png || echo $?; relit surface - --isa gs --target colour -o x.png < dump.gs || echo $?; relit surface - --isa gs < dump.gs || echo $?
run: relit surface zeros --target bytes --format Z16 --size 4,4 -o x.png || echo $?; relit surface zeros --target bytes --format CT32 --size 4,4 -o x.png || echo $?; relit surface zeros --target bytes --format 8_8_8_8 --size 400,400 -o x.png || echo $?; relit surface zeros --target bytes -o x.png || echo $?
run: relit surface dump.gs --isa maxwell || echo $?; head -c 150 dump.gs > cut.gs; relit surface cut.gs --isa gs || echo $?
run: ls -A
---- in in.txt
.gs stream
.transfer path3
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
PRMODECONT AC=1
.tag PRIM=(PRIM=SPRITE), REGS=(RGBAQ XYZ2)
    RGBAQ R=128, G=64, B=32, A=128
    XYZ2  X=8, Y=4
    RGBAQ R=128, G=64, B=32, A=128
    XYZ2  X=16, Y=8
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2  X=9, Y=5
---- hex zeros
00000000 00000000 00000000 00000000
---- out
2
2
2
2
2
2
2
2
2
2
2
dump.gs
in.txt
x.PNG
zeros
4
2
4
2
2
2
2
2
2
2
2
2
4
2
draws 1..2     colour   0x0 (FBP 0x0)            64x32        CT32, pitch 64
2
3
3
2
3
3
cut.gs
dump.gs
in.txt
x.PNG
zeros
---- err
dump.gs: error: -o x.jpg: images are written as .png
dump.gs: error: -o x.ppm: images are written as .png
dump.gs: error: -o x.pgm: only depth is written as PGM, other images as .png
dump.gs: error: -o x.png.txt: images are written as .png
dump.gs: error: -o z.tif: images are written as .png, and depth as .pgm too
dump.gs: error: -o x.jpg: images are written as .png
dump.gs: error: -o x.pgm: only depth is written as PGM, other images as .png
dump.gs: error: -o x.bmp: images are written as .png, and depth as .pgm too
$DATA/r500/gouraud_triangle: error: -o x.jpg: images are written as .png, and depth as .pgm too
$DATA/r500/fmt_dxt1: note: of 2 surfaces this is the one of draw 3; --draw selects another, --out writes all
$DATA/r500/fmt_dxt1: note: the CPU wrote nothing to buffer 7: what the GPU draws there is not in the capture
$DATA/r500/fmt_dxt1: error: -o x.gif: images are written as .png
zeros: error: -o x.gif: images are written as .png, and depth as .pgm too
dump.gs: error: no draw uses texture
dump.gs: error: --draw 3: there are 2 draws
dump.gs: error: draw 2 uses no depth
dump.gs: error: --submission is for captures of R500, not for dumps of the GS
dump.gs: error: --target buffer:3: colour, depth, texture, palette or memory
dump.gs: error: --max-pixels has no effect: a list draws nothing
dump.gs: error: --level is for textures
dump.gs: error: --format and --target memory require each other: they describe a part of local memory
dump.gs: error: --format and --target memory require each other: they describe a part of local memory
dump.gs: error: --format DXT1: no format of the GS; there are CT32, CT24, CT16, CT16S, T8, T4, T8H, T4HL, T4HH, Z32, Z24, Z16, Z16S
dump.gs: error: --offset 100: a base counts blocks of 256 bytes of the 4 MiB
dump.gs: error: --pitch 100: a width counts 64 pixels
dump.gs: error: more than 3 pixels by draw 1; --max-pixels N sets the limit, 0 removes it
<stdin>: error: images require a file, which is read twice: first for what the draws use
zeros: error: --format Z16: gs and r500 have it; --isa says which
zeros: error: local memory has 4194304 bytes, the file has 16
zeros:0x10: error: the surface ends before its last pixel, with 16 of 640000 bytes
zeros: error: --target bytes requires --format and --size, which describe the memory
dump.gs: error: --isa maxwell: only gs and r500 have surfaces
cut.gs:0x0: error: packet 0: it declares 176 bytes, 144 are there; it and what follows is missing
