# Kernels of cubins and fat binaries: listed, selected, assembled again, run, and refused.
run: relit info $DATA/maxwell/cuda/module.sm_61.cubin
run: relit info $DATA/maxwell/cuda/module.fatbin
run: relit info $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61
run: relit info --json $DATA/maxwell/cuda/module.sm_61.cubin --kernel tail
run: relit disasm $DATA/maxwell/cuda/module.sm_61.cubin --kernel scale
run: relit disasm $DATA/maxwell/cuda/module.fatbin --kernel tail
run: relit disasm $DATA/maxwell/cuda/module.fatbin --kernel tail | relit asm --isa maxwell - | od -A n -t x8 -v
run: relit explain $DATA/maxwell/cuda/module.sm_61.cubin --kernel _Z4taili | tail -n 12
run: relit explain $DATA/maxwell/cuda/module.sm_61.cubin --kernel scale | grep -e Names -e named | tail -n 4
run: relit run $DATA/maxwell/cuda/module.sm_61.cubin --kernel scale --context maxwell.workgroup0=4 --inputs in.json --numbers
run: relit run $DATA/maxwell/cuda/module.sm_61.cubin --kernel scale --context maxwell.workgroup0=4 --inputs named.json --numbers 2>/dev/null
run: relit explain $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 | grep -c .
run: relit run $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 --context maxwell.workgroup0=4 --inputs in.json 2>/dev/null
run: relit ir $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 2>/dev/null | grep fmul
run: relit translate $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 --context maxwell.workgroup0=4 2>/dev/null | tail -n 5
run: relit verify $DATA/maxwell/cuda/module.fatbin --kernel scale --arch sm_61 --context maxwell.workgroup0=4 --samples 2 2>/dev/null | tail -n 3
run: relit disasm $DATA/maxwell/cuda/module.sm_61.cubin || echo $?
run: relit disasm $DATA/maxwell/cuda/module.fatbin --kernel scale || echo $?
run: relit disasm $DATA/maxwell/cuda/module.fatbin --arch sm_75 || echo $?
run: relit disasm $DATA/maxwell/cuda/module.sm_61.cubin --kernel none || echo $?
run: relit disasm $DATA/maxwell/f_deriv.uam.frag.dksh --kernel main || echo $?
run: cp $DATA/maxwell/cuda/module.sm_61.cubin far.cubin; printf '\100\000\000\001\000\000\040\342' | dd of=far.cubin bs=1 seek=360 conv=notrunc 2>/dev/null; relit disasm far.cubin --kernel scale | grep JCAL; relit translate far.cubin --kernel scale --context maxwell.workgroup0=4 || echo $?
run: relit disasm sm_75.cubin || echo $?
run: head -c 1700 $DATA/maxwell/cuda/module.sm_61.cubin > cut.cubin; relit info cut.cubin || echo $?
---- in in.json
{"s0": {"bytes": 16}, "s1": [1, 2, 3, 4], "c0": {"at": 336, "floats": [0.5]}}
---- in named.json
[{"param0": {"bytes": 16}, "param1": [1, 2, 3, 4], "param2": 0.5}, {"s0": {"bytes": 16}, "s1": [1, 2, 3, 4], "c0": [{"at": 336, "hex": "0000003f"}]}]
---- hex sm_75.cubin
7f 45 4c 46 02 01 01 33 07 00 00 00 00 00 00 00 02 00 be 00 01 00 00 00 00 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 4b 05 4b 00 40 00 38 00 00 00 40 00 00 00 00 00
---- out
isa                      maxwell
bytes                    1768
file                     cubin
architecture             sm_61 (Pascal)
kernel                   _Z5scalePfS_f: 10 registers, 0 barriers, shared memory 256 bytes, local memory 0 bytes, parameters 20 bytes, code 128 bytes
kernel                   _Z4taili: 24 registers, 1 barrier, shared memory 0 bytes, local memory 16 bytes, parameters 4 bytes, code 56 bytes
isa                      maxwell
bytes                    2424
file                     fat binary
image                    PTX for sm_50 (Maxwell), LZ4, 60 bytes, not read
image                    cubin for sm_75 (Turing), stored, 488 bytes, not read
image                    cubin for sm_52 (Maxwell), stored, 784 bytes, 1 kernel
image                    cubin for sm_61 (Pascal), LZ4, 813 bytes, 2 kernels
kernel                   sm_52: _Z5scalePfS_f: 8 registers, 0 barriers, shared memory 0 bytes, local memory 0 bytes, parameters 0 bytes, code 16 bytes
kernel                   sm_61: _Z5scalePfS_f: 10 registers, 0 barriers, shared memory 256 bytes, local memory 0 bytes, parameters 20 bytes, code 128 bytes
kernel                   sm_61: _Z4taili: 24 registers, 1 barrier, shared memory 0 bytes, local memory 16 bytes, parameters 4 bytes, code 56 bytes
isa                      maxwell
bytes                    1768
file                     cubin
architecture             sm_61 (Pascal)
kernel                   _Z5scalePfS_f
registers                10
barriers                 0
shared memory            256 bytes
local memory             0 bytes
parameter 0              c[0x0][0x140], 8 bytes
parameter 1              c[0x0][0x148], 8 bytes
parameter 2              c[0x0][0x150], 4 bytes
stage                    compute
instructions             12
code bytes               128
registers named          R0-R5
predicates named         none
constant buffers         c0 c2
branches                 no
calls                    no
{
  "isa": "maxwell",
  "bytes": 1768,
  "file": "cubin",
  "architecture": "sm_61 (Pascal)",
  "kernel": "_Z4taili",
  "registers": 24,
  "barriers": 1,
  "shared memory": 0,
  "local memory": 16,
  "parameters": [
    {
      "ordinal": 0,
      "offset": 320,
      "bytes": 4
    }
  ],
  "stage": "compute",
  "instructions": 5,
  "code bytes": 56,
  "registers named": [
    "R4"
  ],
  "predicates named": [],
  "constant buffers": [
    "c0"
  ],
  "branches": false,
  "calls": true
}
// kernel _Z5scalePfS_f for sm_61 (Pascal)
// 10 registers, 0 barriers, shared memory 256 bytes, local memory 0 bytes
// param0: c[0x0][0x140], 8 bytes
// param1: c[0x0][0x148], 8 bytes
// param2: c[0x0][0x150], 4 bytes
// c[0x2]: 8 bytes of constants
// c[0x3]: 12 bytes of constants
/*0008*/ --:-:-:Y:0      MOV R1, c[0x0][0x20] ;
/*0010*/ --:-:-:Y:0      S2R R0, SR_TID.X ;
/*0018*/ --:-:-:Y:0      SHL R4, R0, 0x2 ;
/*0028*/ --:-:-:Y:0      IADD R2.CC, R4, c[0x0][0x148] ;  // c[0x0][0x148] = param1
/*0030*/ --:-:-:Y:0      IADD.X R3, RZ, c[0x0][0x14c] ;  // c[0x0][0x14c] = param1+0x4
/*0038*/ --:-:-:Y:0      LDG.E R5, [R2] ;
/*0048*/ --:-:-:Y:0      FMUL R5, R5, c[0x0][0x150] ;  // c[0x0][0x150] = param2
/*0050*/ --:-:-:Y:0      FMUL R5, R5, c[0x2][0x4] ;  // c[0x2][0x4] = 0x40400000
/*0058*/ --:-:-:Y:0      IADD R2.CC, R4, c[0x0][0x140] ;  // c[0x0][0x140] = param0
/*0068*/ --:-:-:Y:0      IADD.X R3, RZ, c[0x0][0x144] ;  // c[0x0][0x144] = param0+0x4
/*0070*/ --:-:-:Y:0      STG.E [R2], R5 ;
/*0078*/ --:-:-:Y:0      EXIT ;
// kernel _Z4taili for sm_61 (Pascal)
// 24 registers, 1 barrier, shared memory 0 bytes, local memory 16 bytes
// param0: c[0x0][0x140], 4 bytes
// c[0x3]: 12 bytes of constants
/*0008*/ --:-:-:Y:0      MOV R4, c[0x0][0x140] ;  // c[0x0][0x140] = param0
/*0010*/ --:-:-:Y:0      JCAL 0x0 ;  // R_CUDA_ABS32_20 vprintf
/*0018*/ --:-:-:Y:0      EXIT ;
// function $_Z4taili$next
/*0028*/ --:-:-:Y:0      IADD R4, R4, 0x1 ;
/*0030*/ --:-:-:Y:0      RET ;
 001f8000fc0007e0 4c98078005070004
 e220000000000040 e30000000007000f
 00000000fc0007e0 3810000000170404
 e32000000007000f
                 47  Cc47         0      writes the flags: no
               15:8  Ra8          4      source A: R4
           38:20+56  Int20_20     1      source B: 0x1
        42:39+46:44  -            0      not read

