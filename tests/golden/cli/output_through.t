# Devices, pipes and links are written themselves, and stay what they are. Root is nobody here: were a program wrong about this,
# root would lose the machine's devices.
needs: if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups true; fi
run: cp "$(command -v relit)" r; xz -dc $DATA/gs/prim_tris.gs.xz > d.gs; chmod 755 r; chmod 644 d.gs a.vsh; chmod 777 .
run: if [ "$(id -u)" = 0 ]; then n="setpriv --reuid 65534 --regid 65534 --clear-groups"; fi; $n ./r asm a.vsh --isa nv2a -o /dev/null; test -c /dev/null
run: c=0; $n ./r asm a.vsh --isa nv2a -o /dev/full || c=$?; echo $c; c=0; $n ./r disasm d.gs -o /dev/full || c=$?; echo $c; test -c /dev/full
run: mkfifo pipe; chmod 666 pipe; wc -c < pipe > count & $n ./r asm a.vsh --isa nv2a -o pipe; wait; cat count; test -p pipe
run: echo old > there; chmod 666 there; ln -s there link; ln -s missing dangling; for name in link dangling; do $n ./r asm a.vsh --isa nv2a -o $name; test -L $name; done; wc -c there missing; rm r; ls -A
---- in a.vsh
mov oPos, v0
---- out
3
3
16
16 there
16 missing
32 total
a.vsh
count
d.gs
dangling
link
missing
pipe
there
---- err
/dev/full: error: cannot write: No space left on device
/dev/full: error: cannot write: No space left on device
