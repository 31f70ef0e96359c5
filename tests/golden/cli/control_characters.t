# What a file or its name holds does not reach the terminal as it is.
run: name=$(printf 'a\033[31m\tb\n\302\233c\377'); for v in info disasm translate asm; do c=0; relit $v "$name" || c=$?; echo $c; done
run: printf 'mov oPos, v0\n\033]0;title\007 R0, v0\n' > esc.vsh; c=0; relit asm --isa nv2a esc.vsh || c=$?; echo $c
run: printf '{"v0\\u001b[2J\\u009b": [1]}' > esc.json; c=0; relit run $DATA/nv2a/op_add.bin --isa nv2a --inputs esc.json || c=$?; echo $c
run: printf '.gs current\n.serial "A\\x1b[2J\\xffB"\n.transfer path3\n.data 0, 0, 0, 0\n' > esc.txt; relit asm --isa gs esc.txt -o esc.gs; relit info esc.gs | grep serial; relit info --json esc.gs | grep serial; relit disasm esc.gs | grep serial
run: c=0; relit info "--$(printf '\033[2J')" 2> told || c=$?; echo $c; head -n 1 told
run: c=0; relit docs "$(printf '\033[2J')" || c=$?; echo $c; c=0; relit info --isa "$(printf '\033[2J')" x || c=$?; echo $c
---- out
3
3
3
3
3
3
serial                   A\x1b[2J\xffB
  "serial": "A\\x1b[2J\\xffB",
.serial "A\x1b[2J\xffB"
2
relit: error: info takes no --\x1b[2J; relit info --help lists what it takes
2
2
---- err
a\x1b[31m\x09b\x0a\xc2\x9bc\xff: error: cannot open: No such file or directory
a\x1b[31m\x09b\x0a\xc2\x9bc\xff: error: cannot open: No such file or directory
a\x1b[31m\x09b\x0a\xc2\x9bc\xff: error: cannot open: No such file or directory
a\x1b[31m\x09b\x0a\xc2\x9bc\xff: error: cannot open: No such file or directory
esc.vsh:2:1: error: an operation is expected
esc.json: error: set 0: "v0\x1b[2J\xc2\x9b" is not an input of nv2a programs; they have v0 to v15, c0 to c191
docs: error: no page "\x1b[2J": ir, nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, gs, r500, atom, man, completion-bash, completion-zsh, or one of docs/, which "pages" lists
relit: error: --isa \x1b[2J: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom
