# Outputs that some path of the program does not store are 0, 0, 0, 1, as the hardware begins them.
run: relit translate vp.txt | grep -v '^$'
run: relit translate --to ir vp.txt | grep -c storefile
---- in vp.txt
.sph type=1, version=3, shader=1, in_generics=0xf, out_system_ab=0xf0000000, out_generics=0xff
ALD.128 R0, a[0x80] ;
AST.128 a[0x70], R0 ;
AST a[0x80], R0 ;
FSETP.GT.AND P0, PT, R0, RZ, PT ;
@P0 AST.128 a[0x90], R0 ;
EXIT ;
---- out
#version 450
layout(location = 0) in vec4 a;
precise gl_Position;
layout(location = 0) out vec4 o1;
precise o1;
layout(location = 1) out vec4 o2;
precise o2;
void main() {
    precise vec4 p_1;
    if (a.x > 0.0) {
        p_1 = a;
    } else {
        p_1 = vec4(0.0, 0.0, 0.0, 1.0);
    }
    gl_Position = a;
    o1 = vec4(a.x, 0.0, 0.0, 1.0);
    o2 = p_1;
}
3
---- err
vp.txt: note: guessed maxwell, --isa to choose
vp.txt: note: guessed maxwell, --isa to choose
