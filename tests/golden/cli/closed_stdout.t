run: relit disasm $DATA/nv2a/op_add.bin >&-
exit: 3
---- err
$DATA/nv2a/op_add.bin: note: guessed nv2a, --isa to choose
<stdout>: error: cannot write: Bad file descriptor
