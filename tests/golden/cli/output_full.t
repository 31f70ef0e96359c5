# A disk that is full: one line, and what was there stays.
needs: unshare -Urm sh -c 'mkdir d && mount -t tmpfs -o size=64k tmpfs d'
run: cat > script && unshare -Urm sh script
---- in
mkdir small
mount -t tmpfs -o size=64k tmpfs small
echo old > small/out
c=0
relit disasm $DATA/gs/prim_tris.gs.xz -o small/out || c=$?
echo $c $(cat small/out)
c=0
relit replay $DATA/gs/prim_tris.gs.xz -o small/out --raw small/raw || c=$?
echo $c $(cat small/out)
ls -A small
---- out
3 old
3 old
out
---- err
small/out: error: cannot write: No space left on device
$DATA/gs/prim_tris.gs.xz: error: cannot write: No space left on device
