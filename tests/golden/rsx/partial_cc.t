run: relit translate --partial --to glsl --isa rsx.fp $DATA/rsx/hand/fp_cc.fp.bin
# A result that CC takes as well is read back from the register; tests choose with mix(); KIL asks any lane.
---- out
c[0].x = f_TEX0.x;
c[0].w = vec4(lessThan((r[1].xxxx), (fconst.c[0].xxxx))).w;
r[0] = mix(r[0], f_TEX1, greaterThan((c[0].xxxx), vec4(0)));
h[2].xy = r[0].xy;
c[1].xy = h[2].xy;
r[0].x = mix(r[0], (r[0] + r[0]), lessThanEqual((c[1].wzyx), vec4(0))).x;
r[4] = ((r[0] * r[0]) + r[0]);
c[0] = r[4];
if (any(notEqual((c[0].wwww), vec4(0)))) discard;
---- err
$DATA/rsx/hand/fp_cc.fp.bin: note: literal text rounds nothing to half precision: half registers are full floats
