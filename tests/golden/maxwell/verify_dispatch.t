run: relit verify $DATA/maxwell/c_shared_transpose.uam.comp.dksh --samples 4 --groups 3,1,2 | sed 's/ (.*//'
run: relit verify $DATA/maxwell/c_loop.uam.comp.dksh --samples 3 --json --groups 1,1,1 | grep -v device
run: ! relit verify $DATA/maxwell/c_loop.uam.comp.dksh --groups 0,1,1 2>&1 | tail -2 || relit verify $DATA/maxwell/c_loop.uam.comp.dksh --groups 65535,65535,65535
exit: 4
# A grid of the size that is asked for; one that takes the interpreter too long is refused.
---- out
spirv  agrees with the interpreter on 4 dispatches of 3 x 1 x 2 workgroups
glsl   agrees with the interpreter on 4 dispatches of 3 x 1 x 2 workgroups
{
  "verdicts": [
    {
      "language": "spirv",
      "ran": "grid",
      "samples": 3,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "s1",
          "compared": 3,
          "not_compared": 0
        }
      ]
    },
    {
      "language": "glsl",
      "ran": "grid",
      "samples": 3,
      "not_compared": 0,
      "operands_hidden": 0,
      "words_by_chance": 0,
      "agrees": true,
      "outputs": [
        {
          "name": "s1",
          "compared": 3,
          "not_compared": 0
        }
      ]
    }
  ],
  "agrees": true
}
relit: error: --groups: Value 0 not in range 1 to 65535
---- err
$DATA/maxwell/c_loop.uam.comp.dksh: error: the interpreter runs 65536 invocations at most, these are 9006786944172000
