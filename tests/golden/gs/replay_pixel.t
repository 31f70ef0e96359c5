# All that came to one pixel, with what a console does and without.
run: relit replay $DATA/gs/gif_formats.gs.xz --pixel 100,75 --draw 60
run: relit replay $DATA/gs/dither.gs.xz --pixel 130,90
---- out
draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 100,75 on FBP 0x0
  vertex   rgba  32  48  64   0   z 0x0   fog 0
  shaded   rgba  32  48  64   0
  tests    all passed
  blended  rgba  32  48  64   0
  frame    0x00000000 -> 0x00403020 at 0x023268
  depth    0x0 -> 0x0 at 0x102a68
draw 12, frame 1, packet 3 at 0x40646b: TRISTRIP at 100,75 on FBP 0x0
  vertex   rgba  48 206 128 128   z 0x3f4   fog 255
  texture  u 38.9375   v 58.6250   rgba 153 234 196 128
  level    lod -0.3125: level 0, nearest
    texel  level 0   38,58 at 0x1c3a70   bits 0x80c4ea99   rgba 153 234 196 128
  shaded   rgba  57 255 196 128
  tests    all passed
  blended  rgba  57 255 196 128
  frame    0x00403020 -> 0x80c4ff39 at 0x023268
  depth    0x0 -> 0x3f4 at 0x102a68
at the end
  memory   0x80c4ff39 at 0x023268: frame of page 0x0, 512 pixels wide, CT32
  memory   0x000003f4 at 0x102a68: depth of page 0x70, 512 pixels wide, Z24
draw 1, frame 1, packet 0 at 0x4021f9: SPRITE at 130,90 on FBP 0x0
  vertex   rgba   0   0   0   0   z 0x0   fog 0
  shaded   rgba   0   0   0   0
  tests    all passed
  blended  rgba   0   0   0   0
  frame    0x00000000 -> 0x00000000 at 0x014950
  depth    0x0 -> 0x0 at 0x085150
draw 2, frame 1, packet 0 at 0x4021f9: TRISTRIP at 130,90 on FBP 0x0
  vertex   rgba 158  33 103 184   z 0x0   fog 255
  shaded   rgba 158  33 103 184
  tests    all passed
  blended  rgba 161  36 106 184
  frame    0x00000000 -> 0x0000b494 at 0x014950
  depth    0x0 -> 0x0 at 0x085150
draw 10, frame 2, packet 3 at 0x404722: TRISTRIP at 130,90 on FBP 0x0
  vertex   rgba 158  33 103 184   z 0x0   fog 255
  shaded   rgba 158  33 103 184
  tests    all passed
  blended  rgba 158  33 103 184
  frame    0x0000b494 -> 0x0000b093 at 0x014950
  depth    0x0 -> 0x0 at 0x085150
at the end
  memory   0x0000b093 at 0x014950: frame of page 0x0, 512 pixels wide, CT16S
  memory   0x00000000 at 0x085150: depth of page 0x38, 512 pixels wide, Z16S
