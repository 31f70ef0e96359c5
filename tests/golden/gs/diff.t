# Two dumps are compared packet by packet, and printed are the lines that differ: one changed byte is a line of each, a packet that one
# dump has more is one hunk, whatever its length. Equal dumps print nothing. --draws compares registers and vertices of draws.
run: for f in a b c; do relit asm --isa gs $f.txt -o $f.gs; done; awk '{ print } /^.vsync 0/ { print ".transfer path3"; print "RGBAQ R=9"; for (i = 0; i < 6000; ++i) print "UV U=" i % 1000 ", V=" int(i / 1000); print ".transfer path3" }' a.txt > long.txt; relit asm --isa gs long.txt -o long.gs; cp a.gs same.gs
run: relit diff a.gs same.gs; relit diff a.gs same.gs --draws; relit diff a.gs same.gs --json | tr -d ' \n'; echo
run: relit diff a.gs b.gs || echo "exit $?"
run: relit diff a.gs c.gs || echo "exit $?"
run: relit diff a.gs long.gs > out || echo "exit $?"; grep -c '^+' out; grep -c '^-' out || true; grep '^@@' out; tail -n 3 out; relit diff long.gs a.gs --json | sed -n '1,/"lines"/p' | tr -d ' \n'; echo
run: xz -k a.gs; relit diff a.gs.xz b.gs | head -n 1; cat b.gs | relit diff a.gs - | head -n 1
run: relit diff a.gs b.gs --draws || echo "exit $?"; relit diff c.gs a.gs --draws || echo "exit $?"; relit diff a.gs b.gs --draws --json | tr -d ' \n'; echo
run: head -c 300 a.gs > cut.gs; relit diff a.gs cut.gs > told || echo "exit $?"; tail -n 1 told; relit diff cut.gs a.gs --draws || echo "exit $?"
run: relit diff $DATA/gs/scanmsk.gs.xz $DATA/gs/scanmsk.gs.xz && echo the same; cat b.gs | relit diff a.gs - --draws
exit: 2
---- in a.txt
.gs stream
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
TEST_1     ZTE=1, ZTST=ALWAYS
PRMODECONT AC=1
.tag PRIM=(PRIM=POINT), REGS=(RGBAQ XYZ2)
    RGBAQ R=1
    XYZ2 X=1, Y=1
    RGBAQ R=2
    XYZ2 X=2, Y=2
    RGBAQ R=3
    XYZ2 X=3, Y=3
    RGBAQ R=4
    XYZ2 X=4, Y=4
.vsync 0
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2 X=5, Y=5
.vsync 1
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2 X=6, Y=6
---- in b.txt
.gs stream
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
TEST_1     ZTE=1, ZTST=GEQUAL
PRMODECONT AC=1
.tag PRIM=(PRIM=POINT), REGS=(RGBAQ XYZ2)
    RGBAQ R=1
    XYZ2 X=1, Y=1
    RGBAQ R=2
    XYZ2 X=2, Y=2
    RGBAQ R=3
    XYZ2 X=3, Y=3
    RGBAQ R=4
    XYZ2 X=4, Y=5
.vsync 0
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2 X=5, Y=5
.vsync 1
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2 X=6, Y=6
---- in c.txt
.gs stream
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
TEST_1     ZTE=1, ZTST=ALWAYS
PRMODECONT AC=1
.tag PRIM=(PRIM=POINT), REGS=(RGBAQ XYZ2)
    RGBAQ R=1
    XYZ2 X=1, Y=1
    RGBAQ R=2
    XYZ2 X=2, Y=2
    RGBAQ R=3
    XYZ2 X=3, Y=3
    RGBAQ R=4
    XYZ2 X=4, Y=4
.vsync 0
.vsync 1
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2 X=6, Y=6
---- out
{"kind":"packets","differences":[],"same":true}
@@ packet 0 at 0x6 @@
      .tag FLG=PACKED, NLOOP=4, REGS=(A+D)
          FRAME_1     FBP=0x0, FBW=1, PSM=CT32, FBMSK=0x0
          SCISSOR_1   SCAX0=0, SCAX1=63, SCAY0=0, SCAY1=31
-         TEST_1      ATST=NEVER, AREF=0, AFAIL=KEEP, ZTE=1, ZTST=ALWAYS
+         TEST_1      ATST=NEVER, AREF=0, AFAIL=KEEP, ZTE=1, ZTST=GEQUAL
          PRMODECONT  AC=1
      .tag FLG=PACKED, NLOOP=4, EOP=1, PRIM=(PRIM=POINT), REGS=(RGBAQ XYZ2)
          RGBAQ       R=1, G=0, B=0, A=0
