# v0 - c0 = (-1, 3, 0, -2) is below 0 in x and w; R1 = 2 v0 + 1 takes 100 of c2 where that is so and the mask lets it: in x.
guest: rsx.vp
---- in
ADDC RC, v[0], -c[0];
MAD R1, v[0], c[1].x, c[1].y;
MOV R1.xyz(LT), c[2];
MOV o[1], R1;
---- given
v0 = 1 5 3 -2   c0 = 2 2 3 0   c1 = 2 1   c2 = 100 200 300 400
---- then
r1 = 100 11 7 -3   o1 = 100 11 7 -3   cc0 = -1 3 0 -2
---- given
v0 = -1 -2 -3 -4   c0 = 0 0 0 1   c1 = 0.5 0   c2 = 10 20 30 40
---- then
r1 = 10 20 30 -2   cc0 = -1 -2 -3 -5
