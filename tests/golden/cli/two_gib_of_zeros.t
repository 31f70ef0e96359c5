run: head -c 2147483648 /dev/zero | relit disasm --isa nv2a -
exit: 3
---- err
<stdin>:0x10000000: error: larger than 256 MiB, the limit
