# 2048 + 3 lies in the middle of the halves 2050 and 2052 and is 2052 (0x6802), 2048 * 3 is 6144 (0x6e00); PRMT packs both, and the
# high one less the low one is 4092, as a float.
guest: maxwell
---- in
.sph type=1, version=3, shader=1, sass_version=1, store_first=0xff, in_generics=0xf, out_system_ab=0xf0000000, out_generics=0xf
       ALD.128 R0, a[0x80];
       F2F.F16.F32 R0, R0;
       F2F.F16.F32 R1, R1;
       HADD2 R2, R0.H0_H0, R1.H0_H0;
       HMUL2 R3, R0.H0_H0, R1.H0_H0;
       PRMT R4, R2, 0x5410, R3;
       HADD2.F32 R5, R4.H1_H1, -R4.H0_H0;
       F2F.F32.F16 R6, R2;
       F2F.F32.F16 R7, R3;
       AST.128 a[0x80], R4;
       EXIT;
---- given
a0 = 2048 3
---- then
o1 = 0x6e006802 4092 2052 6144
