# All that came to a pixel of a capture: the interpreter and the rules of the registers beside what the device stored.
run: relit replay $DATA/r500/depth_range --pixel 64,64
run: relit replay $DATA/r500/gouraud_triangle --pixel 64,64 --draw 2 --stats | tail -n 14
run: relit replay $DATA/r500/gouraud_triangle --pixel 64,64 --json | tr -d ' \n' | sed 's/{"kind"/\n&/g; s/"locations"/\n&/; s/$/\n/' | tail -n 3
run: relit replay $DATA/r500/gouraud_triangle --pixel 5000,3 || echo $?
run: relit replay $DATA/r500/gouraud_triangle --pixel 3,-3 2>told | tail -n 1; cat told
---- out
draw 1, submission 0: POINTS
  triangle 0, front: z 1   1/w 1
  input    texture 0: 0.1 0.2 0.3 1
  program  colour 0: 0.1 0.2 0.3 1
  stencil  0x00 always 0x00, mask 0xff, passes: replace
  depth    0xffffff always 0x0 passes
  stored   0x00000000 -> 0xff4c331a in colour 0 at 0x7710 of buffer 3
  stored   0x00000000 -> 0xffffff00 in depth at 0x7710 of buffer 4
draw 2, submission 0: TRIANGLES
  triangle 0, front: z 0.468688   1/w 0.395452
  input    texture 0: 0 0 1 0
  input    texture 1: 0.0197559 -0.0197558 0.868478 2.52875
  program  colour 0: 0.468688 0.468688 0.937376 0.468688
  depth    0x77fbf2 < 0xffffff passes
  triangle 2, back: z 0.564082   1/w 0.180815
  input    texture 0: 0 0 -1 0
  input    texture 1: 0.0432069 -0.0432071 4.53729 5.53051
  program  colour 0: 0.564082 0.564082 0 0.564082
  depth    0x9067b0 < 0x77fbf2 fails
  stored   0xff4c331a -> 0x78ef7878 in colour 0 at 0x7710 of buffer 3
  stored   0xffffff00 -> 0x77fbf200 in depth at 0x7710 of buffer 4
draw 3, submission 0: POINTS
  triangle 0, front: z 0   1/w 1
  input    texture 0: 0.503906 0.496094 0 1
  program  colour 0: 0.470588 0.470588 0.937255 0.470588
  stored   0x00000000 -> 0x787878ef in colour 0 at 0x7f00 of buffer 7
at the end
  0x78ef7878 in colour 0 at 0x7710 of buffer 3
  0x77fbf200 in depth at 0x7710 of buffer 4
  0x787878ef in colour 0 at 0x7f00 of buffer 7
  program  colour 0: 0.1 0.2 0.3 1
  stencil  0x00 always 0x00, mask 0xff, passes: replace
  depth    0xffffff always 0x0 passes
  stored   0x00000000 -> 0xff4c331a in colour 0 at 0x7710 of buffer 3
  stored   0x00000000 -> 0xffffff00 in depth at 0x7710 of buffer 4
draw 2, submission 0: TRIANGLES
  triangle 0, front: z 0.5   1/w 1
  input    texture 0: 0.247559 0.257324 0.495117 1
  program  colour 0: 0.247559 0.257324 0.495117 1
  stored   0xff4c331a -> 0xff7e423f in colour 0 at 0x7710 of buffer 3
at the end
  0xff7e423f in colour 0 at 0x7710 of buffer 3
  0xffffff00 in depth at 0x7710 of buffer 4
  0x00000000 in colour 0 at 0x7f00 of buffer 6
{"kind":"draw","draw":2,"submission":0,"primitive":"TRIANGLES","approximate":[],"fragments":[{"triangle":0,"back":false,"z":0.5,"inverse_w":1.0,"end":"stored","inputs":[{"name":"texture0","value":[0.2475585788488388,0.25732421875,0.4951172173023224,1.0]}],"colours":[[0.2475585788488388,0.25732421875,0.4951172173023224,1.0],null,null,null],"targets":[{"unit":0,"source":[0.2475585788488388,0.25732421875,0.4951172173023224,1.0],"destination":[0.10196078568696976,0.20000000298023224,0.2980392277240753,1.0],"result":[0.2475585788488388,0.25732421875,0.4951172173023224,1.0],"written":"rgba"}]}],"changes":[{"location":0,"before":"0xff4c331a","after":"0xff7e423f","device_differs":false,"computed":"0xff7e423f"}]},
{"kind":"draw","draw":3,"submission":0,"primitive":"POINTS","approximate":[],"fragments":[{"triangle":0,"back":false,"z":0.0,"inverse_w":1.0,"end":"stored","inputs":[{"name":"texture0","value":[0.50390625,0.49609375,0.0,1.0]}],"colours":[[0.24705882370471954,0.25882354378700256,0.4941176474094391,1.0],null,null,null],"targets":[{"unit":0,"source":[0.24705882370471954,0.25882354378700256,0.4941176474094391,1.0],"destination":[0.0,0.0,0.0,0.0],"result":[0.24705882370471954,0.25882354378700256,0.4941176474094391,1.0],"written":"rgba"}]}],"changes":[{"location":2,"before":"0x00000000","after":"0xff3f427e","device_differs":false,"computed":"0xff3f427e"}]}],
"locations":[{"use":"colour","unit":0,"buffer":3,"offset":30480,"value":"0xff7e423f"},{"use":"depth","unit":0,"buffer":4,"offset":30480,"value":"0xffffff00"},{"use":"colour","unit":0,"buffer":6,"offset":32512,"value":"0xff3f427e"}]},"files":[]}
2
$DATA/r500/gouraud_triangle: error: --pixel 3,-3: outside of every target that is drawn to
---- err
$DATA/r500/gouraud_triangle: error: --pixel 5000,3: outside of every target that is drawn to
