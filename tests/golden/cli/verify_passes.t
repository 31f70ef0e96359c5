# The IR is checked after each pass if the option asks for it; what comes out is the same.
run: for v in "" --verify-passes; do relit translate $DATA/nv2a/skin2.bin --isa nv2a $v | cksum; done | uniq | wc -l; relit translate $DATA/nv2a/skin2.bin --isa nv2a --verify-passes | wc -l; for v in "" --verify-passes; do echo '{}' | relit run --isa nv2a $DATA/nv2a/op_add.bin --inputs - $v | cksum; done | uniq | wc -l; echo '{}' | relit run --isa nv2a $DATA/nv2a/op_add.bin --inputs - --verify-passes | wc -c; relit verify --isa nv2a $DATA/nv2a/op_add.bin --samples 8 --verify-passes | cut -c 1-42; relit replay $DATA/r500/gouraud_triangle -o plain.png; relit replay $DATA/r500/gouraud_triangle --verify-passes -o checked.png; cmp plain.png checked.png && echo same
---- out
1
42
1
1562
spirv  agrees with the interpreter on 8 sa
glsl   agrees with the interpreter on 8 sa
spirv  agrees with the interpreter on 48 i
glsl   agrees with the interpreter on 48 i
same
---- err
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
