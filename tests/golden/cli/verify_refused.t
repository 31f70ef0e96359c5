# GLSL has no comparison with a texel of a cube at a level: SPIR-V is compared, and the refusal is told with its reason.
run: relit asm --isa maxwell in.txt -o in.bin && relit verify --isa maxwell in.bin --samples 4 --context maxwell.workgroup0=1 2>/dev/null >out.txt || echo exit $?; sed 's/ (llvm.*//' out.txt
run: relit verify --isa maxwell in.bin --samples 4 --context maxwell.workgroup0=1 --json 2>/dev/null | grep -v device
# No language has a barrier of some of the threads: that is no answer but a refusal.
run: relit asm --isa maxwell both.txt -o both.bin && relit verify --isa maxwell both.bin --samples 4 --context maxwell.workgroup0=1
exit: 4
---- in in.txt
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
MOV32I R4, 0x3f800000 ;
MOV32I R5, 0x3f000000 ;
MOV32I R6, 0x3e800000 ;
LDG.E R8, [R2] ;
MOV32I R9, 0x3f000000 ;
TEX.LL.DC R0, R4, R8, 0x10, CUBE, 0x1 ;
STG.E [R2], R0 ;
EXIT ;
---- in both.txt
LEPC R0 ;
EXIT ;
---- out
spirv  agrees with the interpreter on 4 dispatches of 2 x 2 x 1 workgroups
glsl   refuses the program: glsl: comparisons at a level in cube maps and 2d arrays
{
  "verdicts": [
    {
      "language": "spirv",
      "ran": "grid",
      "samples": 4,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "s0",
          "compared": 4,
          "not_compared": 0
        }
      ]
    },
    {
      "language": "glsl",
      "ran": "grid",
      "samples": 0,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": false,
      "outputs": [
        {
          "name": "s0",
          "compared": 0,
          "not_compared": 0
        }
      ],
      "refused": "glsl: comparisons at a level in cube maps and 2d arrays"
    }
  ],
  "agrees": true
}
---- err
both.bin:0x8: error: LEPC: the address of the code is the machine's own
