run: ! relit translate --isa rsx.vp vp.txt vp.txt
run: ! relit translate --isa rsx.vp,rsx.fp vp.txt fp.txt --to spirv
run: ! relit translate --isa rsx.vp,rsx.fp vp.txt fp.txt fp.txt
run: ! relit info vp.txt fp.txt
run: relit translate --isa rsx.vp,rsx.fp vp.txt missing.txt
exit: 3
---- in vp.txt
MOV o[0], v[0];
---- in fp.txt
MOVR R0, f[TEX0];
---- err
relit: error: a draw has a vertex program and at most one program of each later stage; vp.txt is a vertex program, vp.txt is a vertex program
relit: error: several SPIR-V modules require -o NAME, for NAME.vert.spv and NAME.frag.spv
relit: error: a draw has a vertex program and at most one program of each later stage; vp.txt is a vertex program, fp.txt is a fragment program, fp.txt is a fragment program
relit: error: info takes one file: fp.txt is too many
missing.txt: error: cannot open: No such file or directory
