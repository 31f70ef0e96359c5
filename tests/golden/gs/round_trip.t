# Dumps come back from their text, packed or not.
run: for f in $DATA/gs/*.gs.xz; do xz -dc $f > a.gs; for n in first all none; do relit disasm $f --option notes=$n | relit asm - -o b.gs && cmp a.gs b.gs || exit 9; done; done
run: relit disasm a.gs | relit asm - -o c.gs.zst; relit disasm c.gs.zst | relit asm - -o d.gs.xz; xz -dc d.gs.xz | cmp - a.gs && echo the same
---- out
the same
