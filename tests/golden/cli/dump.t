# A folder with what went in, what came out, and what stood between; a folder that cannot be made is told.
run: relit translate --to glsl --dump out $DATA/nv2a/skin2.bin; ls out; cmp $DATA/nv2a/skin2.bin out/vertex_guest.bin
run: head -n 1 out/vertex_ir.txt; grep structure out/vertex_passes.txt | sed 's/ [0-9. ]*us.*//'; grep main out/vertex_output.glsl
run: touch file; relit translate --to spirv --dump file/deep $DATA/nv2a/skin2.bin
exit: 3
---- out
vertex_guest.bin
vertex_ir.txt
vertex_output.glsl
vertex_passes.txt
module vertex "nv2a"
structure               changed         69 -> 69 instructions
lower_structured_blocks unchanged       69 -> 69 instructions
void main() {
---- err
$DATA/nv2a/skin2.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
$DATA/nv2a/skin2.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
file/deep: error: cannot create the folder: Not a directory