@@ packet 0 at 0xa6, draw 2 @@
          RGBAQ       R=3, G=0, B=0, A=0
          XYZ2        X=3, Y=3, Z=0x0
          RGBAQ       R=4, G=0, B=0, A=0
-         XYZ2        X=4, Y=4, Z=0x0
+         XYZ2        X=4, Y=5, Z=0x0
  .vsync 0
  .transfer path3
      .tag FLG=PACKED, NLOOP=1, EOP=1, PRIM=(PRIM=POINT), REGS=(XYZ2)
exit 1
@@ packet 0 at 0xc6, draw 3 @@
          RGBAQ       R=4, G=0, B=0, A=0
          XYZ2        X=4, Y=4, Z=0x0
  .vsync 0
- .transfer path3
-     .tag FLG=PACKED, NLOOP=1, EOP=1, PRIM=(PRIM=POINT), REGS=(XYZ2)
-         XYZ2        X=5, Y=5, Z=0x0
  .vsync 1
  .transfer path3
      .tag FLG=PACKED, NLOOP=1, EOP=1, PRIM=(PRIM=POINT), REGS=(XYZ2)
exit 1
exit 1
6003
0
@@ packet 0 at 0xc6, draw 3 @@
  .transfer path3
      .tag FLG=PACKED, NLOOP=1, EOP=1, PRIM=(PRIM=POINT), REGS=(XYZ2)
          XYZ2        X=5, Y=5, Z=0x0
{"kind":"packets","differences":[{"left":{"packet":0,"offset":198,"draws":3},"right":{"packet":0,"offset":198,"draws":3},"lines":[
@@ packet 0 at 0x6 @@
@@ packet 0 at 0x6 @@
draws 1..3
  TEST_1 ZTST: ALWAYS | GEQUAL
draw 4
  TEST_1 ZTST: ALWAYS | GEQUAL
  vertex 1 Y: 4 | 5
draws 5..6
  TEST_1 ZTST: ALWAYS | GEQUAL
exit 1
draw 5: in the second stream alone
exit 1
{"kind":"draws","differences":[{"draw":1,"count":3,"right_draw":1,"state":[{"what":"TEST_1ZTST","left":"ALWAYS","right":"GEQUAL"}]},{"draw":4,"right_draw":4,"state":[{"what":"TEST_1ZTST","left":"ALWAYS","right":"GEQUAL"},{"what":"vertex1Y","left":"4","right":"5"}]},{"draw":5,"count":2,"right_draw":5,"state":[{"what":"TEST_1ZTST","left":"ALWAYS","right":"GEQUAL"}]}],"same":false}
exit 3
not everything was compared: a file is damaged
draw 6: in the second stream alone
not everything was compared: a file is damaged
exit 3
the same
---- err
a.gs: note: guessed gs, --isa to choose
same.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
same.gs: note: guessed gs, --isa to choose
{"note":{"file":"a.gs","text":"guessed gs, --isa to choose"}}
{"note":{"file":"same.gs","text":"guessed gs, --isa to choose"}}
a.gs: note: guessed gs, --isa to choose
b.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
c.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
long.gs: note: guessed gs, --isa to choose
{"note":{"file":"long.gs","text":"guessed gs, --isa to choose"}}
{"note":{"file":"a.gs","text":"guessed gs, --isa to choose"}}
a.gs.xz: note: guessed gs, --isa to choose
b.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
<stdin>: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
b.gs: note: guessed gs, --isa to choose
c.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
{"note":{"file":"a.gs","text":"guessed gs, --isa to choose"}}
{"note":{"file":"b.gs","text":"guessed gs, --isa to choose"}}
a.gs: note: guessed gs, --isa to choose
cut.gs: note: guessed gs, --isa to choose
cut.gs:0x110: error: packet 4: it declares 32 bytes, 22 are there; it and what follows is missing
cut.gs: note: guessed gs, --isa to choose
a.gs: note: guessed gs, --isa to choose
cut.gs:0x110: error: packet 4: it declares 32 bytes, 22 are there; it and what follows is missing
a.gs: note: guessed gs, --isa to choose
<stdin>: note: guessed gs, --isa to choose
<stdin>: error: --draws requires files, which are read twice
