# Adds n, n - 1, ... 1: a jump back while the counter, which sets the condition, is above 0. 4 + 3 + 2 + 1 = 10.
guest: rsx.vp
---- in
      MOV R0, v[0];
again: ADD R0.y, R0.y, R0.x;
      ADDC R0.x, R0.x, -c[0].x;
      BRI(GT.x) again;
      MOV o[1], R0;
---- given
v0 = 4 0 7 8   c0 = 1
---- then
o1 = 0 10 7 8
---- given
v0 = 1 5 0 0   c0 = 1
---- then
o1 = 0 6 0 0
---- given
v0 = 3 0 0 0   c0 = 2
---- then
# 3 + 1, and then -1
o1 = -1 4 0 0
