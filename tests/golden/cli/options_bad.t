# A value of each option that it does not take: exit code 2, except where a file is what is wrong.
run: bad() { c=0; "$@" >/dev/null 2>told || c=$?; echo "$c $(head -n 1 told | sed -e 's|; there are: llvmpipe.*|; there are: ...|' -e "s|$DATA|DATA|" | cut -c 1-150)"; }; D=$DATA/nv2a/op_add.bin; G=$DATA/gs/prim_tris.gs.xz; V="--isa nv2a $D"; for verb in disasm asm explain info translate verify ir; do bad relit $verb --isa nv3 $D; done; bad relit disasm $V --color red; bad relit disasm $V --constants gles; bad relit asm $V --dialect hlsl; bad relit explain $V --option x=y; bad relit disasm $V --option x; bad relit translate $V --arithmetic slow; bad relit translate $V --context a.b=1; bad relit translate $V --context nv2a.arithmetic; bad relit translate $V --passes nope; bad relit ir $V --passes nope; bad relit translate $V --loop-limit many; bad relit run $V --inputs x --loop-limit -1; bad relit verify $V --loop-limit many; bad relit translate $V --dump-after x; bad relit translate $V --to hlsl; bad relit translate $V --features wings; bad relit translate $V --constants raw; bad relit translate $V --dump /dev/null/x; bad relit translate $V --debug-info much; bad relit translate $V --for metal; bad relit translate $V --target-version 101; bad relit translate $V --partial --to spirv; bad relit translate $V -o /nowhere/x; bad relit run $V --inputs /nowhere; bad relit run $V; bad relit run $V --inputs $D --on cuda; bad relit run $V --inputs $D --constants-from /nowhere; bad relit run $V --inputs $D --device none --on vulkan; bad relit verify $V --device none; bad relit verify $V --samples 0; bad relit verify $V --seed x; bad relit verify $V --groups 1,2; bad relit replay $G --renderer fast; bad relit replay $G --rules none; bad relit replay $G --frame 0; bad relit replay $G --frame 99; bad relit replay $G --draw 0; bad relit replay $G --draw 999999; bad relit replay $G --max-pixels x; bad relit replay $G --max-pixels 5; bad relit replay $G --all /dev/null/x; bad relit replay $G --target image; bad relit replay $G --raw /nowhere/x; bad relit replay $G --deinterlace yes; bad relit replay $G --aspect 4; bad relit replay $G --aspect 0:3; bad relit replay $G --pixel 3; bad relit replay $G --amplify 0 --diff; bad relit replay $G $G $G --diff; bad relit docs nothing; bad relit docs nv2a -o /nowhere/x; bad relit info $V --nothing; bad relit translate --isa maxwell --arithmetic exact $DATA/maxwell/c_loop.uam.comp.dksh
---- out
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --isa nv3: no such guest language; there are nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, ir, gs, r500, atom; the nearest is nv2a
2 relit: error: --color: red not in {auto,always,never}
2 DATA/nv2a/op_add.bin: error: --option constants=gles: expected constants=raw|gl|d3d
3 DATA/nv2a/op_add.bin:0x0: error: not text: it contains a zero byte
2 DATA/nv2a/op_add.bin: error: --option x=y: text of nv2a has dialect=vsh|gl, constants=raw|gl|d3d, final=last|nop, two-inputs=error|last, fill=auto|pla
2 relit: error: --option x: expected name=value
2 relit: error: --arithmetic: slow not in {fast,exact}
2 relit: error: --context a.b=1: nv2a does not have this key; it has nv2a.arithmetic, nv2a.constant_writes, nv2a.constant_range, nv2a.arl_bias, nv2a.all
2 relit: error: --context nv2a.arithmetic: expected fast, exact
2 DATA/nv2a/op_add.bin: error: no pass is named 'nope'; there are: inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation
2 DATA/nv2a/op_add.bin: error: no pass is named 'nope'; there are: inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation
2 relit: error: Could not convert: --loop-limit = many
2 relit: error: Could not convert: --loop-limit = -1
2 relit: error: Could not convert: --loop-limit = many
2 relit: error: --dump-after x: no such pass; there are inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation, combine, 
2 relit: error: --to: hlsl not in {spirv,glsl,ir}
2 relit: error: --features: wings not in {int8,int16,int64,float16,float64,atomic_int64,demote,denormals,denormal_flush,signed_zero,loops_end_at_head}
2 relit: error: --constants: raw not in {whole,packed}
3 /dev/null/x: error: cannot create the folder: Not a directory
2 relit: error: --debug-info: much not in {none,lines}
2 relit: error: --for: metal not in {vulkan,opengl}
2 DATA/nv2a/op_add.bin: error: no GLSL 101 in this dialect
2 relit: error: --partial has no effect with --to spirv; it requires --to glsl
3 /nowhere/x: error: cannot write: No such file or directory
3 /nowhere: error: cannot open: No such file or directory
2 relit: error: run requires --inputs or --grid, or --table of an AtomBIOS image
2 relit: error: --on: cuda not in {interpreter,vulkan}
3 /nowhere: error: cannot open: No such file or directory
3 DATA/nv2a/op_add.bin:1:1: error: not JSON
6 DATA/nv2a/op_add.bin: error: no Vulkan device has a name that contains 'none'; there are: ...
2 relit: error: --samples: Value 0 not in range 1 to 1048576
2 relit: error: Could not convert: --seed = x
2 relit: error: --groups: 3 required [UINT,UINT,UINT]:UINT in [1 - 65535] missing
2 relit: error: --renderer: fast not in {reference,vulkan}
2 relit: error: --rules: none not in {console,plain,console,plain,plain,console}
2 relit: error: --frame: Value 0 not in range 1 to 18446744073709551615
2 DATA/gs/prim_tris.gs.xz: error: --frame 99: there are 2 frames
2 relit: error: --draw: Value 0 not in range 1 to 18446744073709551615
2 DATA/gs/prim_tris.gs.xz: error: --draw 999999: there are 669 draws
2 relit: error: Could not convert: --max-pixels = x
4 DATA/gs/prim_tris.gs.xz: error: more than 5 pixels by draw 1; --max-pixels N sets the limit, 0 removes it
3 DATA/gs/prim_tris.gs.xz: error: cannot write: Not a directory
2 DATA/gs/prim_tris.gs.xz: error: --target image: colour, depth, texture or palette
3 DATA/gs/prim_tris.gs.xz: error: cannot write: No such file or directory
2 relit: error: --deinterlace: yes not in {progressive,weave,bob,blend,adaptive,none}
2 relit: error: --aspect: 2 required [UINT,UINT]:UINT in [1 - 100] missing
2 relit: error: --aspect: Value 0 not in range 1 to 100
2 relit: error: --pixel: 2 required [INT,INT] missing
2 relit: error: --amplify: Value 0 not in range 1 to 255
2 relit: error: replay takes at most 2 files: DATA/gs/prim_tris.gs.xz is too many
2 docs: error: no page "nothing": ir, nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, gs, r500, atom, man, completion-bash, completion-zsh, or one of d
3 /nowhere/x: error: cannot write: No such file or directory
2 relit: error: info takes no --nothing; relit info --help lists what it takes
2 DATA/maxwell/c_loop.uam.comp.dksh: error: --arithmetic: maxwell has only one kind of arithmetic
