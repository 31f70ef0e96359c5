run: for f in $DATA/nv2a/*.bin; do relit disasm $f | relit asm --isa nv2a - | cmp - $f; relit disasm --dialect gl $f | relit asm --isa nv2a --dialect gl - | cmp - $f; done
