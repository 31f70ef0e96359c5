# A window without a screen: SDL's driver for that. Keys: f the next frame, d the next draw, space pause, q quit.
needs: ldconfig -p | grep -q libSDL2-2.0.so.0
run: export SDL_VIDEODRIVER=dummy; relit replay $DATA/gs/scanmsk.gs.xz --window --keys fq -o f.png; relit replay $DATA/gs/scanmsk.gs.xz --frame 1 -o 1.png; cmp f.png 1.png
run: export SDL_VIDEODRIVER=dummy; relit replay $DATA/gs/scanmsk.gs.xz --window --keys dddq -o d.png; relit replay $DATA/gs/scanmsk.gs.xz --draw 3 -o 3.png; cmp d.png 3.png
run: export SDL_VIDEODRIVER=dummy; relit replay $DATA/gs/scanmsk.gs.xz --renderer vulkan --upscale nearest --window --keys fdfffdq -o v.png; relit replay $DATA/gs/scanmsk.gs.xz --upscale nearest -o r.png; cmp v.png r.png
run: export SDL_VIDEODRIVER=dummy; relit replay $DATA/gs/scanmsk.gs.xz --window --keys ' fq' --json
run: export SDL_VIDEODRIVER=dummy; ! relit replay $DATA/gs/scanmsk.gs.xz --window --keys fq --max-pixels 9
run: export SDL_VIDEODRIVER=none; ! relit replay $DATA/gs/scanmsk.gs.xz --window --keys q
run: ! relit replay $DATA/gs/scanmsk.gs.xz --window --stats
run: ! relit replay $DATA/gs/scanmsk.gs.xz --keys q
---- out
1 frames, 7 draws
0 frames, 3 draws
2 frames, 13 draws
{
  "frames": 1,
  "draws": 7
}
---- err
$DATA/gs/scanmsk.gs.xz: error: more than 9 pixels by draw 1; --max-pixels N sets the limit, 0 removes it
$DATA/gs/scanmsk.gs.xz: error: SDL_Init: none not available
relit: error: --window excludes --stats
relit: error: --keys requires --window
