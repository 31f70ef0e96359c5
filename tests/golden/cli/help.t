# What every verb says of itself: its options and examples, none of others.
run: relit --help; for verb in disasm asm explain info translate run verify replay ir docs; do echo; relit $verb --help; done
---- out
Reads vintage GPU programs and command streams and shows what they do.

usage: relit VERB [OPTION...] FILE...

Verbs:
  disasm                    print a program as text that reassembles byte for byte
  asm                       assemble text into bytes
  explain                   explain every bit of every instruction
  info                      print the kind and the properties of a file
  lint                      report what the hardware executes differently from what the program says
  translate                 translate to SPIR-V or GLSL
  run                       run a program on given inputs, or a command table of a video BIOS
  verify                    compare interpreter, SPIR-V and GLSL on random inputs
  replay                    replay a dump and write images, counts or the history of a pixel
  pm4                       print a command stream of R500: packets, registers, draws, and what the
                            kernel rejects
  surface                   list textures and targets of a capture or dump, write them as images
  r500                      decode and encode R500 registers and inline floats, print a C header
  diff                      compare two programs, two streams of R500 by the state of each draw, or
                            two GS dumps
  report                    write one HTML page that shows programs, dumps and captures
  view                      make a report in a temporary folder and open it in a browser
  ir                        print a program's intermediate representation (IR), before or after any
                            passes
  cache                     list, explain, check, shrink, carry and serve the translations that a
                            folder keeps
  batch                     run a verb on many files, keep the results, and go on where a run
                            stopped
  bundle                    carry programs with all that their translation depends on in one file
  sample                    write random legal programs of a guest language
  docs                      print a page of documentation: of the tables, or any of docs/

Options of all verbs that read files:
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                after a verb: its options and examples
  -V, --version             print the version

Environment:
  NO_COLOR                  where it is set, text has colours with --color always alone
  RELIT_CACHE               the cache of translations, as --cache names it
  RELIT_VERIFY_PASSES       where it is set, every call behaves as with --verify-passes
  SLURM_ARRAY_TASK_ID       batch work without --shard: the number of the shard
  JOB_COMPLETION_INDEX      the same from 0, as Kubernetes counts
  CI_NODE_INDEX, CI_NODE_TOTAL
                            the same: part INDEX, from 1, of TOTAL parts

relit help VERB and relit VERB --help describe a verb, relit(1) all verbs.
relit docs PAGE prints a page of docs/.
Exit codes: 0 done, 1 the answer is no, 2 usage, 3 bad input, 4 not supported, 5 internal, 6 device

relit disasm: print a program as text that reassembles byte for byte

