# The Vulkan renderer leaves what the reference leaves; --verify compares both after each batch.
run: for f in gif_formats scanmsk; do relit replay $DATA/gs/$f.gs.xz --raw r.bin; relit replay $DATA/gs/$f.gs.xz --renderer vulkan --raw v.bin; cmp r.bin v.bin && echo $f same; done
run: relit replay $DATA/gs/scanmsk.gs.xz --verify
run: relit replay $DATA/gs/scanmsk.gs.xz --verify --rules plain --json
run: relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --stats | grep -v "^us" | tail -n 18; relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --stats | grep -cE "^us (draw|display|wait|decode) +[0-9]+$"
run: relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --barriers always --raw b.bin; cmp v.bin b.bin && relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --barriers always --stats | grep -E 'passes|device|always'
run: ! relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --device none 2>&1 | cut -d ';' -f 1
run: ! relit replay $DATA/gs/scanmsk.gs.xz --verify --diff
run: relit replay $DATA/gs/scanmsk.gs.xz --verify --pixel 3,3 > v.txt; relit replay $DATA/gs/scanmsk.gs.xz --pixel 3,3 > r.txt; grep -v "^no difference" v.txt | cmp - r.txt
run: ! relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --pixel 3,3
---- out
gif_formats same
scanmsk same
no difference in 13 draws, 6 comparisons
{
  "differs": false,
  "draws": 13,
  "comparisons": 6
}
submissions      2
render passes    2
device barriers  0
host draws       0
decoded texels   0
hidden in tiles  918
barrier target   0
barrier overlap  0
barrier texture  0
barrier always   0
barrier order    0
barrier full     0
barrier palette  0
barrier upload   0
barrier copy     0
barrier read     0
barrier display  2
barrier flush    0
4
render passes    13
device barriers  13
barrier always   13
relit: error: no Vulkan device has a name that contains 'none'
---- err
relit: error: --verify excludes --diff
$DATA/gs/scanmsk.gs.xz: error: the vulkan renderer does not tell how a pixel came about; the reference does
