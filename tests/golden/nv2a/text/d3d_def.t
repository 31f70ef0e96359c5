run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
vs.1.1
def c5, 0.0, 1.0, 0.5, 2.0
mov oPos, c5
---- err
in.vsh:2:1: error: def loads a constant, and a program holds none: load it where the program runs
