# Text is text for every verb.
run: relit info --isa nv2a in.txt | head -4
---- in in.txt
0x00000000 0x00EC001B 0x0836186C 0x20708801
---- out
isa                      nv2a
bytes                    44
kind                     text
slots                    1
