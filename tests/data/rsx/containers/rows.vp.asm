!!ARBvp1.0
OPTION NV_vertex_program3;
#var float4 position : $vin.POSITION : ATTR0 : 0 : 1
#var float4 oPosition : $vout.POSITION : HPOS : 1 : 1
#var float4 bones[0] :  : c[8], 2 : 2 : 1
#var float3x3 turn :  : c[4], 3 : 3 : 1
#const c[10] = 0.5 2 0 1
PARAM c[11] = { program.env[0..9], { 0.5, 2, 0, 1 } };
TEMP R0;
MUL R0, vertex.attrib[0], c[10].y;
ADD R0, R0, c[9];
DP3 R0.x, R0, c[5];
MOV result.position, R0;
END
