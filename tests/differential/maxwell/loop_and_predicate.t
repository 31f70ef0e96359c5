# Three iterations of x * r + y: of 2 and 1 it is 1, 3, 7, of 1 and 2 it is 2, 4, 6. Above 6 adds 1 to the last component.
guest: maxwell
---- in
.sph type=1, version=3, shader=1, sass_version=1, store_first=0xff, in_generics=0xf, out_system_ab=0xf0000000, out_generics=0xf
       ALD.128 R0, a[0x80];
       MOV32I R4, 0x0;
       MOV32I R5, 0x3;
again: FFMA R4, R4, R0, R1;
       IADD R5.CC, R5, -0x1;
       ISETP.NE.AND P0, PT, R5, RZ, PT;
@P0    BRA again;
       FSETP.GT.AND P1, PT, R4, R2, PT;
       MOV R6, R3;
@P1    FADD R6, R3, 1;
       MOV R7, R5;
       AST.128 a[0x80], R4;
       EXIT;
---- given
a0 = 2 1 6 10
---- then
o1 = 7 0 11 0
---- given
a0 = 1 2 6 10
---- then
o1 = 6 0 10 0
