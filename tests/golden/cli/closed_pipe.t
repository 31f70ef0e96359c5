# Whoever reads has had enough: the program ends by SIGPIPE, as others do, and says nothing; even where that was ignored.
run: { c=0; relit disasm $DATA/gs/prim_tris.gs.xz || c=$?; echo $c >&2; } | head -n 1
run: { c=0; (trap '' PIPE; relit disasm $DATA/gs/prim_tris.gs.xz) || c=$?; echo $c >&2; } | head -n 1
---- out
.gs current
.gs current
---- err
141
141
