# Calls without comments are a word each; a value in _temp_vec belongs to the word of the call after it.
run: relit asm --isa nv2a in.glsl | relit disasm -
---- in in.glsl
DP4(oPos,x, v0, c[96]);
DP4(oPos,y, v0, c[97]); // rest of the line
ARL(A0, v1.x); MOV(oT0,xyzw, c[A0+96]);
MUL(_temp_vec,xyz, R12, -c[58]);
RCC(R1,x, R12.w);
R0.xyz = _temp_vec.xyz;
ARL(_temp_addr, v2.x);
RCP(oFog,x, R0.y);
A0 = _temp_addr;
LIT(R3,yz, R2.xyyw);
MAD(oPos,xyz, R12, R1.x, c[59]);
---- out
dp4 oPos.x, v0, c[96]
dp4 oPos.y, v0, c[97]
arl A0, v1.x
mov oT0, c[A0+96]
mul R0.xyz, R12, -c[58] + rcc R1.x, R12.w
arl A0, v2.x + rcp oFog.x, R0.y
lit R3.yz, R2.xyyw
mad oPos.xyz, R12, R1.x, c[59]
---- err
<stdin>: note: guessed nv2a, --isa to choose
