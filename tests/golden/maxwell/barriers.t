run: relit asm --isa maxwell left.sass -o left.bin; relit asm --isa maxwell read.sass -o read.bin; relit asm --isa maxwell all.sass -o all.bin; relit asm --isa maxwell alone.sass -o alone.bin
run: ! relit translate --context maxwell.convention=2 --context maxwell.workgroup0=32 left.bin
run: ! relit translate --context maxwell.convention=2 left.bin >open.glsl 2>open.err; grep -c 'by their number' open.err
run: for each in read all alone; do relit translate --isa maxwell --context maxwell.convention=2 --context maxwell.workgroup0=32 $each.bin | grep -c barrier; done
run: relit translate --isa maxwell --context maxwell.convention=2 --context maxwell.workgroup0=1 left.bin | grep -c barrier
# A barrier that some threads do not reach, by their number: refused. By what memory says: reported. By what is the same for
# all, such as a constant buffer: neither. A workgroup of one thread always comes as a whole.
---- in left.sass
S2R R0, SR_TID.X ;
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
ISETP.GE.AND P0, PT, R0, 0x8, PT ;
@P0 EXIT ;
SHL R2, R0, 0x2 ;
STS [R2], R0 ;
BAR.SYNC 0x0 ;
LDS R4, [RZ] ;
STG.E [R60], R4 ;
EXIT ;
---- in read.sass
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
LDG.E R0, [R60] ;
ISETP.GE.AND P0, PT, R0, 0x8, PT ;
@P0 EXIT ;
BAR.SYNC 0x0 ;
STG.E [R60], R0 ;
EXIT ;
---- in all.sass
S2R R0, SR_CTAID.X ;
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
ISETP.GE.AND P0, PT, R0, c[0x2][0x0], PT ;
@P0 EXIT ;
BAR.SYNC 0x0 ;
S2R R0, SR_TID.X ;
ISETP.GE.AND P0, PT, R0, 0x8, PT ;
@P0 EXIT ;
STG.E [R60], R0 ;
EXIT ;
---- in alone.sass
S2R R0, SR_TID.Y ;
MOV R60, c[0x0][0x140] ;
MOV R61, c[0x0][0x144] ;
ISETP.GE.AND P0, PT, R0, 0x8, PT ;
@P0 EXIT ;
BAR.SYNC 0x0 ;
STG.E [R60], R0 ;
EXIT ;
---- out
1
1
1
1
1
---- err
left.bin: note: guessed maxwell, --isa to choose
left.bin: error: BAR: only some threads of the workgroup reach the barrier, by their number; the others have left or gone another way, and a barrier of Vulkan requires all
read.bin: note: whether all threads of the workgroup reach a barrier follows from memory: right only if they do, where on the machine those that have left do not count
left.bin: note: assumes maxwell.shared_bytes=49152: addresses in it are computed: as much as a workgroup of the machine can have
