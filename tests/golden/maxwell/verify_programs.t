run: for f in $DATA/maxwell/*.dksh $DATA/maxwell/*.frag.bin $DATA/maxwell/*.vert.bin $DATA/maxwell/*.geom.bin $DATA/maxwell/*.tesc.bin; do echo "$(basename $f) $(relit verify --isa maxwell $f --samples 16 2>/dev/null | grep -c 'agrees with the interpreter on [1-9]')"; done
run: for f in $DATA/maxwell/*.comp.bin; do echo "$(basename $f) $(relit verify --isa maxwell $f --samples 8 --context maxwell.workgroup0=32 --context maxwell.workgroup1=1 --context maxwell.workgroup2=1 --context maxwell.library=522240 2>/dev/null | grep -c 'agrees with the interpreter on [1-9]')"; done
# Programs of every stage, from two compilers: compute programs over a grid, with memory, textures, images and barriers;
# graphics programs with what their pipeline would give them. Each agrees through SPIR-V and through GLSL.
---- out
c_loop.uam.comp.dksh 2
c_mufu.uam.comp.dksh 2
c_shared_transpose.uam.comp.dksh 2
c_texgather_offs.uam.comp.dksh 2
f_deriv.uam.frag.dksh 4
f_img_store.uam.frag.dksh 2
f_tex2d.uam.frag.dksh 4
t_quad.uam.tese.dksh 4
v_ids.uam.vert.dksh 4
f_tex2d.nv117.frag.bin 4
v_clip.nv117.vert.bin 4
g_amplify.nv117.geom.bin 4
t_quad.nv117.tesc.bin 4
c_atomics.nv117.comp.bin 2
c_double.nv117.comp.bin 2
c_func.nv117.comp.bin 2
c_img2d.nv117.comp.bin 2
c_int64.nv117.comp.bin 2
c_loop.nv117.comp.bin 2
c_prmt_bytes.nv117.comp.bin 2
c_texquery.nv117.comp.bin 2
c_udiv.nv117.comp.bin 2
