# A server that is not there costs a warning; lists of tiers that are none are said.
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o plain.glsl --cache off; relit translate $DATA/nv2a/op_add.bin --isa nv2a -o 1.glsl --cache http://127.0.0.1:1 || echo "exit $?"; cmp plain.glsl 1.glsl
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o 2.glsl --cache kept,http://127.0.0.1:1/a,read-only || echo "exit $?"; cmp plain.glsl 2.glsl; relit cache stat --cache kept,http://127.0.0.1:1/a | grep entries
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o 3.glsl --cache http://127.0.0.1:1,readonly || echo "exit $?"; cmp plain.glsl 3.glsl
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o 4.glsl --cache http:// || echo "exit $?"; cmp plain.glsl 4.glsl
run: relit cache list --cache http://127.0.0.1:1 || echo "exit $?"
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a -o 5.glsl --cache kept,http://me:secret@127.0.0.1:1,readonly; relit cache stat --cache kept,http://me:secret@127.0.0.1:1 --json | grep folder; relit cache list --cache http://me:secret@127.0.0.1:1 || echo "exit $?"
run: relit translate $DATA/nv2a/op_add.bin --isa nv2a --json --cache http://me:secret@127.0.0.1:1 2>&1 >/dev/null; relit cache merge kept http://me:secret@127.0.0.1:1 2>&1 || echo "exit $?"; relit translate $DATA/nv2a/none.bin --isa nv2a --cache http://me:secret@127.0.0.1:1 || echo "exit $?"; relit translate http://me:secret@127.0.0.1:1/a || echo "exit $?"
---- out
entries: 3
exit 2
  "folder": "kept,http://127.0.0.1:1",
exit 2
{"warning":{"file":"http://127.0.0.1:1","text":"no connection (3 times)"}}
{"warning":{"file":"http://127.0.0.1:1","text":"the shared cache is left alone for a while: it failed several times in a row"}}
http://127.0.0.1:1: error: name the folder of the cache: --cache DIR, or RELIT_CACHE
exit 2
exit 3
exit 3
---- err
http://127.0.0.1:1: warning: no connection (3 times)
http://127.0.0.1:1: warning: the shared cache is left alone for a while: it failed several times in a row
http://127.0.0.1:1/a: warning: no connection
http://127.0.0.1:1,readonly: warning: the cache is not used: expected DIR, URL or DIR,URL, with ,read-only behind the URL or nothing
http://: warning: the cache is not used: expected http://HOST[:PORT][/FOLDER]
http://127.0.0.1:1: error: name the folder of the cache: --cache DIR, or RELIT_CACHE
kept,http://127.0.0.1:1,readonly: warning: the cache is not used: expected DIR, URL or DIR,URL, with ,read-only behind the URL or nothing
http://127.0.0.1:1: error: name the folder of the cache: --cache DIR, or RELIT_CACHE
$DATA/nv2a/none.bin: error: cannot open: No such file or directory
http://127.0.0.1:1/a: error: cannot open: No such file or directory
