# A register that nothing has written is 0, and lavapipe knows it: infinity times 0 becomes 0 there, alone in GLSL, and in a pipeline.
run: relit asm --isa r500.vs in.txt -o in.bin && relit verify --isa r500.vs in.bin 2>/dev/null | sed 's/ (.*//'
---- in in.txt
.fill mesa
temp[0].z       = VE_ADD       temp[1].__0_     temp[a0.x+0].0000 @ {A.unused=1} ;
temp[0].xy      = VE_MULTIPLYX2_ADD input[1].xy__    input[1].0h0-0   input[1].0000 ;
temp[1].x       = VE_ADD       temp[0].1___     input[1].y___ ;
temp[0].w       = VE_ADD       temp[1].___x     temp[1].0000 ;
out[1].xyzw     = VE_ADD       temp[0].xyz_     temp[0].0000 ;
out[0].xyzw     = VE_ADD       input[0].xyzw    input[0].0000 ;
out[2].xyzw     = VE_ADD       input[0].x1zw    input[0].0000 ;
---- out
spirv  agrees with the interpreter on 64 samples
glsl   agrees with the interpreter on 64 samples, 4 with operands hidden from the driver
spirv  agrees with the interpreter on 192 invocations in a pipeline, 96 with operands hidden from the driver
glsl   agrees with the interpreter on 192 invocations in a pipeline, 96 with operands hidden from the driver
