# slt gives 1 where v0 is below c96, in x and w: the factor that keeps or drops 10 v0 + 10 = 20 and -4 * 40 + 40 = -120.
guest: nv2a
---- in
slt r1, v0, c96
mad r0, v0, c97, c97
mul r2, r1, r0
add oD0, r2, r1
---- given
v0 = 1 2 3 -4   c96 = 2 2 2 2   c97 = 10 20 30 40
---- then
r0 = 20 60 120 -120   r1 = 1 0 0 1   r2 = 20 _ _ -120
o3 = 21 0 0 -119
