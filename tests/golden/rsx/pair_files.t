# Names of files follow -o; the vertex program's textures lie behind those of the fragment program.
run: relit translate vp.txt fp.txt --to spirv -o both && ls both* && relit translate vp.txt fp.txt -o both && cat both.vert both.frag | grep binding
run: relit translate vp.txt fp.txt --json | grep -v '"text"\|"key"\|"rsx'
---- in vp.txt
MOV o[0], v[0];
TXL o[7], v[8], TEX2;
---- in fp.txt
TEXR R0, f[TEX0], TEX2;
---- out
both.frag.spv
both.vert.spv
layout(set = 2, binding = 18) uniform sampler2D vt2;
layout(set = 2, binding = 2) uniform sampler2D t2;
{
  "context": {
  },
  "interface": [
    {
      "stage": "vertex",
      "kind": "input",
      "name": "v0",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 0,
      "size": 16
    },
    {
      "stage": "vertex",
      "kind": "input",
      "name": "v8",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 8,
      "size": 16
    },
    {
      "stage": "vertex",
      "kind": "builtin",
      "name": "position",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 0,
      "size": 16
    },
    {
      "stage": "both",
      "kind": "varying",
      "name": "o7",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 7,
      "size": 16,
      "read_as": "tex0"
    },
    {
      "stage": "vertex",
      "kind": "texture",
      "name": "vt2",
      "type": "sampler2D",
      "set": 2,
      "binding": 18,
      "location": 0,
      "size": 0
    },
    {
      "stage": "fragment",
      "kind": "output",
      "name": "color0",
      "type": "vec4",
      "set": 0,
      "binding": 0,
      "location": 0,
      "size": 16
    },
    {
      "stage": "fragment",
      "kind": "texture",
      "name": "t2",
      "type": "sampler2D",
      "set": 2,
      "binding": 2,
      "location": 0,
      "size": 0
    }
  ],
  "assumed": [
    {
      "stage": "vertex",
      "value": "fast",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "none",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "none",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0xffffffff",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "modern",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default: as the file says, else 0"
    },
    {
      "stage": "vertex",
      "value": "2d",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "vertex",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "fast",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "64",
      "why": "default: 0x40 if no instruction writes H0, else 0"
    },
    {
      "stage": "fragment",
      "value": "none",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "1",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "2d",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "own",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0xaae4",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    },
    {
      "stage": "fragment",
      "value": "0",
      "why": "default"
    }
  ],
  "approximate": [],
  "features": [],
  "vertex": {
  },
  "fragment": {
  }
}
---- err
vp.txt: note: guessed rsx.vp, --isa to choose
fp.txt: note: guessed rsx.fp, --isa to choose
vp.txt: note: guessed rsx.vp, --isa to choose
fp.txt: note: guessed rsx.fp, --isa to choose
{"note":{"file":"vp.txt","text":"guessed rsx.vp, --isa to choose"}}
{"note":{"file":"fp.txt","text":"guessed rsx.fp, --isa to choose"}}
