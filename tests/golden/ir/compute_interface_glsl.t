# Compute shaders have no inputs and outputs: a module that declares them is refused by both languages, and runs.
run: relit translate sum.ir --to glsl
exit: 4
---- in sum.ir
module compute "sum"
file 0 in i32[2] input
file 1 out i32[1] output
function 0 main() -> void
b0:
  %1: i32 = loadfile in[0]
  %2: i32 = loadfile in[1]
  %3: i32 = iadd %1, %2
  storefile out[0].x, %3
  return
---- err
sum.ir: error: compute shaders have no inputs and outputs: register file in
