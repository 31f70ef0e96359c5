# What the display shows, larger: each pixel a square, or linear between pixels; with square pixels too. Both renderers show the same.
run: relit replay $DATA/gs/scanmsk.gs.xz -o 1.png; for h in nearest bilinear; do relit replay $DATA/gs/scanmsk.gs.xz --upscale $h -o $h.png; relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --upscale $h -o v.png; cmp $h.png v.png && od -An -tu1 -j16 -N8 v.png; done
run: ! cmp -s nearest.png bilinear.png
run: relit replay $DATA/gs/scanmsk.gs.xz --upscale nearest --scale 3 --aspect 4:3 -o n.png; od -An -tu1 -j16 -N8 n.png
run: relit replay $DATA/gs/scanmsk.gs.xz --upscale bilinear --all frames -o last.png && cmp frames/frame-0002.png last.png && ls frames
run: for d in weave bob blend adaptive none; do relit replay $DATA/gs/scanmsk.gs.xz --deinterlace $d -o r.png; relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --deinterlace $d -o v.png; cmp r.png v.png && echo $d the same; done
run: ! relit replay $DATA/gs/scanmsk.gs.xz --scale 3
run: ! relit replay $DATA/gs/scanmsk.gs.xz --upscale cubic
---- out
   0   0   4   0   0   0   3 128
   0   0   4   0   0   0   3 128
   0   0   6 255   0   0   5  64
frame-0001.png
frame-0002.png
weave the same
bob the same
blend the same
adaptive the same
none the same
---- err
relit: error: --scale requires --upscale nearest or bilinear
relit: error: --upscale: cubic not in {nearest,bilinear}
