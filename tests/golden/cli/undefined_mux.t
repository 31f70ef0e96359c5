run: relit disasm --isa nv2a in.bin
run: relit translate --isa nv2a --to glsl in.bin > /dev/null
---- hex in.bin
# MOV with source mux 0
00000000 1b002000 6c003608 01f87020
---- out
mov oPos, v0 @ {B.mux=0}
