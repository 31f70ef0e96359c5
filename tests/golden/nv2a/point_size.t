# oPts is the size of points while point parameters are enabled (method 0x0318); otherwise method 0x043c says it, in 1/8 pixel. Sizes
# above 0x1ff are ignored as a whole.
run: for how in '' '--context point_parameters=0' '--context point_parameters=0 --context point_size=20'; do relit translate points.vsh --isa nv2a --to glsl $how | grep gl_PointSize; done
run: for enabled in 0 1; do sed "s/ENABLED/$enabled/" stream.txt > stream.vsh; relit translate stream.vsh --isa nv2a --to glsl | grep gl_PointSize; done
run: relit translate plain.vsh --isa nv2a --to glsl --context point_size=24 | grep gl_PointSize
---- in points.vsh
mov oPos, v0
mov oPts.x, v6.x
---- in plain.vsh
mov oPos, v0
---- in stream.txt
.pushbuffer
.method SET_POINT_PARAMS_ENABLE, 1
.data ENABLED
.method SET_POINT_SIZE, 1
.data 16
.method SET_POINT_SIZE, 1
.data 0x200
.method SET_TRANSFORM_PROGRAM, 8
mov oPos, v0
mov oPts.x, v6.x
.final
---- out
precise gl_PointSize;
    gl_PointSize = o6.x;
precise gl_PointSize;
    gl_PointSize = 1.0;
precise gl_PointSize;
    gl_PointSize = 2.5;
precise gl_PointSize;
    gl_PointSize = 2.0;
precise gl_PointSize;
    gl_PointSize = o6.x;
precise gl_PointSize;
    gl_PointSize = 3.0;
---- err
points.vsh: note: assumes nv2a.point_parameters=1: the program writes oPts; method 0x0318 is not in the file
points.vsh: note: assumes nv2a.point_size=8: oPts is not the size; method 0x043c is not in the file
