# What the context does not say and a translation cannot do without is taken from the program, and told.
run: for each in fits computed local loop image loose deko mesa both size; do relit asm --isa maxwell $each.txt -o $each.bin; done
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir fits.bin | grep shared
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir computed.bin | grep shared
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --context maxwell.shared_bytes=256 --to ir computed.bin | grep shared
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir local.bin | grep 'resource.*scratch'
run: ! relit translate --isa maxwell --context maxwell.workgroup0=32 loop.bin
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --literal computed.bin | grep '^shared'
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir image.bin | grep 'resource.*image'
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --context maxwell.image3.format=rgba8 --to ir image.bin | grep 'resource.*image'
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir loose.bin | grep 'resource.*image'
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --json deko.bin | grep -A 6 '"assumed"'
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir deko.bin | grep storage
run: relit translate --isa maxwell --context maxwell.workgroup0=32 --to ir mesa.bin | grep storage
run: ! relit translate --isa maxwell --context maxwell.workgroup0=32 both.bin
run: relit translate --isa maxwell --context maxwell.convention=nvn size.bin | head -n 3
run: relit translate --isa maxwell --context maxwell.convention=nvn --for opengl size.bin 2>/dev/null | head -n 11
run: relit translate --isa maxwell --context maxwell.convention=nvn --to spirv -o size.spv size.bin 2>/dev/null && spirv-val --target-env vulkan1.1 size.spv && spirv-dis size.spv | grep -E 'Spec|WorkgroupSize|Extract.*WorkGroupSize'
run: relit translate --isa maxwell --context maxwell.convention=nvn size.bin 2>/dev/null >vulkan.comp && glslangValidator -V vulkan.comp -o vulkan.spv >/dev/null && spirv-dis vulkan.spv | grep -c SpecId
run: relit translate --isa maxwell --context maxwell.convention=nvn --for opengl size.bin 2>/dev/null >opengl.comp && glslangValidator -l -DRELIT_LOCAL_SIZE_Y=8 -i opengl.comp | grep local_size
run: relit translate --isa maxwell --context maxwell.convention=nvn --to ir size.bin 2>/dev/null | grep workgroup
run: relit translate --isa maxwell --context maxwell.convention=nvn --context maxwell.workgroup1=2 --to ir size.bin | grep workgroup
run: echo '{}' >none.json; ! relit run --isa maxwell --inputs none.json size.bin
run: relit verify --isa maxwell size.bin
exit: 2
---- in fits.txt
STS.128 [0x30], R0 ;
BAR.SYNC 0x0 ;
LDS R4, [0x4c] ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R4 ;
EXIT ;
---- in computed.txt
S2R R0, SR_TID.X ;
SHL R0, R0, 0x2 ;
STS [R0], R0 ;
BAR.SYNC 0x0 ;
LDS R4, [0x4c] ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R4 ;
EXIT ;
---- in local.txt
S2R R0, SR_TID.X ;
LOP.AND R0, R0, 0x7 ;
SHL R0, R0, 0x2 ;
STL [R0], R0 ;
STL [0x30], R0 ;
LDL R4, [R0] ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R4 ;
EXIT ;
---- in loop.txt
MOV R0, c[0x3][0x0] ;
STL [R0], R0 ;
LDL R4, [0x0] ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R4 ;
EXIT ;
---- in image.txt
SUST.D.2D.64.IGN [R2], R4, 0x2 ;
SUST.P.2D.RGBA.IGN [R2], R4, 0x3 ;
EXIT ;
---- in loose.txt
MOV R7, c[0x7][0xa4] ;
SUST.D.2D.IGN [R2], R4, R7 ;
EXIT ;
---- in deko.txt
IADD R4, R4, c[0x0][0x310] ;
IADD R4, R4, c[0x0][0x314] ;
MOV R2, c[0x0][0x150] ;
MOV R3, c[0x0][0x154] ;
STG.E [R2], R4 ;
EXIT ;
---- in mesa.txt
LDC.64 R2, c[0x7][0x2c0] ;
STG.E [R2], R4 ;
EXIT ;
---- in both.txt
MOV R2, c[0x0][0x150] ;
MOV R3, c[0x0][0x154] ;
STG.E [R2], R4 ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2+0x4], R4 ;
EXIT ;
---- in size.txt
S2R R0, SR_TID.X ;
SHFL.IDX PT, R0, R0, 0x0, 0x1f ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R0 ;
EXIT ;
---- out
resource 0 shared shared binding 0 size 80 elements i32
  storebuffer shared, %3, %2 @1
  storebuffer shared, %5, %4 @1
  storebuffer shared, %7, %6 @1
  storebuffer shared, %9, %8 @1
  %11: i32 = loadbuffer shared, %10 @3
resource 0 shared shared binding 0 size 49152 elements i32
  call store_shared, %r0_1, %r0_2 @3
  %4: i32 = loadbuffer shared, %3 @5
function 1 store_shared(i32, i32) -> void
  storebuffer shared, %8, %9
resource 0 shared shared binding 0 size 256 elements i32
  call store_shared, %r0_1, %r0_2 @3
  %4: i32 = loadbuffer shared, %3 @5
