# A 64-bit atomic requires integers and atomics of 64 bits of its host; the JSON lists what the code uses of what is allowed.
run: relit asm --isa maxwell in.txt -o in.bin
run: relit translate --isa maxwell in.bin --to spirv -o out.spv || echo exit $?
run: relit translate --isa maxwell in.bin --features int64 || echo exit $?
run: relit translate --isa maxwell in.bin --features signed_zero,int8,int64,atomic_int64 --json 2> notes | sed -n '/"features"/,/]/p'
run: relit translate --isa maxwell in.bin --features signed_zero,int8,int64,atomic_int64 --to spirv --json 2> notes | sed -n '/"features"/,/]/p'
---- in in.txt
MOV R2, c[0x0][0x140] ;
MOV R3, c[0x0][0x144] ;
MOV R4, 0x1 ;
MOV R5, 0x2 ;
ATOM.E.ADD.U64 R6, [R2], R4 ;
EXIT ;
---- out
exit 4
exit 4
  "features": [
    "int64",
    "atomic_int64"
  ],
  "features": [
    "int64",
    "atomic_int64",
    "signed_zero"
  ],
---- err
in.bin: error: the target has no 64-bit integers
in.bin: error: glsl: atomics of 64 bits, which the target lacks
