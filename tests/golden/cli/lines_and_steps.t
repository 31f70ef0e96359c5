# The instructions of each line of GLSL, and the module after each pass.
run: relit translate $DATA/rsx/containers/tint.fpo --to glsl --lines --json >lines.json && python3 lines.py
run: relit translate $DATA/rsx/containers/tint.fpo --to ir --steps --json >steps.json && python3 steps.py
run: relit translate $DATA/rsx/containers/tint.fpo --to glsl --lines || echo $?; relit translate $DATA/rsx/containers/tint.fpo --json --steps || echo $?
---- in lines.py
import json
code = json.load(open("lines.json"))["code"]
for line, numbers in zip(code["text"].splitlines(), code["instructions"], strict=True):
    if numbers: print(*numbers, "|", line.strip())
---- in steps.py
import json
answer = json.load(open("steps.json"))
for step in answer["steps"]: print(step["name"], step["text"].count("\n"))
print(answer["steps"][-1]["text"] == answer["code"]["text"])
---- out
0 | vec4 r0_1 = texture(image_g, uv.xy);
1 3 5 | color0 = r0_1 * tint * tint_2 + f_sat(colour) * fconst1.x;
lift 62
dce 55
lower_buffers 55
structure 58
lower_structured_blocks 55
True
2
2
---- err
relit: error: --lines requires --json
{"error":{"code":2,"kind":"usage","file":"$DATA/rsx/containers/tint.fpo","text":"--steps is for --to ir"}}
