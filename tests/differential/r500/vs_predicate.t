# The predicate is v0.x > 0: v0 * v0.y + 1 where it holds, v0 + 1 where it does not.
guest: r500.vs
---- in
temp[0].w = ME_PRED_SET_GT input[0].___x ;
PRED out[0].xyzw = VE_MAD input[0].xyzw input[0].yyyy input[0].1111 ;
PRED_NOT out[0].xyzw = VE_ADD input[0].xyzw input[0].1111 ;
---- given
v0 = 2 3 4 5
---- then
o0 = 7 10 13 16   pred = 1
---- given
v0 = -2 3 4 5
---- then
o0 = -1 4 5 6   pred = 0
---- given
v0 = 0 3 4 5
---- then
o0 = 1 4 5 6   pred = 0
