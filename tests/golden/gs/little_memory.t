# About 100 bytes each, in every container, that ask for gigabytes: answered in a second and 64 MiB of address space.
run: case ${RELIT_SANITIZED-} in 1) ;; *) ulimit -v 65536 ;; esac; ulimit -t 1; for f in header.gs state.gs transfer.gs fifo.gs dict.gs.xz window.gs.zst filled.gs.zst; do for v in info disasm replay; do c=0; case $v in replay) g= ;; *) g="--isa gs" ;; esac; relit $v $f $g > /dev/null 2>&1 || c=$?; echo $f $v $c; done; done
run: case ${RELIT_SANITIZED-} in 1) ;; *) ulimit -v 65536 ;; esac; ulimit -t 1; for n in 1 2 3; do c=0; relit asm --isa gs text$n -o out.gs || c=$?; echo $c; done
---- hex header.gs
fffffffff0ffffff08000000c00140002400000000000000000000000000000000000000240000000000000000000000
000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
00000000
---- hex state.gs
ffffffff2400000008000000ffff7f002400000000000000000000000000000000000000240000000000000000000000
000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
00000000
---- hex transfer.gs
0002f0ffffff018000000000000000000000000000000000000000000000000000000000000000000000000000000000
000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
00000000
---- hex fifo.gs
00021000000001800000000000100e0000000000000002ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02
ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02ffffffff02ffffff
ff
---- hex dict.gs.xz
fd377a585a000000ff12d9410200210128000000e6a011b301002bffffffff2400000008000000c00140002400000000
000000000000000000000000000000240000000000000000
---- hex window.gs.zst
28b52ffd00a8610100ffffffff2400000008000000c00140002400000000000000000000000000000000000000240000
0000000000
---- hex filled.gs.zst
28b52ffd0038600100ffffffff2400000008000000c00140002400000000000000000000000000000000000000240000
000000000002001000020010000200100002001000020010000200100002001000020010000200100002001000020010
0003001000
---- in text1
.gs stream
.transfer path3
    .fill 4000000000, 0x0
---- in text2
.gs stream
.transfer
.data 1
.again 4, 4000000000
---- in text3
.body
.fill 4294967295, 1
---- out
header.gs info 3
header.gs disasm 3
header.gs replay 3
state.gs info 3
state.gs disasm 3
state.gs replay 3
transfer.gs info 3
transfer.gs disasm 3
transfer.gs replay 3
fifo.gs info 0
fifo.gs disasm 0
fifo.gs replay 4
dict.gs.xz info 3
dict.gs.xz disasm 3
dict.gs.xz replay 3
window.gs.zst info 3
window.gs.zst disasm 3
window.gs.zst replay 3
filled.gs.zst info 3
filled.gs.zst disasm 3
filled.gs.zst replay 3
3
3
3
---- err
text1:3:11: error: more data than fits here
text2:4:8: error: more data than fits here
text3:2:7: error: more data than fits here
