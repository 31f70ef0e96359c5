run: relit disasm in.bin
exit: 3
---- hex in.bin
---- err
in.bin:0x0: error: the file is empty
