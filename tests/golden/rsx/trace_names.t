# A trace has the names of the file behind those of the guest; a constant is an answer, too.
run: cp $DATA/rsx/containers/tint.fpo .; relit run tint.fpo --inputs in.json --trace --only r0 | grep -e reads -e lookup
run: relit run tint.fpo --inputs in.json --why fconst0.y; relit run tint.fpo --inputs in.json --trace --json | grep -B 2 -e name_in_file | head -n 12
---- in in.json
{"colour": [1, 0.5, 0, 1], "tint": [2, 3, 1, 0.5]}
---- out
              reads   tex0.xyzw (uv) = 0.0 0.0 0.0 1.0, wpos0.xyzw = 0.0 0.0 0.0 1.0
              lookup  t0 (image) at 0.0 0.0 = 0.0 0.0 0.0 1.0
              reads   R0.xyzw = 0.0 0.0 0.0 1.0 [halves 0.0 0.0 0.0 0.0 0.0 0.0 0.0 1.875], fconst0.xyzw (tint) = 2.0 3.0 1.0 0.5
              reads   R0.xyzw = 0.0 0.0 0.0 0.5 [halves 0.0 0.0 0.0 0.0 0.0 0.0 0.0 1.75], fconst2.xyzw (tint) = 2.0 3.0 1.0 0.5,
set 0 at the end: fconst0.y (tint) = 3.0
nothing made it: it was given, or is zero from the beginning
            {
              "name": "tex0.x",
              "name_in_file": "uv",
--
            {
              "name": "tex0.y",
              "name_in_file": "uv",
--
            {
              "name": "tex0.z",
              "name_in_file": "uv",
--
