# Many pixels in one replay have what --pixel says of each.
run: relit replay $DATA/r500/depth_range --pixels 64,64,2x1 > both; sed -n '/^pixel 64,64/,/^$/p' both | sed '1d; /^$/d' > one; relit replay $DATA/r500/depth_range --pixel 64,64 | cmp - one; sed -n '/^pixel 65,64/,$p' both | sed 1d > one; relit replay $DATA/r500/depth_range --pixel 65,64 | cmp - one; grep -c . one
run: relit replay $DATA/r500/depth_range --pixels 2x2 --json | tr -d ' \n' | sed 's/"approximate":\[[^]]*\],"fragments".*//; s/.*"area"/"area"/; s/"events"/\n&/; s/$/\n/'
run: for area in 9x8 5000,5000,2x2; do c=0; relit replay $DATA/r500/gouraud_triangle --pixels $area || c=$?; echo $c; done
---- out
30
"area":{"x":0,"y":0,"width":128,"height":128,"columns":2,"rows":2},"pixels":[{"x":32,"y":32,"row":95,"left_out":0,
"events":[{"kind":"draw","draw":1,"submission":0,"primitive":"POINTS",
2
2
---- err
$DATA/r500/gouraud_triangle: error: --pixels: 9 x 8 pixels are more than the 64 that a replay follows
$DATA/r500/gouraud_triangle: error: --pixels: outside of every target that is drawn to
