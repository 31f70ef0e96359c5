# Where x is above 0 it is added three times, else it is multiplied by -2: 4.5 of 1.5, 8 of -4.
guest: rsx.fp
---- in
MOVRC RC.x, f[TEX0];
MOVR R0, {0, 0, 0, 0};
IFER (GT.x);
  REPR {3, 0, 1};
    ADDR R0.x, R0.x, f[TEX0].x;
  ENDREP;
ELSE;
  MULR R0.x, f[TEX0].x, {-2}.x;
ENDIF;
MOVR R0.y, f[TEX0].y;
---- given
tex0 = 1.5 7
---- then
color0 = 4.5 7 0 0   cc0 = 1.5 _ _ _
---- given
tex0 = -4 7
---- then
color0 = 8 7 0 0   cc0 = -4 _ _ _
