# Text of comments alone is no program, and no dump either.
run: relit asm in.txt -o out.bin
exit: 3
---- in in.txt
// nothing
---- err
in.txt: error: the text has comments alone: there is no instruction
