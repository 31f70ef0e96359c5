# Every option of every verb stands in a test of that verb.
run: for v in disasm asm explain info translate run verify replay ir docs; do for o in $(relit $v --help | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u | grep -vx -- --help); do grep -rqE --exclude=help.t "relit $v .*$o( |$)" $DATA/../golden || { [ $o = --output ] && grep -rqE --exclude=help.t "relit $v .*-o " $DATA/../golden; } || echo "no test of $v $o"; done; done
---- out
no test of verify --stage
