# What every verb says of itself: its options and examples, none of others.
run: relit --help; for verb in disasm asm explain info translate run verify replay ir docs; do echo; relit $verb --help; done
---- out
Reads vintage GPU programs and command streams and shows what they do.

usage: relit VERB [OPTION...] FILE...

Verbs:
  disasm                    show a program as text that assembles back to the same bytes
  asm                       turn such text into bytes
  explain                   say what every bit of every instruction does
  info                      say what a file is and what it uses
  translate                 translate to SPIR-V or GLSL
  run                       run a program on given inputs and print its registers
  verify                    compare interpreter, SPIR-V and GLSL on random inputs
  replay                    draw a dump again and show what came of it
  pm4                       show a command stream of R500: packets, registers, draws, what the
                            kernel would say
  r500                      registers of R500 and their values, inline floats, a C header
  diff                      compare two programs, or two command streams of R500 by the state of
                            each draw
  ir                        show a program's intermediate representation (IR), before or after any
                            passes
  docs                      print a page of documentation from the tables

Options of all verbs that read files:
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                behind a verb: its options, and examples
  --version                 instead of a verb: the version of this program

relit VERB --help tells more of a verb, relit(1) all, relit docs PAGE of a guest language.
Exit codes: 0 done, 1 the answer is no, 2 usage, 3 bad input, 4 not supported, 5 internal, 6 device

relit disasm: show a program as text that assembles back to the same bytes

