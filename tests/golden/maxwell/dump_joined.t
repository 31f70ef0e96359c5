# Of two vertex programs that run in a row both are kept.
run: relit translate a.txt b.txt --dump kept; ls kept; cmp a.txt kept/vertex_guest.bin; cmp b.txt kept/vertex_guest_b.bin
---- in a.txt
.sph type=1, version=3, shader=1, in_generics=0xf, out_generics=0xf10
ALD.128 R0, a[0x80] ;
AST a[0x90], R0 ;
AST.128 a[0xa0], R0 ;
EXIT ;
---- in b.txt
.sph type=1, version=3, shader=1, in_generics=0x10, out_system_ab=0xf0000000
ALD R0, a[0x90] ;
MOV R1, R0 ;
MOV R2, RZ ;
MOV32I R3, 0x3f800000 ;
AST.128 a[0x70], R0 ;
EXIT ;
---- out
vertex_guest.bin
vertex_guest_b.bin
vertex_ir.txt
vertex_output.glsl
vertex_passes.txt
---- err
a.txt: note: guessed maxwell, --isa to choose
b.txt: note: guessed maxwell, --isa to choose
