# Super-sampling: both renderers draw the same samples, and a frame of samples is an image of so many cells.
run: for n in 2 16; do relit replay $DATA/gs/gif_formats.gs.xz --verify --ssaa $n; done
run: relit replay $DATA/gs/scanmsk.gs.xz --ssaa 16 --stats | grep pixels; relit replay $DATA/gs/scanmsk.gs.xz --stats | grep pixels
run: relit replay $DATA/gs/scanmsk.gs.xz -o 1.png; for n in 1 8; do relit replay $DATA/gs/scanmsk.gs.xz --ssaa $n -o n.png; cmp 1.png n.png && echo $n the same; done
run: for n in 2 8; do relit replay $DATA/gs/scanmsk.gs.xz --ssaa $n --high-resolution -o n.png; od -An -tu1 -j16 -N8 n.png; done
run: ! relit replay $DATA/gs/scanmsk.gs.xz --high-resolution
run: ! relit replay $DATA/gs/scanmsk.gs.xz --ssaa 4 --pixel 3,3
---- out
no difference in 299 draws, 6 comparisons
no difference in 299 draws, 6 comparisons
pixels           9058816
pixels           566176
1 the same
8 the same
   0   0   4   0   0   0   3 128
   0   0   8   0   0   0   7   0
---- err
relit: error: --high-resolution requires --ssaa 2, 4, 8 or 16
$DATA/gs/scanmsk.gs.xz: error: the history of a pixel is that of one sample; it excludes super-sampling
