# A dump is no program.
run: echo .vsync | relit asm - --isa gs -o out.gs; relit translate --to glsl out.gs
exit: 3
---- err
out.gs: error: this is a gs dump, not a shader: use disasm, explain, info or replay
