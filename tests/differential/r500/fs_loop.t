# The loop register counts from 0 to 2: c0 + c1 + c2, halved on the way out.
guest: r500.fs
---- in
.reg US_FC_INT_CONST_0 = {KR=3, KG=0, KB=1}
.const 0 = 1, 0, 0, 0
.const 1 = 0, 20, 0, 0
.const 2 = 0, 0, 300, 0
.code 0
FC LOOP if(never) to end int[0] ;
turn: src0.rgb = const[aL+0], src1.rgb = temp[0] : temp[0].rgb = MAD src0.rgb src0.111 src1.rgb ;
end: FC ANY ENDLOOP if(always) to turn int[0] ;
OUT src0.rgb = temp[0] : out[0].rgb = 0.5 * MAX src0.rgb src0.rgb ;
---- given
texcoord0 = 0 4 0 1
---- then
temp0 = 1 24 300 1   color0 = 0.5 12 150 _
