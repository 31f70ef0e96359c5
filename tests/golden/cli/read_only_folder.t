# Nothing can be made in the folder: a new file is refused, one that is there is written itself. Root may do it all, so root
# is nobody here.
needs: if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups true; fi
run: cp "$(command -v relit)" r; chmod 755 . r; chmod 644 a.vsh; mkdir folder; echo old > folder/locked; echo old > folder/open; chmod 444 folder/locked; chmod 666 folder/open; if [ "$(id -u)" = 0 ]; then chown 65534 folder/locked; fi; chmod 555 folder
run: n=; if [ "$(id -u)" = 0 ]; then n="setpriv --reuid 65534 --regid 65534 --clear-groups"; fi; for name in new locked open; do c=0; $n ./r asm a.vsh --isa nv2a -o folder/$name || c=$?; echo $c; done
run: ls -A folder; cat folder/locked; wc -c < folder/open; chmod 755 folder
---- in a.vsh
mov oPos, v0
---- out
3
3
0
locked
open
old
16
---- err
folder/new: error: cannot write: Permission denied
folder/locked: error: cannot write: Permission denied
