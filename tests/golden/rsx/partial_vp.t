run: relit asm --isa rsx.vp in.txt -o in.bin
run: relit translate --partial --to glsl in.bin --isa rsx.vp
# Set operations, numbers, a pair whose second result must not see the first one's store, a subroutine and a choice.
---- in in.txt
SGE R0.xy, v[0], c[4].x;
STR R1.yz;
RCP R2.w, v[1].y;
MUL R3, v[0], R1; + RCP R1.w, R3.w;
DST R5, v[0], R4;
MULC R6.x, v[0], c[4].w;
BRI(LT.x) L_end;
CLI L_sub;
L_end:
MOV o[0], R5;
.end
L_sub:
DP3 R7.zw, v[0], -|c[1]|.wzyx;
RET;
---- out
bool at_9() {
    r[7].zw = vec4(dot(v_in[0].xyz, ((-abs(constants.c[1])).wzyx).xyz)).zw;
    return false;
}
r[0].xy = vec4(greaterThanEqual(v_in[0], (constants.c[4].xxxx))).xy;
r[1].yz = vec4(1, 1, 1, 1).yz;
r[2].w = (1 / ((v_in[1].yyyy).xxxx)).w;
vec4 vector0 = (1 / ((r[3].wwww).xxxx));
r[3] = (v_in[0] * r[1]);
r[1].w = vector0.w;
r[5] = dst(v_in[0], r[4]);
r[6].x = (v_in[0] * (constants.c[4].wwww)).x;
c[0].x = r[6].x;
if (any(lessThan((c[0].xxxx), vec4(0)))) {
} else {
    bool answer1 = at_9();
    if (answer1) {
        return;
    }
}
v_out[0] = r[5];
