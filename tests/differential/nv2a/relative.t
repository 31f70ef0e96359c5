# A0.x is the floor of v0.x, 1 of 1.75 and -1 of -0.5; both units of the paired word read v0.w: its product and its inverse.
guest: nv2a
---- in
arl a0.x, v0.x
mov r0, c[a0.x+96]
mul r2, r0, v0.w
+ rcc r1.x, v0.w
mov oT0, r2
mov oT1.x, r1.x
---- given
v0 = 1.75 0 0 4   c97 = 10 20 30 40   c95 = 1 2 3 4
---- then
o9 = 40 80 120 160   o10 = 0.25 0 0 1   a0 = 1
---- given
v0 = -0.5 0 0 0.5   c97 = 10 20 30 40   c95 = 1 2 3 4
---- then
o9 = 0.5 1 1.5 2   o10 = 2 0 0 1   a0 = -1
