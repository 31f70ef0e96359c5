# A difference in a bundle: the inputs of the invocation, and what the interpreter and the device made of them. lavapipe leaves
# every loop after 65,535 iterations (docs/devices.md).
run: relit verify l.txt --isa rsx.vp --samples 1 --loop-limit 100000 --dump v.relit > /dev/null || echo $?; relit bundle check v.relit; relit bundle show v.relit | grep -v bytes
run: relit bundle extract v.relit -o v; grep -c '"c\|"v' v/inputs.json; grep hit_loop_limit v/results/*; relit run v.relit | grep hit_loop_limit; relit bundle show v.relit --json | grep '"of"'
run: relit verify v.relit --loop-limit 100000 | grep differs
---- in l.txt
L0: MOV R0, v[1];
BRI L0;
MOV o[0], v[0];
---- out
1
v.relit: good
version                  1
verify                   seed 1, 1 samples
notes                    spirv: sample 0: the loop limit is 0, not 1: instruction 0: MOV R0, v[1]
                         glsl: sample 0: the loop limit is 0, not 1: instruction 0: MOV R0, v[1]
484
v/results/1.json:  "hit_loop_limit": true
  "hit_loop_limit": true
      "of": "interpreter",
      "of": "spirv",
spirv  differs at sample 0 (seed 1): the loop limit is 00000000, the interpreter says 00000001
glsl   differs at sample 0 (seed 1): the loop limit is 00000000, the interpreter says 00000001
