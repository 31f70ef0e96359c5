!!ARBfp1.0
OPTION NV_fragment_program2;
# cgc version 3.1.0013, build date Apr 24 2012
#var float4 colour : $vin.COLOR : COL0 : 0 : 1
#var float2 uv : $vin.TEXCOORD0 : TEX0 : 1 : 1
#var sampler2D image : TEXUNIT0 : texunit 0 : 2 : 1
#var float4 oColour : $vout.COLOR : COL : 3 : 1
#var float4 tint :  : c[0], 1 : 4 : 1
#const c[1] = 0.5 2 0 1
PARAM c[2] = { program.local[0], { 0.5, 2, 0, 1 } };
TEMP R0;
TEMP R1;
TEX R0, fragment.texcoord[0], texture[0], 2D;
MUL R0, R0, c[0];
MUL R1, fragment.color.primary, c[1].x;
MAD result.color, R0, c[0], R1;
END
