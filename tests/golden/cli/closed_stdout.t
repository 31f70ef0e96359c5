run: relit disasm $DATA/nv2a/op_add.bin >&-
exit: 3
---- err
<stdout>: error: cannot write: Bad file descriptor