function 1 store_shared(i32, i32) -> void
  storebuffer shared, %8, %9
resource 0 local scratch binding 0 size 64 elements i32
shared uint shared_g[12288];
resource 1 i2 image binding 2 size 0 dim 2d of i32 format rg32ui
resource 2 i3 image binding 3 size 0 dim 2d of f32
resource 1 i2 image binding 2 size 0 dim 2d of i32 format rg32ui
resource 2 i3 image binding 3 size 0 dim 2d of f32 format rgba8
resource 1 i1 image binding 1 size 0 dim 2d of i32 format r32ui
  "assumed": [
    {
      "name": "maxwell.convention",
      "value": "deko3d",
      "why": "the program reads what descriptors of nvn, deko3d may be, but those of this one alone lead to all accesses"
    },
    {
resource 1 s1 storage binding 1 size 0 elements i32
resource 1 s2 storage binding 2 size 0 elements i32
#version 450
layout(local_size_x = 1, local_size_y = 1, local_size_z = 1, local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
shared uint warp_values[1024];
#version 450 core
#ifndef RELIT_LOCAL_SIZE_X
#define RELIT_LOCAL_SIZE_X 1
#endif
#ifndef RELIT_LOCAL_SIZE_Y
#define RELIT_LOCAL_SIZE_Y 1
#endif
#ifndef RELIT_LOCAL_SIZE_Z
#define RELIT_LOCAL_SIZE_Z 1
#endif
layout(local_size_x = RELIT_LOCAL_SIZE_X, local_size_y = RELIT_LOCAL_SIZE_Y, local_size_z = RELIT_LOCAL_SIZE_Z) in;
               OpDecorate %local_size_x SpecId 0
               OpDecorate %local_size_y SpecId 1
               OpDecorate %local_size_z SpecId 2
               OpDecorate %gl_WorkGroupSize BuiltIn WorkgroupSize
%local_size_x = OpSpecConstant %uint 1
%local_size_y = OpSpecConstant %uint 1
%local_size_z = OpSpecConstant %uint 1
%gl_WorkGroupSize = OpSpecConstantComposite %v3uint %local_size_x %local_size_y %local_size_z
         %28 = OpCompositeExtract %uint %gl_WorkGroupSize 1
         %31 = OpCompositeExtract %uint %gl_WorkGroupSize 0
3
local_size = (1, 8, 1)
local_size = (1, 8, 1)
workgroup 1 1 1 open
  %2: i32x3 = readbuiltin workgroup_size @2
workgroup 1 2 1
---- err
fits.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
fits.bin: note: assumes maxwell.shared_bytes=80: the highest address in it that the program uses, whole rows of 16 bytes
computed.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
computed.bin: note: assumes maxwell.shared_bytes=49152: addresses in it are computed: as much as a workgroup of the machine can have
computed.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
local.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
local.bin: note: assumes maxwell.local_bytes=64: the highest address in it that computed ones can come to, whole rows of 16 bytes
loop.bin: error: the size of local memory is not known; maxwell.local_bytes says it
computed.bin: note: assumes maxwell.convention=nvn: the program takes addresses of storage buffers from where this one alone has them
computed.bin: note: assumes maxwell.shared_bytes=49152: addresses in it are computed: as much as a workgroup of the machine can have
image.bin: note: assumes maxwell.image2.format=rg32ui: accesses take texels of 64 bits as unsigned integers
image.bin: note: assumes maxwell.image3.format=unknown: accesses take components of whatever format the image has: the host must be able to load and store without one
image.bin: note: assumes maxwell.image2.format=rg32ui: accesses take texels of 64 bits as unsigned integers
loose.bin: note: assumes maxwell.convention=mesa: the program takes handles of textures from where this one has them
loose.bin: note: assumes maxwell.image1.format=r32ui: accesses take texels of 32 bits as unsigned integers
{"note":{"file":"deko.bin","text":"assumes maxwell.convention=deko3d: the program reads what descriptors of nvn, deko3d may be, but those of this one alone lead to all accesses"}}
deko.bin: note: assumes maxwell.convention=deko3d: the program reads what descriptors of nvn, deko3d may be, but those of this one alone lead to all accesses
mesa.bin: note: assumes maxwell.convention=mesa: the program takes addresses of storage buffers from where this one alone has them
both.bin: error: the address of an access to global memory comes from no storage buffer of the driver; assumed is maxwell.convention=nvn: code alone is taken for NVN's; the places that the program reads could be those of nvn, deko3d; it can be nvn, deko3d, mesa
size.bin: note: assumes maxwell.workgroup0=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
size.bin: note: assumes maxwell.workgroup1=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
size.bin: note: assumes maxwell.workgroup2=open: code without a program header is taken for a compute program, whose workgroup the pipeline sets; the default is 1
size.bin: note: threads of a warp exchange values through shared memory: right only where all threads of a workgroup come to that together
size.bin: note: threads of a warp exchange values through shared memory: right only where all threads of a workgroup come to that together
size.bin: error: the size of a workgroup is required: --context maxwell.workgroup0, maxwell.workgroup1, maxwell.workgroup2
size.bin: error: the size of a workgroup is required: --context maxwell.workgroup0, maxwell.workgroup1, maxwell.workgroup2
