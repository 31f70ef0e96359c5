# Half registers have 11 digits: 2048 + 1 lies in the middle of 2048 and 2050, 2048 + 3 of 2050 and 2052. H0 and H1 are in R0: MOVR of R1
# moves two of H2, 2048 (0x6800) in its low half and 3 * 2 = 6 (0x4600) in its high half.
guest: rsx.fp
---- in
ADDH H2.x, f[TEX0].x, {1}.x;
MULH H2.y, f[TEX0].y, {2}.x;
ADDH H2.z, f[TEX0].x, f[TEX0].y;
MOVR R0, R1;
---- given
tex0 = 2048 3
---- then
h2 = 2048.0 6.0 2052.0 0
h0 = 0x6800 0x4600 0x6802 0
