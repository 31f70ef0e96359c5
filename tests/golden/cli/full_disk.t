run: relit disasm $DATA/nv2a/op_add.bin > /dev/full
exit: 3
---- err
<stdout>: error: cannot write: No space left on device
