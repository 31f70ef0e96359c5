# Keys of the context by name: values have names where they mean one of a few things, the guest can be left out where one
# alone has the key, and what is wrong is told with what would be right.
run: relit asm --isa maxwell in.txt -o in.bin && relit asm --isa rsx.fp fp.txt -o fp.bin && relit asm --isa rsx.vp vp.txt -o vp.bin
run: relit translate --isa maxwell --json --context maxwell.workgroup0=64 --context maxwell.image0.format=rg32ui in.bin | grep 'format'
run: relit translate --isa maxwell --json --context workgroup0=64 --context image0.format=35 in.bin | grep 'format'
run: relit translate --json --context depth_format=z16 --context surface_width=640 --context nv2a.surface_height=480 --isa nv2a $DATA/nv2a/matmul.bin | grep -E 'depth_format|_width'
run: relit translate --isa rsx.fp --json --context rsx.fp.alpha_test=1 --context rsx.fp.alpha_func=greater_equal --context alpha_ref=7 --context rsx.fp.fog_mode=exp2 --context rsx.fp.format=A8R8G8B8 --context rsx.fp.texture0.kind=cube fp.bin | grep -E 'alpha_func|fog_mode|alpha_ref|\.kind|"rsx.fp.format'
run: relit translate --isa rsx.vp --json --context rsx.vp.input0.format=float16x3 --context point_size=2.5 vp.bin | grep -E 'VK_|rsx.vp.point_size|input0.format'
run: ! relit translate --isa maxwell --context maxwell.image0.format=r33ui in.bin
run: ! relit translate --isa maxwell --context maxwell.image0.format=40 in.bin 2>&1 | tail -c 60
run: ! relit translate --isa maxwell --context maxwell.image.fromat=r32ui in.bin
run: ! relit translate --isa maxwell --context maxwell.workgroups0=3 in.bin
run: ! relit translate --isa maxwell --context no_such_key=3 in.bin 2>&1 | head -c 130
run: ! relit translate --context arithmetic=fast in.bin
run: ! relit translate --context no_such_key_at_all=1 in.bin
run: ! relit translate --context rsx.vp.rules=newest in.bin
run: ! relit translate --context maxwell.flip_y=2 in.bin
run: ! relit translate --context rsx.vp.modulo=65536 in.bin
run: ! relit translate --context rsx.vp.point_size=big in.bin
run: ! relit translate --isa maxwell --context conv=nvn in.bin
run: ! relit translate --isa maxwell --context maxwell.workgroup0=1025 in.bin
run: relit translate --context maxwell.flip_y in.bin
exit: 2
---- in in.txt
SUST.D.2D.64.IGN [R2], R0, 0x0;
EXIT;
---- in fp.txt
MOVR R1, f[FOGC];
TEXR R0, R1, TEX0;
---- in vp.txt
MOV o[0], v[0];
---- out
    "maxwell.image0.format": 35,
    "maxwell.image0.format": 35,
    "nv2a.depth_format": 1,
    "nv2a.surface_width": 640
    "rsx.fp.alpha_func": 518,
    "rsx.fp.alpha_ref": 7,
    "rsx.fp.fog_mode": 2049,
    "rsx.fp.format": 8,
    "rsx.fp.texture0.kind": 4,
    "rsx.vp.input0.format": 51,
    "rsx.vp.point_size": 1075838976,
    "0": "VK_FORMAT_R16G16B16_SFLOAT"
a8ui, r32ui, rgb10_a2ui, rg32ui, rg16ui, rg8ui, r16ui, r8ui
relit: error: --context no_such_key=3: maxwell does not have this key; it has maxwell.convention, maxwell.code_alone, maxwell.work
\ no newline at end
---- err
relit: error: --context maxwell.image0.format=r33ui: expected unknown, rgba32f, rgba16f, r32f, rgba8, rgba8_snorm, rg32f, rg16f, r11f_g11f_b10f, r16f, rgba16, rgb10_a2, rg16, rg8, r16, r8, rgba16_snorm, rg16_snorm, rg8_snorm, r16_snorm, r8_snorm, rgba32i, rgba16i, rgba8i, r32i, rg32i, rg16i, rg8i, r16i, r8i, rgba32ui, rgba16ui, rgba8ui, r32ui, rgb10_a2ui, rg32ui, rg16ui, rg8ui, r16ui, r8ui
relit: error: --context maxwell.image.fromat=r32ui: maxwell does not have this key; the nearest: maxwell.image#.format
relit: error: --context maxwell.workgroups0=3: maxwell does not have this key; the nearest: maxwell.workgroup#
relit: error: --context arithmetic=fast: several guests have this key: nv2a.arithmetic, rsx.vp.arithmetic, rsx.fp.arithmetic
relit: error: --context no_such_key_at_all=1: no guest has this key; relit docs GUEST lists the keys of a guest
relit: error: --context rsx.vp.rules=newest: expected modern, legacy
relit: error: --context maxwell.flip_y=2: expected 0, 1
relit: error: --context rsx.vp.modulo=65536: expected a number from 0 to 65535
relit: error: --context rsx.vp.point_size=big: expected a number from 0 to 4294967295, or a float as 1.0
relit: error: --context conv=nvn: maxwell does not have this key; the nearest: maxwell.convention
relit: error: --context maxwell.workgroup0=1025: expected open, a number from 1 to 1024
relit: error: --context maxwell.flip_y: expected 0, 1
