run: relit asm --isa rsx.vp in.txt -o in.bin
run: relit translate --partial --to glsl in.bin --isa rsx.vp
# A computed output may be counted from a register that does not exist.
---- in in.txt
ARL A0.x, v[0];
MOV o[A0.x+24].xy, v[1];
MOV o[A0.x+2](LT.x), v[1];
MOV o[A0.x+30](GE), v[1];
.end
---- out
a[0].x = f_to_s(floor(v_in[0])).x;
uint value0 = a[0].x + 24u;
if (value0 < 16u) v_out[value0].xy = v_in[1].xy;
if (a[0].x + 2u < 16u) v_out[a[0].x + 2u] = mix(v_out_at(a[0].x + 2u), v_in[1], lessThan((c[0].xxxx), vec4(0)));
uint sum1 = a[0].x + 30u;
if (sum1 < 16u) v_out[sum1] = mix(v_out_at(sum1), v_in[1], greaterThanEqual(c[0], vec4(0)));
