# Where red is below 0, rgb * green + blue; else twice what is above 0 of rgb.
guest: r500.fs
---- in
ALU_RESULT(r lt) src0.rgb = temp[0] : MAX src0.rrr src0.rrr ;
FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to else stays(incr) jumps(incr) ;
src0.rgb = temp[0] : temp[2].rgb = MAD src0.rgb src0.ggg src0.bbb ;
FC ALU_WAIT ELSE JUMP if(never) to end jumps(decr) pop(1) ;
else: src0.rgb = temp[0] : temp[2].rgb = 2.0 * MAX src0.rgb src0.000 ;
FC ALU_WAIT ANY JUMP if(never) to end stays(decr) pop(1) ;
end: OUT TEX_SEM_WAIT src0.rgb = temp[2] : out[0].rgb = MAX src0.rgb src0.rgb ;
---- given
texcoord0 = -2 3 4 5
---- then
color0 = -2 13 16 0   alu_result = 1
---- given
texcoord0 = 2 3 -4 5
---- then
color0 = 4 6 0 0   alu_result = 0
