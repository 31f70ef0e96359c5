# -o: a new file has the usual rights, one that was there keeps its own and stays as it was until the new one is whole. Nothing
# else is left beside it.
run: umask 027; relit asm a.vsh --isa nv2a -o new; stat -c '%a %s' new
run: echo old > old; chmod 604 old; relit asm a.vsh --isa nv2a -o old; stat -c '%a %s' old
run: for v in "asm bad.vsh --isa nv2a" "disasm bad.vsh --isa nv2a" "translate bad.vsh --isa nv2a" "run a.vsh --isa nv2a --inputs bad.json" "replay bad.vsh"; do echo old > kept; c=0; relit $v -o kept || c=$?; echo $c $(cat kept); done
run: c=0; relit asm a.vsh --isa nv2a -o nowhere/out || c=$?; echo $c
run: mkdir folder; c=0; relit asm a.vsh --isa nv2a -o folder || c=$?; echo $c
run: ls -A . folder
---- in a.vsh
mov oPos, v0
---- in bad.vsh
mvo oPos, v0
---- in bad.json
{"v0": [1, "zz"]}
---- out
640 16
604 16
3 old
3 old
3 old
3 old
3 old
3
3
.:
a.vsh
bad.json
bad.vsh
folder
kept
new
old

folder:
---- err
bad.vsh:1:1: error: 'mvo' is not an operation
bad.vsh:1:1: error: 'mvo' is not an operation
bad.vsh:1:1: error: 'mvo' is not an operation
bad.json: error: set 0: "v0": "zz" is not 8 hex digits
bad.vsh:0x0: error: not a GS dump
nowhere/out: error: cannot write: No such file or directory
folder: error: cannot write: Is a directory