usage: relit disasm [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --color auto|always|never
                            whether text has colours
  --constants raw|gl|d3d    how constants are numbered
  --dialect vsh|gl          of text
  --option NAME=VALUE       any other choice of text
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit disasm skin.bin                                   a program as text
  relit disasm frame.gs.xz                                a dump of the GS as text
  relit disasm skin.bin | relit asm - -o same.bin         and back, byte for byte

relit asm: turn such text into bytes

usage: relit asm [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --constants raw|gl|d3d    how constants are numbered
  --dialect vsh|gl          of text
  --option NAME=VALUE       any other choice of text
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit asm skin.txt -o skin.bin                          text to bytes
  relit asm frame.txt --isa gs -o frame.gs.zst            text to a dump of the GS

relit explain: say what every bit of every instruction does

usage: relit explain [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --constants raw|gl|d3d    how constants are numbered
  --dialect vsh|gl          of text
  --option NAME=VALUE       any other choice of text
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit explain skin.bin                                  every bit of every instruction

relit info: say what a file is and what it uses

usage: relit info [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit info skin.bin                                     its language, its registers, its constants
  relit info game.gs.xz --json                            the same of a dump, for programs

relit translate: translate to SPIR-V or GLSL

usage: relit translate [OPTION...] FILE...

  FILE                      input; - is standard input; several are the programs of stages that are
                            drawn together

Options:
  --to spirv|glsl|ir        what to translate to (default glsl)
  --literal                 one statement per register write, guest names kept
  --partial                 literal GLSL: the statements alone, without the shader round them
  --for vulkan|opengl       whose GLSL (default vulkan)
  --target-version N        GLSL 330, 430, 450; SPIR-V 13 to 16 for 1.3 to 1.6
  --features FEATURE,...    what the target has; FEATURE: int8, int16, int64, float16, float64,
                            atomic_int64, demote, denormals, denormal_flush, signed_zero
  --constants whole|packed  what uniform blocks hold: whole, each constant where the guest has it,
                            or packed, those that are used one after the other
  --dump FOLDER             folder for the program, the module, what passes did, and the output
  --debug                   every IR operation beside what it became, and what passes did on
                            standard error
  --debug-info none|lines   SPIR-V: lines (default): lines, names and the guest instruction of every
                            instruction; none
  --loop-limit N            put a counter into every loop, which leaves it after so many rounds
  --arithmetic fast|exact   of floating point: fast, or as the guest's
  --context NAME=VALUE      a context key; relit docs GUEST lists them
  --allow-unknown           leave out words that do not decode, and say so, instead of refusing the
                            program
  --passes PASS,...         comma-separated passes instead of the usual ones; PASS: inline_calls,
                            to_ssa, fold, simplify, scalarise, unroll, copy_propagation, combine,
                            cse, licm, dce, join_lanes, from_ssa, structure, reg2mem
  --dump-after PASS         print the module after this pass, on standard error; PASS: inline_calls,
                            to_ssa, fold, simplify, scalarise, unroll, copy_propagation, combine,
                            cse, licm, dce, join_lanes, from_ssa, structure, reg2mem
  --time                    print the time of each pass, on standard error
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit translate --to glsl skin.bin                      readable GLSL
  relit translate --literal --to glsl skin.bin            one statement per register write
  relit translate --to spirv -o skin.spv skin.bin         SPIR-V
  relit translate --to spirv -o skin skin.vp skin.fp      one draw: skin.vert.spv, skin.frag.spv

relit run: run a program on given inputs and print its registers

usage: relit run [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --inputs FILE             JSON: an object of registers and "textures", or a list of such
                            (required)
  --constants-from FILE     a dump of the machine's constants (NV2A: register interface, W Z Y X)
  --on interpreter|vulkan   what runs it (default interpreter)
  --numbers                 decimals instead of hex digits
  --device NAME             part of a Vulkan device's name
  --loop-limit N            rounds that a loop may make
  --arithmetic fast|exact   of floating point: fast, or as the guest's
  --context NAME=VALUE      a context key; relit docs GUEST lists them
  --allow-unknown           leave out words that do not decode, and say so, instead of refusing the
                            program
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit run skin.bin --inputs in.json --arithmetic exact  its registers after a run
  relit run skin.bin --inputs in.json --on vulkan         the same on a Vulkan device

relit verify: compare interpreter, SPIR-V and GLSL on random inputs

usage: relit verify [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --samples N               how many sets of random inputs
  --seed N                  of the random inputs
  --groups X,Y,Z            workgroups of a compute program along x, y and z
  --device NAME             part of a Vulkan device's name
  --loop-limit N            rounds that a loop may make
  --arithmetic fast|exact   of floating point: fast, or as the guest's
  --context NAME=VALUE      a context key; relit docs GUEST lists them
  --allow-unknown           leave out words that do not decode, and say so, instead of refusing the
                            program
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit verify skin.bin --samples 1000                    interpreter = SPIR-V = GLSL?

relit replay: draw a dump again and show what came of it

usage: relit replay [OPTION...] FILE [FILE]

  FILE                      input; - is standard input

Options:
  --renderer RENDERER       what draws (default reference: exactly, on the CPU); RENDERER: reference
  --rules console|plain|console,plain|plain,console
                            console: as measured, or plain: ideal interpolation, without hardware
                            quirks; A,B with --diff
  --frame N                 stop after this frame, the first being 1
  --draw N                  stop after this draw, the first being 1
  --draws A..B              stop after draw B; before and after each draw from A on, write what it
                            works with to --out
  --out DIR                 the folder of --draws: PNG and JSON
  --max-pixels N            stop after N pixels drawn, moved and shown (default 10000000000, about a
                            quarter of an hour; 0: no limit)
  --all FOLDER              an image of each frame in this folder
  --target fb|z|tex         instead of the display: fb, z or tex of the last draw
  --raw FILE                write the 4 MiB of local memory
  --deinterlace progressive|weave|bob|blend|adaptive|none
                            how fields become frames
  --overscan                include overscan: all that the display circuits show
  --aspect W:H              square pixels for a screen of W:H, as 4:3
  --pixel X,Y               the history of pixel X,Y of the window: what came to its memory
  --stats                   count what was done
  --diff                    of two dumps, or of one by two --rules: the first draw that differs
  --amplify N               how many times larger --diff's image shows differences
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit replay game.gs.xz -o last.png                     the last frame of a dump of the GS
  relit replay game.gs.xz --all frames                    every frame
  relit replay game.gs.xz --pixel 320,200                 all that came to a pixel
  relit replay before.gs.xz after.gs.xz --diff            the first draw that differs

relit ir: show a program's intermediate representation (IR), before or after any passes

usage: relit ir [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --arithmetic fast|exact   of floating point: fast, or as the guest's
  --context NAME=VALUE      a context key; relit docs GUEST lists them
  --passes PASS,...         comma-separated passes instead of the usual ones; PASS: inline_calls,
                            to_ssa, fold, simplify, scalarise, unroll, copy_propagation, combine,
                            cse, licm, dce, join_lanes, from_ssa, structure, reg2mem
  --dump-after PASS         print the module after this pass, on standard error; PASS: inline_calls,
                            to_ssa, fold, simplify, scalarise, unroll, copy_propagation, combine,
                            cse, licm, dce, join_lanes, from_ssa, structure, reg2mem
  --time                    print the time of each pass, on standard error
  --draw N                  of a command stream: a program of this draw, the first being 1
  --stage vs|fs             which of its programs (with --draw)
  --isa GUEST,...           guest language of each file; else what the file shows
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, gs, r500
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit ir skin.bin                                       a program as it is lifted
  relit ir skin.bin --passes to_ssa,fold,dce              after three passes

relit docs: print a page of documentation from the tables

usage: relit docs [OPTION...] PAGE

  PAGE                      ir, nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, gs, r500, man,
                            completion-bash, completion-zsh

Options:
  -o, --output FILE         where to write; - is standard output, were it a terminal
  --json                    answer as JSON, and messages too (docs/json.md)
  -h, --help                this text

Examples:
  relit docs nv2a                                         every field of the NV2A's words
  relit docs man | man -l -                               the manual page
