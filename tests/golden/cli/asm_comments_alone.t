# Text of comments alone is no program, and no dump either.
run: relit asm in.txt -o out.bin
exit: 3
---- in in.txt
// nothing
---- err
in.txt:2:1: error: there is no instruction
