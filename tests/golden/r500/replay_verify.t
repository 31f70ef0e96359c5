# Pixels of each draw by the interpreter and by the device.
run: relit replay $DATA/r500/gouraud_triangle --verify
run: relit replay $DATA/r500/depth_range --verify --pixel 64,64 --json | tr -d ' \n' | sed 's/.*"verify"/"verify"/'
run: relit replay $DATA/r500/depth_range --verify --pixel 5000,5 || echo $?
---- out
no difference in 3 draws: 64 values of 48 pixels; 0 differ by rounding, 0 lie on an edge
"verify":{"differs":false,"draws":3,"pixels":3,"values":5,"rounded":0,"on_edges":0,"not_compared":[]},"files":[]}nothing was compared
not compared: 3 draws, the first is draw 1: no pixel that was chosen has from 1 to 256 of its triangles over it
1
