run: relit info $DATA/nv2a/skin2.bin
---- out
isa                      nv2a
bytes                    256
kind                     raw slots
slots                    16
instructions             16
FINAL                    slot 15
paired instructions      0
unused fields            plain
temporaries              R0-R2
inputs read              v0-v1 v3 v13
constants read           c10 c96-c102
outputs written          oPos oD0
constants written        none
relative addressing      yes
state program            no
---- err
$DATA/nv2a/skin2.bin: note: guessed nv2a, --isa to choose
