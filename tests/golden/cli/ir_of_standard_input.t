# ir takes a guest's program and its own text form, from a file and from standard input.
run: relit asm --isa nv2a in.txt -o in.bin && relit ir in.bin > file.txt; relit ir - < in.bin > input.txt; cmp file.txt input.txt; relit ir - < file.txt | cmp - file.txt; head -n 1 file.txt
---- in in.txt
mov oPos, v0
---- out
module vertex "nv2a"
---- err
in.bin: note: guessed nv2a, --isa to choose
<stdin>: note: guessed nv2a, --isa to choose
