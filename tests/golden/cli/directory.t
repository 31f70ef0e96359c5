run: mkdir d; relit disasm d
exit: 3
---- err
d: error: is a directory
