# A file of no known kind: what it is by its magic number, or what keeps it from being one of ours.
run: head -c 5000 "$(command -v relit)" > elf && for f in elf *.bin notes.json page.html script.sh; do relit info $f || echo $?; done
run: printf '\377\377\377\377\5' > cut.gs; head -c 30 $DATA/gs/dither.gs.xz > cut.gs.xz; printf 'FP' > cut.fpo; for f in cut.*; do relit info $f || echo $?; done
run: head -c 4096 /dev/zero > zeros; relit disasm zeros || echo $?; relit translate png.bin || echo $?; relit info png.bin --json || echo $?
---- hex elf_be.bin
7f454c46 01020100 00000000 00000000 0002 0015 00000001
---- hex elf_cut.bin
7f454c46 0202
---- hex pe.bin
4d5a9000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 # DOS
00000000 00000000 00000000 00000000 00000000 00000000 00000000 40000000
50450000 64860100
---- hex dos.bin
4d5a9000 00000000 00000000 00000000
---- hex macho.bin
cffaedfe 07000001 03000000 02000000
---- hex spirv.bin
03022307 00050100 00000d00 01000000 00000000
---- hex png.bin
89504e47 0d0a1a0a 0000000d 49484452 00000001 00000001 08060000
---- hex gzip.bin
1f8b0800 00000000 00034b4c 4a060000
---- hex self.bin
53434500 00000002 80000000 00000000
---- hex xbe.bin
58424548 00000000 00000000 00000000
---- hex empty_zip.bin
504b0506 00000000 00000000 00000000 00000000 0000
---- hex zip_cut.bin
504b0304 14000000 08000000 21000000
---- hex rom.bin
55aa40e9 00000000 00000000 00000000
---- in notes.json
{"a": [1, 2]}
---- in page.html
<!DOCTYPE html>
<p>text</p>
---- in script.sh
#!/bin/sh
echo hello
---- out
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
3
---- err
elf:0x0: error: no known kind of program: this is an ELF file, for x86-64
dos.bin:0x0: error: no known kind of program: this is a program of DOS or Windows
elf_be.bin:0x0: error: no known kind of program: this is an ELF file, for 64-bit PowerPC
elf_cut.bin:0x0: error: no known kind of program: this is an ELF file, which is cut short
empty_zip.bin:0x0: error: no known kind of program: this is a zip archive without files
gzip.bin:0x0: error: no known kind of program: this is gzip data: unpack it first
macho.bin:0x0: error: no known kind of program: this is a Mach-O file of 64 bits
pe.bin:0x0: error: no known kind of program: this is a program of DOS or Windows (PE), for x86-64
png.bin:0x0: error: no known kind of program: this is a PNG image
rom.bin:0x0: error: no known kind of program: this is an option ROM without the signature of AtomBIOS at 0x30
self.bin:0x0: error: no known kind of program: this is a SELF file of the PlayStation 3, which is encrypted
spirv.bin:0x0: error: no known kind of program: this is a SPIR-V module of version 1.5: relit writes such modules and reads none
xbe.bin:0x0: error: no known kind of program: this is an XBE program of the Xbox
zip_cut.bin:0x0: error: no known kind of program: this is a zip archive, which is damaged or cut short: the archive has no directory at its end: it is cut off
notes.json:0x0: error: no known kind of program: this is JSON
page.html:0x0: error: no known kind of program: this is an HTML document
script.sh:0x0: error: no known kind of program: this is a script
cut.fpo:0x0: error: no known kind of program: it begins as a container of a fragment program: not a multiple of 16 bytes: 2 bytes are left after slot 0 (at 0x0)
cut.gs:0x0: error: no known kind of program: it begins as the header of a GS dump: the file ends inside the header: 44 bytes are required, 5 are there; missing: everything (at 0x0)
cut.gs.xz:0x0: error: no known kind of program: this is xz data that contains no GS dump, or is damaged
zeros:0x0: error: no known kind of program: the nearest are rsx.fp (no compiler writes such microcode), maxwell (words that do not decode as instructions), r500.vs (no assembler writes such instructions); name one with --isa
png.bin:0x0: error: no known kind of program: this is a PNG image
{"error":{"code":3,"kind":"bad input","file":"png.bin","offset":0,"text":"no known kind of program: this is a PNG image"}}
