run: relit asm in.txt -o in.vpo && relit verify in.vpo --constants packed --samples 32 | sed 's/ (.*//' && relit verify in.vpo --samples 32 | sed 's/ (.*//'
# In a pipeline the device is given the constants as the shader has them.
---- in in.txt
.container profile=vertex, revision=6, size=304, parameters=3, table=32, program=176, code.size=64, code=208
.parameter type=float4x4, resource=C, variability=uniform, index=256, name=272, direction=in, number=0, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=460, name=276, direction=in, number=1, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=461, name=283, direction=in, number=2, referenced=1
.vertex instructions=4, registers=2, inputs=9, outputs=3, clip=32
.pad 8
.code
000: DP4 o[0].x, v[0], c[257];
001: MUL R0, v[3], c[460];
002: ADD o[1], R0, c[461];
003: MOV o[2], c[467];
.endcode
.name "mvp"
.name "sample"
.name "gl_tint"
.pad 13
---- out
spirv  agrees with the interpreter on 32 samples
glsl   agrees with the interpreter on 32 samples
spirv  agrees with the interpreter on 96 invocations in a pipeline
glsl   agrees with the interpreter on 96 invocations in a pipeline
spirv  agrees with the interpreter on 32 samples
glsl   agrees with the interpreter on 32 samples
spirv  agrees with the interpreter on 96 invocations in a pipeline
glsl   agrees with the interpreter on 96 invocations in a pipeline
---- err
in.txt: note: guessed rsx.vp, --isa to choose
