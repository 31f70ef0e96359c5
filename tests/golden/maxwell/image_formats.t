# Images of formats that have fewer than 32 bits a component: the device stores what the interpreter does.
run: for f in rgba16f rgba8 rgba8_snorm rg16 rgb10_a2 r16_snorm r11f_g11f_b10f; do relit verify $DATA/maxwell/c_img2d.nv117.comp.bin --samples 2 --context maxwell.workgroup0=8 --context maxwell.workgroup1=8 --context maxwell.image1.format=$f 2>/dev/null | sed "s/ (.*//; s/^/$f /"; done
# What the inputs have between two values of the format is one of them, on both.
run: for f in rgba8 rgb10_a2 rgba16f; do for on in interpreter vulkan; do relit run $DATA/maxwell/c_img2d.nv117.comp.bin --inputs in.json --numbers --on $on --context maxwell.workgroup0=8 --context maxwell.workgroup1=8 --context maxwell.workgroup2=1 --context maxwell.image1.format=$f 2>/dev/null | grep i1; done; done
---- in in.json
{"textures": {"i1": {"width": 2, "height": 2, "format": "rgba32f", "hex": "cdcc4c3ecdcccc3e9a99193fcdcc4c3fcdcc4c3ecdcccc3e9a99193fcdcc4c3fcdcc4c3ecdcccc3e9a99193fcdcc4c3fcdcc4c3ecdcccc3e9a99193fcdcc4c3f"}}}
---- out
rgba16f spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgba16f glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgba8 spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgba8 glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgba8_snorm spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgba8_snorm glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rg16 spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 2 nondeterministic words
rg16 glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 2 nondeterministic words
rgb10_a2 spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
rgb10_a2 glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups, 5 nondeterministic words
r16_snorm spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
r16_snorm glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
r11f_g11f_b10f spirv  agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
r11f_g11f_b10f glsl   agrees with the interpreter on 2 dispatches of 2 x 2 x 1 workgroups
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8]]},
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8],[0.2,0.4,0.6,0.8]]},
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667]]},
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667],[0.20039101,0.3998045,0.6001955,0.6666667]]},
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047]]},
  "i1": {"width":2,"height":2,"depth":1,"layers":1,"texels":[[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047],[0.19995117,0.39990234,0.60009766,0.7998047]]},
