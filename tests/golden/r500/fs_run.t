run: relit run --isa r500.fs units.txt --inputs in.json --numbers && relit run --isa r500.fs flow.txt --inputs in.json --numbers && relit run --isa r500.fs loop.txt --inputs none.json --numbers
# By hand, temp[0] being (0.5, -1, 2, 3). units: temp[1].r = 0.5*0.5 + 1 + 4 = 5.25 (DP3), .g as DP4: + 3 * 0.5; red and green of
# the alpha slot; 1 - 2 * 2 = -3, clamped 0; copied unscaled. 0 times infinity is 0. temp[7] is a NaN in b; MAX of a NaN and
# 0.5, MIN of -1 and a NaN are B (ATI CTM guide 1.01, 3.6.2). flow: both choices go on, green alone
# is below 0, and what follows else is jumped over. loop: const[1] + const[3] + const[5].
---- in units.txt
src0.rgb = temp[0], src0.a = temp[0] : temp[1].a = MAD src0.a src0.h src0.0 , temp[1].r = DP3 src0.rgb src0.rgb ;
src0.rgb = temp[0], src0.a = temp[0] : MAD src0.a src0.h src0.0 , temp[1].g = DP4 src0.rgb src0.rgb ;
src0.rgb = temp[0] : temp[1].b = D2A src0.rgb src0.rgb src0.00b ;
src0.rgb = temp[0], srcp.rgb = neg2 : temp[2].rgb = MAD.SAT srcp.rgb src0.111 src0.000 ;
src0.rgb = temp[0], src1.rgb = temp[1], srcp.rgb = sub : temp[3].rgb = (DISABLE OMOD) MAX srcp.rgb srcp.rgb ;
src0.rgb = temp[0], src0.a = float(64) : temp[3].a = EX2 src0.a , temp[4].rgb = 0.25 * CND src0.rgb src0.111 -|src0.gbr| ;
src0.rgb = temp[0] : RCP src0.0 , temp[5].rgb = SOP ;
src0.rgb = temp[5] : temp[6].rgb = MAD src0.rgb src0.010 src0.001 ;
src0.rgb = temp[0] : temp[4].a = DP , temp[6].b = DP3 src0.rg0 src0.rg0 ;
src0.rgb = temp[5] : temp[7].rgb = MAD src0.rgb src0.111 -src0.rgb ;
src0.rgb = temp[7], src1.rgb = temp[0] : temp[7].r = MAX src0.rgb src1.rgb ;
src0.rgb = temp[7], src1.rgb = temp[0] : temp[7].g = MIN src1.rgb src0.rgb ;
OUT src0.rgb = temp[1], src0.a = temp[1] : out[0].a = MAX src0.a src0.a , out[0].rgb = MAX src0.rgb src0.rgb ;
---- in flow.txt
ALU_RESULT(r ge) src0.rgb = temp[0] : MAX src0.rrr src0.rrr ;
FC JUMP if(not alu_result) to other stays(incr) jumps(incr) ;
ALU_RESULT(r ge) src0.rgb = temp[0] : MAX src0.ggg src0.ggg ;
FC JUMP if(alu_result) to done stays(incr) ;
src0.rgb = temp[0] : pred[lt].rgb = MAX src0.rgb src0.rgb ;
RGB_PRED(rgba) : temp[1].rgb = MAD src0.111 src0.111 src0.111 ;
RGB_PRED(not g) : temp[2].rgb = MAD src0.111 src0.111 src0.111 ;
FC ANY JUMP if(never) to done stays(decr) pop(1) ;
done:
FC ELSE JUMP if(never) to end jumps(decr) pop(1) ;
other: : temp[3].rgb = MAD src0.111 src0.111 src0.000 ;
WRITE_INACTIVE : temp[4].rgb = MAD src0.111 src0.111 src0.000 ;
end:
FC ANY JUMP if(never) to finish stays(decr) pop(1) ;
finish: OUT src0.rgb = temp[1], src0.a = temp[0] : out[0].a = MAX src0.a src0.a , out[0].rgb = MAX src0.rgb src0.rgb ;
---- in loop.txt
.reg US_FC_INT_CONST_2 = {KR=3, KG=1, KB=2}
.const 1 = 1, 0, 0, 0
.const 3 = 0, 10, 0, 0
.const 5 = 0, 0, 100, 0
.code 0
FC LOOP if(never) to end int[2] ;
turn: src0.rgb = const[aL+0], src1.rgb = temp[0] : temp[0].rgb = MAD src0.rgb src0.111 src1.rgb ;
end: FC ANY ENDLOOP if(always) to turn int[2] ;
OUT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;
---- in none.json
[{}]
---- in in.json
[{"texcoord0": [0.5, -1, 2, 3]}]
---- out
[
{
  "temp0": [0.5,-1.0,2.0,3.0],
  "temp1": [5.25,6.75,3.25,1.5],
  "temp2": [0.0,1.0,0.0,0.0],
  "temp3": [4.75,7.75,1.25,4.0],
  "temp4": [0.25,0.25,0.25,1.25],
  "temp5": ["inf","inf","inf",0.0],
  "temp6": [0.0,"inf",1.25,0.0],
  "temp7": [0.5,"nan","nan",0.0],
  "color0": [5.25,6.75,3.25,1.5],
  "color1": [0.0,0.0,0.0,0.0],
  "color2": [0.0,0.0,0.0,0.0],
  "color3": [0.0,0.0,0.0,0.0]
}
]
[
{
  "temp0": [0.5,-1.0,2.0,3.0],
  "temp1": [0.0,2.0,0.0,0.0],
  "temp2": [0.0,0.0,0.0,0.0],
  "temp3": [0.0,0.0,0.0,0.0],
  "temp4": [0.0,0.0,0.0,0.0],
  "color0": [0.0,2.0,0.0,3.0],
  "color1": [0.0,0.0,0.0,0.0],
  "color2": [0.0,0.0,0.0,0.0],
  "color3": [0.0,0.0,0.0,0.0],
  "alu_result": 0,
  "pred0": [0,1,0,0]
}
]
[
{
  "temp0": [1.0,10.0,100.0,1.0],
  "color0": [1.0,10.0,100.0,0.0],
  "color1": [0.0,0.0,0.0,0.0],
  "color2": [0.0,0.0,0.0,0.0],
  "color3": [0.0,0.0,0.0,0.0],
  "rounds": 0,
  "aL": 7
}
]
---- err
units.txt: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
flow.txt: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
loop.txt: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
