run: ! relit run fp.txt --inputs short.json
run: ! relit run fp.txt --inputs name.json
run: ! relit run fp.txt --inputs kind.json
run: ! relit run fp.txt --inputs word.json
run: ! relit run fp.txt --inputs second.json >/dev/null
run: ! relit run fp.txt --inputs border.json --on vulkan
---- in fp.txt
TEXR R0, f[TEX0], TEX0;
---- in short.json
{"textures": {"t0": {"width": 2, "height": 2, "hex": "00ff00ff"}}}
---- in name.json
{"textures": {"t16": {"hex": "00ff00ff"}}}
---- in kind.json
{"textures": {"t0": {"kind": "cube", "hex": "00ff00ff"}}}
---- in word.json
{"textures": {"t0": {"size": 1, "hex": "00ff00ff"}}}
---- in border.json
{"textures": {"t0": {"hex": "00ff00ff", "wrap": "border", "border": [0, 0.5, 0, 1]}}}
---- in second.json
[{}, {"textures": {}}]
---- err
fp.txt: note: guessed rsx.fp, --isa to choose
short.json: error: texture "t0": 4 texels of rgba8 are 16 bytes, not 4
fp.txt: note: guessed rsx.fp, --isa to choose
name.json: error: "t16" is not a texture of rsx.fp programs; they have t0 to t15
fp.txt: note: guessed rsx.fp, --isa to choose
kind.json: error: texture "t0": "kind": the program's is 2d
fp.txt: note: guessed rsx.fp, --isa to choose
word.json: error: texture "t0": "size" is nothing that a texture has
fp.txt: note: guessed rsx.fp, --isa to choose
second.json: error: set 1: "textures" stand in the first set
fp.txt: note: guessed rsx.fp, --isa to choose
fp.txt: error: texture "t0": a border of this colour on a device; supported are 0 0 0 0, 0 0 0 1 and 1 1 1 1