usage: relit disasm [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --color auto|always|never
                            whether text has colours
  --isa-line                begin the text with .isa GUEST, which names its guest to all verbs
  --values                  write the values of the constants that the file has, with their slots,
                            instead of the program
  --as bin|hex|c|rust       write bytes (default), or words as hex digits or as an array of C or
                            Rust, which disasm reads as well; disasm --values: default hex; bundle
                            extract: the programs; surface: the pixels of --raw
  --name NAME               name of the array of --as c or rust (default: that of the file)
  --constants raw|gl|d3d    numbering of constants
  --dialect vsh|gl          dialect of the text
  --option NAME=VALUE       any other option of the text
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit disasm skin.bin                                   a program as text
  relit disasm frame.gs.xz                                a GS dump as text
  relit disasm skin.bin | relit asm - -o same.bin         text and back, byte for byte

relit asm: assemble text into bytes

usage: relit asm [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --as bin|hex|c|rust       write bytes (default), or words as hex digits or as an array of C or
                            Rust, which disasm reads as well; disasm --values: default hex; bundle
                            extract: the programs; surface: the pixels of --raw
  --name NAME               name of the array of --as c or rust (default: that of the file)
  --constants raw|gl|d3d    numbering of constants
  --dialect vsh|gl          dialect of the text
  --option NAME=VALUE       any other option of the text
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit asm skin.txt -o skin.bin                          text to bytes
  relit asm frame.txt --isa gs -o frame.gs.zst            text to a GS dump
  relit asm skin.txt --as c --name skin -o skin.h         an array of C, which disasm reads as well

relit explain: explain every bit of every instruction

usage: relit explain [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --constants raw|gl|d3d    numbering of constants
  --dialect vsh|gl          dialect of the text
  --option NAME=VALUE       any other option of the text
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit explain skin.bin                                  every bit of every instruction

relit info: print the kind and the properties of a file

usage: relit info [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit info skin.bin                                     its language, registers and constants
  relit info game.gs.xz --json                            properties of a dump as JSON

relit translate: translate to SPIR-V or GLSL

usage: relit translate [OPTION...] FILE...

  FILE                      input; - is standard input; several files are the programs of one draw

Options:
  --to spirv|glsl|ir        output language (default glsl)
  --literal                 one statement per register write, guest names kept
  --partial                 literal GLSL: only the statements, without the surrounding shader
  --for vulkan|opengl       API of the GLSL (default vulkan)
  --target-version N        GLSL 330, 430, 450; SPIR-V 13 to 16 for 1.3 to 1.6
  --features FEATURE,...    features of the target; FEATURE: int8, int16, int64, float16, float64,
                            atomic_int64, demote, denormals, denormal_flush, signed_zero,
                            loops_end_at_head
  --constants whole|packed  layout of uniform blocks: whole, the guest's layout, or packed, only the
                            constants in use
  --each                    each of many programs, files and those in folders, to a file in the
                            folder --out, on all cores (docs/batch.md)
  --out DIR                 --each: folder of the outputs (-o DIR is deprecated)
  --jobs N                  --each, warm: number of threads (default: of cores)
  --dump FOLDER             folder for the program, the module, the effect of each pass, and the
                            output (translate); NAME.relit: a bundle
  --debug                   print every IR operation as a comment in the output, and the effect of
                            each pass on standard error
  --lines                   JSON of GLSL: the numbers of the guest's instructions of every line,
                            beside the text
  --steps                   JSON of IR: the module before the first pass and after each one that
                            changed it
  --debug-info none|lines   SPIR-V: lines (default): lines, names and the guest instruction of every
                            instruction; none
  --loop-limit N            end every loop after N iterations
  --arithmetic fast|exact   floating point: fast, or exactly as the guest
  --context KEY=VALUE       a context key; relit docs GUEST lists them
  --allow-unknown           omit words that do not decode, with a warning, instead of refusing the
                            program
  --passes PASS,...         comma-separated passes instead of the default passes; PASS:
                            inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll,
                            copy_propagation, combine, cse, licm, dce, join_lanes, from_ssa,
                            structure, reg2mem, lower_discard, lower_narrow_stores,
                            lower_narrow_memory, lower_doubles, lower_directed_rounding, lower_wide,
                            lower_halves, lower_flushing, lower_integers, lower_packed_constants,
                            lower_tables, lower_vertex_inputs, lower_buffers, lower_lanes,
                            lower_zero_start, lower_loop_limit, lower_loop_exits,
                            lower_structured_blocks
  --dump-after PASS         print the module after this pass, on standard error; PASS: inline_calls,
                            to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation,
                            combine, cse, licm, dce, join_lanes, from_ssa, structure, reg2mem,
                            lower_discard, lower_narrow_stores, lower_narrow_memory, lower_doubles,
                            lower_directed_rounding, lower_wide, lower_halves, lower_flushing,
                            lower_integers, lower_packed_constants, lower_tables,
                            lower_vertex_inputs, lower_buffers, lower_lanes, lower_zero_start,
                            lower_loop_limit, lower_loop_exits, lower_structured_blocks
  --verify-passes           check the IR after each pass, which triples the time; on where
                            RELIT_VERIFY_PASSES is set
  --validate                refuse what SPIRV-Tools or glslang do not take; both are in the program
  --time                    print the time of each pass, on standard error
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs|vs,fs       which program of the draw; vs,fs: both, linked
  --cache TIERS             where translations are looked up and kept: DIR, a server's URL, or
                            DIR,URL[,read-only]; off: none (default: RELIT_CACHE, else off)
  --cache-size BYTES        keep at most so many bytes of entries in the folder of --cache, such as
                            10G (default 1G)
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit translate --to glsl skin.bin                      readable GLSL
  relit translate --literal --to glsl skin.bin            one statement per register write
  relit translate --to spirv -o skin.spv skin.bin         SPIR-V
  relit translate --to spirv -o skin skin.vp skin.fp      one draw: skin.vert.spv, skin.frag.spv
  relit translate skin.bin --cache ~/.cache/relit         found there, or kept there
  relit translate --each shaders --out out --cache DIR    all programs in a folder, on all cores
  relit translate skin.relit --to spirv -o skin           what the bundle says, as SPIR-V

relit run: run a program on given inputs, or a command table of a video BIOS

usage: relit run [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --inputs FILE             JSON: an object with registers and "textures", or a list of such objects
  --constants-from FILE     a dump of the machine's constants (NV2A: register interface, W Z Y X)
  --on interpreter|vulkan   where to run (default interpreter)
  --numbers                 decimals instead of hex digits
  --table TABLE             of an AtomBIOS image: run this command table, by name or number, instead
                            of a program
  --param N,...             the table's parameters
  --registers FILE          what registers and memory of the card read: lines of a register and a
                            value (docs/run.md)
  --trace                   print every instruction that the interpreter executes, with the values
                            that it reads and writes; of a table as the Linux kernel's trace does,
                            on standard error
  --why VALUE               print the instructions that made a value: R0.x, o0 or s0[0x10] at the
                            end, R0.x@12 after instruction 12, R0.x@12#3 the third time; @12: all
                            that it writes
  --first nan|inf|denormal|difference
                            print the first value that is such a number, and the instructions that
                            made it; difference: the first instruction where an input set does
                            something else than the first set
  --instructions A..B       trace: only instructions A to B of the program, counted from 0
  --only REGISTER           trace: only instructions that read or write this register or lane (R3,
                            o0.x)
  --invocation N            trace: only input set N, or of a compute program invocation N of each
                            grid, counted from 0
  --hex                     trace: hex digits instead of numbers
  --grid N                  of a fragment program: the colours of N x N fragments whose varyings go
                            from 0 to 1 (docs/run.md)
  --over NAME,...           the inputs that go from 0 to 1 (default: all varyings)
  --device NAME             part of a Vulkan device's name
  --isolate SECONDS         run in a process of its own, which a driver may crash or keep for
                            SECONDS at most
  --loop-limit N            maximum iterations of a loop
  --arithmetic fast|exact   floating point: fast, or exactly as the guest
  --context KEY=VALUE       a context key; relit docs GUEST lists them
  --allow-unknown           omit words that do not decode, with a warning, instead of refusing the
                            program
  --verify-passes           check the IR after each pass, which triples the time; on where
                            RELIT_VERIFY_PASSES is set
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit run skin.bin --inputs in.json --arithmetic exact  the registers after a run
  relit run skin.bin --inputs in.json --on vulkan         the same on a Vulkan device
  relit run skin.bin --inputs in.json --why o0.x          which instructions made a value
  relit run card.rom --table EnableCRTC --trace           a video BIOS table, step by step

relit verify: compare interpreter, SPIR-V and GLSL on random inputs

usage: relit verify [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --constants whole|packed  layout of uniform blocks: whole, the guest's layout, or packed, only the
                            constants in use
  --dump FOLDER             folder for the program, the module, the effect of each pass, and the
                            output (translate); NAME.relit: a bundle
  --inputs FILE             JSON: an object with registers and "textures", or a list of such objects
  --samples N               number of random inputs
  --seed N                  seed of the random inputs
  --groups X,Y,Z            number of workgroups of a compute program along x, y and z
  --device NAME             part of a Vulkan device's name
  --isolate SECONDS         run in a process of its own, which a driver may crash or keep for
                            SECONDS at most
  --loop-limit N            maximum iterations of a loop
  --arithmetic fast|exact   floating point: fast, or exactly as the guest
  --context KEY=VALUE       a context key; relit docs GUEST lists them
  --allow-unknown           omit words that do not decode, with a warning, instead of refusing the
                            program
  --verify-passes           check the IR after each pass, which triples the time; on where
                            RELIT_VERIFY_PASSES is set
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit verify skin.bin --samples 1000                    interpreter = SPIR-V = GLSL?

relit replay: replay a dump and write images, counts or the history of a pixel

usage: relit replay [OPTION...] FILE [FILE]

  FILE                      input; - is standard input

Options:
  --device NAME             part of a Vulkan device's name
  --isolate SECONDS         run in a process of its own, which a driver may crash or keep for
                            SECONDS at most
  --verify-passes           check the IR after each pass, which triples the time; on where
                            RELIT_VERIFY_PASSES is set
  --renderer RENDERER       renderer (default reference: on the CPU; vulkan: on --device, the same
                            bits); RENDERER: reference, vulkan
  --barriers needed|always  when a primitive waits for those before it (vulkan; always: for
                            comparisons)
  --ssaa 1|2|4|8|16         super-sampling: samples of a pixel (docs/machine/gs-supersampling.md)
  --high-resolution         show each sample of --ssaa as a pixel, not their mean
  --rules console|plain|console,plain|plain,console
                            console: as measured; plain: ideal interpolation, without hardware
                            quirks; A,B with --diff
  --frame N                 stop after frame N, counted from 1
  --submission N            of a capture of R500: stop after submission N, counted from 0
  --draw N                  stop after draw N, counted from 1
  --draws A..B              stop after draw B; write the images before and after each draw from A on
                            to --out
  --group N                 stop after the last draw of group N of --list; with --out: the draws of
                            that group
  --split N                 a render pass every N draws: write what each finds, leaves and
                            interpolates to --out (--draws A..B: only of those)
  --thumbnails N            with --list --out: images of at most N pixels along their longer side
  --out DIR                 output folder of --draws and --split: PNG and JSON; of --list: the
                            images of each group
  --max-pixels N            stop after N pixels drawn, moved and shown (default 10000000000, about a
                            quarter of an hour; 0: no limit)
  --all FOLDER              write an image of each frame to this folder
  --target TARGET           of the last draw, instead of the display: colour, depth, texture,
                            palette (GS); colour, colour:N, depth, stencil, buffer:ID (R500)
  --raw FILE                write the 4 MiB of local memory; with --target the exact bits of its
                            pixels
  --deinterlace progressive|weave|bob|blend|adaptive|none
                            conversion of fields to frames
  --overscan                include overscan: all that the display circuits show
  --aspect W:H              square pixels for a screen of W:H, such as 4:3
  --upscale nearest|bilinear
                            show the display larger: pixels as squares, or linear between them
  --scale N                 with --upscale: N pixels for one along each side (default 2)
  --window                  show the replay in a window: space pauses, f shows the next frame, d the
                            next draw, q quits (SDL 2)
  --keys KEYS               with --window: press these keys to begin with, such as fddq
  --pixel X,Y               the history of pixel X,Y of the window, or of the image of a capture
  --pixels AREA             the histories of several pixels: COLUMNSxROWS evenly over what is shown,
                            or the rectangle X,Y,WxH
  --stats                   print counts of the work done
  --explain                 of a capture of R500: registers that keep draws from writing pixels
                            (with --pixel: that pixel)
  --list                    print the draws, grouped by state: pixels written, or why none, buffers,
                            and the changes since the group before
  --diff                    the first draw that differs between two dumps or two captures, or
                            between two --rules
  --verify                  draw on the CPU and on --device and stop at the first difference; of
                            captures: some pixels
  --amplify N               factor of the differences in the image of --diff
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit replay game.gs.xz -o last.png                     the last frame of a GS dump
  relit replay game.gs.xz --all frames                    every frame
  relit replay game.gs.xz --list                          its draws, grouped by state
  relit replay game.gs.xz --pixel 320,200                 the history of a pixel
  relit replay game.gs.xz --pixels 16x14 --json           the histories of 224 pixels
  relit replay before.gs.xz after.gs.xz --diff            the first draw that differs
  relit replay capture.zip -o frame.png                   a capture of R500, drawn by Vulkan
  relit replay capture.zip --explain                      why draws of it write nothing

relit ir: print a program's intermediate representation (IR), before or after any passes

usage: relit ir [OPTION...] FILE

  FILE                      input; - is standard input

Options:
  --features FEATURE,...    features of the target; FEATURE: int8, int16, int64, float16, float64,
                            atomic_int64, demote, denormals, denormal_flush, signed_zero,
                            loops_end_at_head
  --arithmetic fast|exact   floating point: fast, or exactly as the guest
  --context KEY=VALUE       a context key; relit docs GUEST lists them
  --passes PASS,...         comma-separated passes instead of the default passes; PASS:
                            inline_calls, to_ssa, fold, simplify, zero_signs, scalarise, unroll,
                            copy_propagation, combine, cse, licm, dce, join_lanes, from_ssa,
                            structure, reg2mem, lower_discard, lower_narrow_stores,
                            lower_narrow_memory, lower_doubles, lower_directed_rounding, lower_wide,
                            lower_halves, lower_flushing, lower_integers, lower_packed_constants,
                            lower_tables, lower_vertex_inputs, lower_buffers, lower_lanes,
                            lower_zero_start, lower_loop_limit, lower_loop_exits,
                            lower_structured_blocks
  --dump-after PASS         print the module after this pass, on standard error; PASS: inline_calls,
                            to_ssa, fold, simplify, zero_signs, scalarise, unroll, copy_propagation,
                            combine, cse, licm, dce, join_lanes, from_ssa, structure, reg2mem,
                            lower_discard, lower_narrow_stores, lower_narrow_memory, lower_doubles,
                            lower_directed_rounding, lower_wide, lower_halves, lower_flushing,
                            lower_integers, lower_packed_constants, lower_tables,
                            lower_vertex_inputs, lower_buffers, lower_lanes, lower_zero_start,
                            lower_loop_limit, lower_loop_exits, lower_structured_blocks
  --time                    print the time of each pass, on standard error
  --kernel NAME             of a cubin or fat binary: the kernel of this mangled name, or the only
                            one with NAME in it
  --arch sm_NN              of a fat binary: only the code for this architecture
  --draw N                  of a command stream: a program of draw N, counted from 1
  --stage vs|fs             which program of the draw
  --program N               of a bundle or a log: program N, counted from 1
  --isa GUEST,...           guest language of each file; by default recognised by content
                            (docs/recognition.md); GUEST: nv2a, rsx.vp, rsx.fp, maxwell, r500.vs,
                            r500.fs, ir, gs, r500, atom
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit ir skin.bin                                       the IR of a program, as lifted
  relit ir skin.bin --passes to_ssa,fold,dce              the IR after three passes

relit docs: print a page of documentation: of the tables, or any of docs/

usage: relit docs [OPTION...] PAGE

  PAGE                      ir, nv2a, rsx.vp, rsx.fp, maxwell, r500.vs, r500.fs, gs, r500, atom,
                            man, completion-bash, completion-zsh; pages: the names of those of
                            docs/, each of which is a page too

Options:
  -o, --output FILE         output file; - is standard output, even if it is a terminal
  --json                    print the result and messages as JSON (docs/json.md)
  -h, --help                this text

Examples:
  relit docs nv2a                                         every field of the NV2A's words
  relit docs man | man -l -                               the manual page
