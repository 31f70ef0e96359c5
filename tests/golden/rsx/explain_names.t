# explain and --json name constants, attributes and textures; an address register is added to the place of a name.
run: relit explain tint.fpo | grep -e Names -e named
run: relit disasm tint.fpo --json | grep -A 8 names | head -n 24
run: relit explain relative.txt | grep -e Names -e named
---- hex tint.fpo
46500000 00020003 00010007 00000024 00000054 00000090 00000040 00010001
00000000 00000070 00000001 09000000 00000077 00000004 07000000 0000007a
00000000 0f000000 00000002 00000020 00000060 00000080 00000048 09000100
00000000 00000000 00000000 00000000 636f6c6f 75720075 7600696d 61676500
74696e74 00000000 00000000 00000000 9e001700 c8011c9d c8000001 c8003fe1
1e000200 c8001c9d c8020001 c8000001 00000000 00000000 00000000 00000000
3e020200 c8011c9d 00020000 c8000001 00003f00 00004000 00000000 00003f80
1e010400 c8001c9d c8020001 c8040001 00000000 00000000 00000000 00000000
---- in relative.txt
.container profile=vertex, revision=6, size=288, parameters=3, table=32, program=176, code.size=64, code=208
.parameter type=float4x4, resource=C, variability=uniform, index=256, name=272, direction=in, number=0, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=460, name=276, direction=in, number=1, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=461, name=280, direction=in, number=2, referenced=1
.vertex instructions=4, registers=2, inputs=9, outputs=3, clip=32
.pad 8
.code
000: ARL A0.x, v[0];
001: MUL R0, v[3], c[460];
002: ADD o[1], R0, c[A0.x + 461];
003: MOV o[2], c[257];
.endcode
.name "mvp"
.name "sum"
.name "dot"
.pad 5
---- out
        TEX computes the texel at xyz; it goes to xyzw of R0. Names: f[TEX0] = uv, TEX0 = image.
              16:13  input        4      TEX0: texture coordinate 0, named uv
              20:17  unit         0      texture unit 0, named image
        MUL computes the product; it goes to xyzw of R0. Names: {} = tint.
            159:128  constant.x   0      0.0, named tint
            191:160  constant.y   0      0.0, named tint
            223:192  constant.z   0      0.0, named tint
            255:224  constant.w   0      0.0, named tint
        MUL computes the product; it goes to xyzw of R1. Names: f[COL0] = colour.
              16:13  input        1      COL0: the first colour, named colour
        MAD computes the product of two sources plus the third; it goes to xyzw of R0. The program ends here. Names: {} = tint.
            159:128  constant.x   0      0.0, named tint
            191:160  constant.y   0      0.0, named tint
            223:192  constant.z   0      0.0, named tint
            255:224  constant.w   0      0.0, named tint
      "names": [
        {
          "operand": "f[TEX0]",
          "name": "uv"
        },
        {
          "operand": "TEX0",
          "name": "image"
        }
--
      "names": [
        {
          "operand": "{}",
          "name": "tint"
        }
      ],
      "instruction": 1,
      "words": [
        "02001e00",
--
      "names": [
        {
          "operand": "f[COL0]",
          "name": "colour"
        MUL computes the product of two sources; it goes to xyzw of R0. Names: c[460] = sum.
              53:44  const.index  460    c[460], named sum
        ADD computes the sum of the first and the third source; it goes to xyzw of o[1] (first colour, seen from the front). Names: c[A0.x+461] from dot.
              53:44  const.index  461    c[A0.x+461], named dot
        MOV computes the source; it goes to xyzw of o[2] (second colour, seen from the front). The program ends here. Names: c[257] = mvp[1].
              53:44  const.index  257    c[257], named mvp[1]
---- err
relative.txt: note: guessed rsx.vp, --isa to choose
relative.txt: warning: 1 bytes follow the container
