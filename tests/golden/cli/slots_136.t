run: for i in $(seq 135); do printf "\000\000\000\000\033\000\040\000\154\020\066\010\000\370\160\040"; done > in.bin; printf "\000\000\000\000\033\000\040\000\154\020\066\010\001\370\160\040" >> in.bin; relit disasm --isa nv2a in.bin | tail -n 1
---- out
mov oPos, v0
