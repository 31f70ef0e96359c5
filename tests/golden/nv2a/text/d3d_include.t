run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
xvs.1.1
#include "constants.h"
mov oPos, v0
---- err
in.vsh:2:1: error: '#include' is for a preprocessor: run one before
