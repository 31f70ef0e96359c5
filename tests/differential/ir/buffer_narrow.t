# Lanes of 8 and 16 bits of a buffer of two words, 0x44332211 and 0x88776655: stores change their bytes alone.
guest: ir
without: int8, int16
---- in
module vertex "narrow"
file 0 v i32[1] input
file 1 o i32[2] output
resource 0 b storage binding 0 size 8
function 0 main() -> void
b0:
  %at: i32 = loadfile v[0]
  %byte: i8 = loadbuffer b, %at
  %wide: i32 = sextend %byte
  storefile o[0].x, %wide
  %half: i16 = loadbuffer b, %at
  %whole: i32 = uextend %half
  storefile o[1].x, %whole
  %i2: i32 = const 2
  %up: i32 = iadd %at, %i2
  storebuffer b, %up, %byte
  %down: i32 = isub %at, %i2
  storebuffer b, %down, %half
  return
---- given
v0 = 3   b = 0x44332211 0x88776655
---- then
o0 = 0x44   o1 = 0x4433
b = 0x44334433 0x88774455
---- given
v0 = 7   b = 0x44332211 0x88776655
---- then
o0 = 0xffffff88   o1 = 0x8877
b = 0x44332211 0x88778877
---- given
v0 = 8   b = 0x44332211 0x88776655
---- then
o0 = 0   o1 = 0
b = 0x44332211 0x00006655