0x0270  /*0030*/ --:-:-:Y:0      RET ;
        RET: goes where the last PRET or CAL said. Schedule: another warp may go on.
              63:52  operation    3634   RET: goes where the last PRET or CAL said
              19:16  Guard16      7      the predicate that must hold: PT
                4:0  Test0        15     test of the flags: CC.T
         15:5+51:20  -            0      not read

        IADD: Ra + B, integers; X adds the carry, PO adds 1. Schedule: another warp may go on. Names: c[0x0][0x140] = param0.
              38:20  CbB34        80     source B: c[0x0][0x140], named param0
        IADD: Ra + B, integers; X adds the carry, PO adds 1. Schedule: another warp may go on. Names: c[0x0][0x144] = param0+0x4.
              38:20  CbB34        81     source B: c[0x0][0x144], named param0+0x4
{
  "s0": [1.5,3.0,4.5,6.0],
  "s1": [1.0,2.0,3.0,4.0]
}
[
{
  "s0": [1.5,3.0,4.5,6.0],
  "s1": [1.0,2.0,3.0,4.0]
},
{
  "s0": [1.5,3.0,4.5,6.0],
  "s1": [1.0,2.0,3.0,4.0]
}
]
131
{
  "s0": ["3fc00000","40400000","40900000","40c00000"],
  "s1": ["3f800000","40000000","40400000","40800000"]
}
  %r5_2: f32 = fmul %11, %13 @7
  %r5_3: f32 = fmul %r5_2, %15 @8

