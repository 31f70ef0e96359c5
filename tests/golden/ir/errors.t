# What is wrong with IR text is said with line and column, exit code 3; what is too much for a run, with exit code 4.
run: for f in type.ir dominance.ir cycle.ir itself.ir file.ir texture.ir stage.ir cut.ir group.ir geometry.ir; do code=0; relit translate $f || code=$?; test $code = 3; done
run: for f in calls.ir registers.ir bytes.ir binding.ir; do code=0; relit translate $f || code=$?; test $code = 4; done
---- in group.ir
module compute ""
workgroup 64 32 1
function 0 main() -> void
b0:
  return
---- in geometry.ir
module geometry ""
geometry triangles triangle_strip vertices 4096 invocations 1
function 0 main() -> void
b0:
  return
---- in bytes.ir
module compute ""
resource 0 a shared binding 0 size 4294967295
function 0 main() -> void
b0:
  return
---- in binding.ir
module compute ""
resource 0 a storage binding 4294967295 size 0
function 0 main() -> void
b0:
  return
---- in type.ir
module vertex ""
function 0 main() -> void
b0:
    %1: f32 = const 1.0
    %2: f32 = iadd %1, %1
  return
---- in dominance.ir
module vertex ""
function 0 main() -> void
b0:
  %1: bool = const 1
  branch %1, b1, b2
b1:
  %2: i32 = const 7
  jump b2
b2:
  %3: i32 = ineg %2
  return
---- in cycle.ir
module vertex ""
function 0 main() -> void
b0:
  call f
  return
function 1 f() -> void
b0:
  call g
  return
function 2 g() -> void
b0:
  call f
  return
---- in itself.ir
module vertex ""
function 0 main() -> void
b0:
  %1: i32 = iadd %2, %2
  %2: i32 = ineg %1
  return
---- in file.ir
module vertex ""
file 0 r f32x4[8] register
file 1 big f32x4[4294967295] register
function 0 main() -> void
b0:
  return
---- in texture.ir
module vertex ""
resource 0 t texture binding 0 size 0 dim 3d of f32 arrayed
function 0 main() -> void
b0:
  return
---- in stage.ir
module pixel ""
---- in cut.ir
module vertex ""
function 0 main() -> void
b0:
  %1: f32 = const 1.0
---- in calls.ir
module vertex ""
function 0 main() -> void
b0:
  call f
  call f
  call f
  call f
  call f
  call f
  call f
  call f
  return
function 1 f() -> void
b0:
  call g
  call g
  call g
  call g
  call g
  call g
  call g
  call g
  return
function 2 g() -> void
b0:
  call h
  call h
  call h
  call h
  call h
  call h
  call h
  call h
  return
function 3 h() -> void
b0:
  call i
  call i
  call i
  call i
  call i
  call i
  call i
  call i
  return
function 4 i() -> void
b0:
  call j
  call j
  call j
  call j
  call j
  call j
  call j
  call j
  return
function 5 j() -> void
b0:
  call k
  call k
  call k
  call k
  call k
  call k
  call k
  call k
  return
function 6 k() -> void
b0:
  memorybarrier device
  memorybarrier device
  memorybarrier device
  memorybarrier device
  return
---- in registers.ir
module vertex ""
file 0 a f32x4[200000] register
file 1 b f32x4[200000] register
function 0 main() -> void
b0:
  return
---- err
type.ir:5:5: error: the result is not an integer
dominance.ir:10:3: error: operand 1 is not computed on every path to here
cycle.ir:12:3: error: the function calls itself, at once or through others
itself.ir:4:3: error: operand 1 is not computed on every path to here
file.ir:3:1: error: file 1: there are more lanes than accesses can name
texture.ir:2:1: error: resource 0: it cannot have layers
stage.ir: note: guessed ir, --isa to choose
stage.ir:1:8: error: expected a stage
cut.ir:4:22: error: the block has no end
group.ir:1:1: error: a workgroup has 1 to 1024 invocations, not 64 x 32 x 1
geometry.ir:1:1: error: a geometry shader emits 1024 vertices at most, in 32 invocations at most
calls.ir: error: more than 1048576 instructions, counted in every call
registers.ir: error: more than 262144 lanes of registers
bytes.ir: error: more than 16777216 bytes of buffers
binding.ir: error: binding 4294967295 of `a`; the highest is 65535
