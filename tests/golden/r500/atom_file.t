# An image inside of a larger file is found: in front of it and after it are bytes, warnings say so, and the text makes the same file again.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; head -c 1024 /dev/zero | tr '\000' '\377' > pad; printf 'flash' > name
run: cat pad name pad a.rom pad a.rom > flash.bin; relit info flash.bin | head -9; relit disasm flash.bin > flash.atom; relit asm flash.atom -o again.bin; cmp flash.bin again.bin && echo the same
run: head -8 flash.atom; grep -n 'offset ASIC_Init\|^.command\|^.fill' flash.atom
run: relit explain flash.bin 2> warnings | head -2; cat warnings; printf '.atombios\n.bytes 00\n.image\n.image\n' > twice.atom; relit asm twice.atom -o t.bin || echo "exit code $?"
---- out
isa                      atom
bytes                    4027
message                  OWN IMAGE
chip                     not named; its registers are taken for those of R500
length                   512
checksum right           no
begins at                0x805
ROM header               0x0054
instructions             23
the same
// warning: the image begins at 0x805 of the file: what stands in front of it is listed as bytes
// warning: another image with AtomBIOS, at 0xde0, is listed as bytes
.atombios  // OWN IMAGE; chip not named; its registers are taken for those of R500
.fill 1024, 0xff
.bytes 666c617368
.fill 1024, 0xff
.image  // offsets count from here
.bytes 55aa01
4:.fill 1024, 0xff
6:.fill 1024, 0xff
9:.fill 45, 0x00
34:.command ASIC_Init format 2 content 1 workspace 8 parameters 8  // 98 bytes
61:.command EnableCRTC format 1 content 1 workspace 0 parameters 4 updated  // 15 bytes
109:.offset ASIC_Init  // 0
173:.fill 1024, 0xff
175:.fill 45, 0x00
185:.fill 68, 0x00
188:.fill 69, 0x00
190:.fill 37, 0x00
0x0883  SET_ATI_PORT MM
        SET_ATI_PORT selects how REG is reached: MM directly, else by a program of indirect IO.
flash.bin: note: guessed atom, --isa to choose
flash.bin: warning: the image begins at 0x805 of the file: what stands in front of it is listed as bytes
flash.bin: warning: another image with AtomBIOS, at 0xde0, is listed as bytes
exit code 3
---- err
flash.bin: note: guessed atom, --isa to choose
flash.bin: note: guessed atom, --isa to choose
flash.bin: warning: the image begins at 0x805 of the file: what stands in front of it is listed as bytes
flash.bin: warning: another image with AtomBIOS, at 0xde0, is listed as bytes
twice.atom:4:7: error: an image has begun already
