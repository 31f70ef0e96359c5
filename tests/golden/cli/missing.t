run: relit disasm nowhere.bin
exit: 3
---- err
nowhere.bin: error: cannot open: No such file or directory
