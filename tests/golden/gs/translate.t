# A dump is no program.
run: echo .vsync | relit asm - --isa gs -o out.gs; relit translate --to glsl out.gs
exit: 4
---- err
out.gs: error: a dump of gs, no program: disasm, explain and info show it
