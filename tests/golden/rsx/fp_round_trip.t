run: for f in $DATA/rsx/hand/fp_*.fp.bin; do relit disasm $f | cmp - ${f%.fp.bin}.asm.txt; done
run: for f in $DATA/rsx/hand/fp_*.fp.bin $DATA/rsx/mesa/*/fp.bin; do for heads in slots bytes none; do relit disasm --option addresses=$heads $f | relit asm --isa rsx.fp - | cmp - $f; done; done
