# Graphics programs run twice: alone, one invocation a sample, and in their stage of a pipeline, where every invocation says what
# it was given and what it made. The device flushes denormals in a pipeline, so that 0 times infinity must be 0 of those too.
run: for f in nv2a/op_mul rsx/hand/vp_sat.vp rsx/mesa/f_discard_uncond/fp rsx/mesa/f_dots/fp; do relit verify $DATA/$f.bin --samples 320 2>/dev/null | sed 's/ (.*//'; done
run: relit verify $DATA/maxwell/t_quad.nv117.tesc.bin --samples 16 | sed 's/ (.*//'
run: relit verify $DATA/maxwell/f_img_store.uam.frag.dksh --samples 1 2>/dev/null | tail -n 1
run: relit verify $DATA/maxwell/f_deriv.uam.frag.dksh --samples 16 --json | sed 's/"device".*/"device": "...",/'
---- out
spirv  agrees with the interpreter on 320 samples
glsl   agrees with the interpreter on 320 samples
spirv  agrees with the interpreter on 960 invocations in a pipeline
glsl   agrees with the interpreter on 960 invocations in a pipeline
spirv  agrees with the interpreter on 320 samples
glsl   agrees with the interpreter on 320 samples
spirv  agrees with the interpreter on 960 invocations in a pipeline
glsl   agrees with the interpreter on 960 invocations in a pipeline
spirv  agrees with the interpreter on 320 samples
       color0: 248 compared, 72 not: the fragment is discarded
glsl   agrees with the interpreter on 320 samples
       color0: 248 compared, 72 not: the fragment is discarded
spirv  agrees with the interpreter on 2240 invocations in a pipeline
       color0: 1582 compared, 658 not: the fragment is discarded
glsl   agrees with the interpreter on 2240 invocations in a pipeline
       color0: 1582 compared, 658 not: the fragment is discarded
spirv  agrees with the interpreter on 320 samples
glsl   agrees with the interpreter on 320 samples
spirv  agrees with the interpreter on 2240 invocations in a pipeline
glsl   agrees with the interpreter on 2240 invocations in a pipeline
spirv  agrees with the interpreter on 16 samples
glsl   agrees with the interpreter on 16 samples
spirv  agrees with the interpreter on 64 invocations in a pipeline
glsl   agrees with the interpreter on 64 invocations in a pipeline
not run in a pipeline: its invocations write to shared memory in any order
{
  "device": "...",
  "verdicts": [
    {
      "language": "spirv",
      "ran": "alone",
      "samples": 16,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "c0",
          "compared": 16,
          "not_compared": 0
        }
      ]
    },
    {
      "language": "glsl",
      "ran": "alone",
      "samples": 16,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "c0",
          "compared": 16,
          "not_compared": 0
        }
      ]
    },
    {
      "language": "spirv",
      "ran": "pipeline",
      "samples": 112,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "c0",
          "compared": 112,
          "not_compared": 0
        }
      ]
    },
    {
      "language": "glsl",
      "ran": "pipeline",
      "samples": 112,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "c0",
          "compared": 112,
          "not_compared": 0
        }
      ]
    }
  ],
  "agrees": true
}
