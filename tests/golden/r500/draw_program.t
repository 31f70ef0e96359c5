# The programs of a draw, for every verb that reads programs.
run: relit disasm $DATA/r500/depth_range --draw 2 --stage fs | tail -6
run: relit translate $DATA/r500/depth_range --draw 2 --stage vs | sed -n '/^void main/,$p'
run: relit info $DATA/r500/depth_range --draw 2 --stage vs | head -3
run: relit disasm $DATA/r500/depth_range --draw 4 --stage vs || relit disasm $DATA/r500/depth_range --draw 1 || true
---- out
src0.a = temp[1], src0.rgb = temp[0] : temp[0].a = RCP src0.a , temp[0].rgb = MAD src0.rgb src0.hhh src0.hhh ;
src0.a = temp[0], src0.rgb = temp[1] : MAD src0.r src0.r src0.r , temp[1].r = MAD src0.b00 src0.a00 src0.000 ;
src0.a = float(0), src0.rgb = temp[1], src1.rgb = const[1], src2.rgb = const[2] : MAD src0.r src0.r src0.r , temp[1].r = MAD src0.r00 src1.b00 src2.b00 ;
src0.a = float(64), src0.rgb = temp[1] : temp[0].a = MAD src0.r src0.1 src0.0 , temp[1].r = MAD src0.r00 src0.a00 src0.000 ;  // float(64) is 2.0
src0.a = float(0), src0.rgb = temp[0], src1.rgb = temp[1] : MAD src0.r src0.r src0.r , temp[0].rgb = MAD src0.rgb src1.rrr src0.000 ;
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
void main() {
    precise vec4 sum0 = c[2] * v0.z + (c[1] * v0.y + c[0] * v0.x) + c[3] + 0.0;
    gl_Position = sum0;
    texture_coordinate_0.xyz = v1.xyz + 0.0;
    texture_coordinate_0.w = 0.0;
    texture_coordinate_1 = sum0;
}
isa                      r500.vs
bytes                    304
kind                     registers and instructions
---- err
$DATA/r500/depth_range: error: --draw 4: there are 3 draws
relit: error: --draw requires --stage
