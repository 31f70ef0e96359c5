# A dump that is cut off is compared as far as it goes; the answer says that the rest was not, and the fault is an error.
run: relit asm --isa gs in.txt -o a.gs; head -c $(($(stat -c %s a.gs) - 3)) a.gs > cut.gs; relit diff --isa gs,gs a.gs cut.gs > out || c=$?; tail -n 1 out; exit $c
exit: 3
---- in in.txt
.screenshot 1, 1
    .data 0xff0000ff
FRAME_1 FBW=1, PSM=CT32
.vsync 0
FRAME_1 FBW=1, PSM=CT32, FBMSK=1
---- out
not everything was compared: a file is damaged
---- err
cut.gs:0x402218: error: packet 2: it declares 32 bytes, 29 are there; it and what follows is missing