void main() {
    precise uint value0 = floatBitsToUint(uintBitsToFloat(load_s1(gl_LocalInvocationID.x)) * c0[21].x * c2[0].y);
    store_s0(gl_LocalInvocationID.x, value0);
}
spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups (llvmpipe (LLVM 15.0.6, 256 bits))
glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups (llvmpipe (LLVM 15.0.6, 256 bits))
2
2
4
2
2
/*0048*/ --:-:-:Y:0      JCAL 0x10 ;
4
4
3
---- err
$DATA/maxwell/cuda/module.sm_61.cubin: note: each pointer among the parameters of the kernel leads to a storage buffer of its own, to its first byte: memory that two pointers share is not shared
$DATA/maxwell/cuda/module.sm_61.cubin: error: the file has 2 kernels, --kernel selects one: _Z5scalePfS_f, _Z4taili
$DATA/maxwell/cuda/module.fatbin: error: the file has 2 kernels with scale in their names, --arch selects one: _Z5scalePfS_f (sm_52), _Z5scalePfS_f (sm_61)
$DATA/maxwell/cuda/module.fatbin: error: the code is for sm_75 (Turing); that of sm_50 to sm_62 is read
$DATA/maxwell/cuda/module.sm_61.cubin: error: no kernel has none in its name; info lists them
$DATA/maxwell/f_deriv.uam.frag.dksh: error: the file has no kernels to select from: it is no cubin and no fat binary
far.cubin:0x168: error: JCAL: calls a function outside of the kernel, which is linked when the module is loaded; disasm names it if the cubin does
sm_75.cubin: error: the code is for sm_75 (Turing); that of sm_50 to sm_62 is read
cut.cubin:0x3c: error: 13 sections at offset 0x3a8 do not fit the file
