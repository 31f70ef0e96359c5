# Every option of every verb, given beside a command, changes what the command prints, writes or returns, or is refused. A row of
# pairs: verb | what it is given | the option; those with ! are refused with exit code 2. `hidden` lists options of speed and safety,
# which change no result, and those whose effect needs another device or dump. The output names options without a row, and rows whose option changes nothing.
run: sh prepare.sh >told 2>&1; rm told; python3 effects.py
needs: command -v python3
---- in prepare.sh
cp $DATA/nv2a/op_add.bin a.bin; cp $DATA/nv2a/skin2.bin s.bin; cp $DATA/nv2a/op_mul.bin m.bin; cp $DATA/nv2a/op_rsq.bin rsq.bin
echo '{}' > in.json; echo '{"o0": [1]}' > other.json
cp $DATA/rsx/containers/types.cgb t.cgb; cp $DATA/gs/prim_tris.gs.xz t.gs.xz; cp $DATA/gs/gif_formats.gs.xz d.gs.xz
cp -r $DATA/r500/gouraud_triangle $DATA/r500/fmt_dxt1 .; zstd -dcq $DATA/r500/fmt_dxt1/b/b6232ba34046c4af.zst > memory.bin
cp $DATA/maxwell/cuda/module.fatbin k.fatbin; cp $DATA/maxwell/c_loop.uam.comp.dksh c.dksh; cp $DATA/maxwell/c_int64.nv117.comp.bin c64.bin
relit bundle make a.bin m.bin --isa nv2a --to spirv -o two.relit
relit bundle make a.bin --isa nv2a --to glsl -o one.relit
relit asm atom.txt -o a.rom
relit asm loop.txt --isa rsx.vp -o loop.bin; relit asm endless.txt --isa rsx.vp -o endless.bin
mkdir folder; cp a.bin m.bin folder
relit batch info folder --isa nv2a --out ran; relit batch plan info folder --isa nv2a --out planned
cp -r gouraud_triangle culled; chmod -R u+w culled; size=$(wc -c < culled/ib000.bin)
relit disasm culled | sed 's/SU_CULL_MODE = .*/SU_CULL_MODE = {CULL_FRONT=1, CULL_BACK=1}/' > culled.txt
relit asm --isa r500 culled.txt -o culled.pm4; head -c $size culled.pm4 > culled/ib000.bin
relit translate a.bin --isa nv2a --cache kept
cp odd.bin unknown.bin
relit batch info folder --isa nv2a --out infos; relit batch info folder --isa nv2a --out jsons -- --json
echo a.bin > names; printf 'a.bin\0m.bin\0' > names0
head -c 3072 /dev/zero | tr '\0' '\77' > constants
---- in effects.py
import filecmp, os, re, shutil, subprocess, tempfile, threading

# Their files name other files of this folder.
BATCH = "a.bin m.bin folder ran planned infos jsons names names0".split()
GOES_ON = re.compile(r"cache\|serve|.*--window|.*--serve")  # until it is ended: such rows wait while the others run


def state(work, seconds, words):
    """Into the folder `in` of work: what a command prints, returns and writes, beside a copy of what its words name."""
    folder = f"{work}/in"
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in set(BATCH if words[0] == "batch" else words):
        if os.path.isdir(name):
            shutil.copytree(name, f"{folder}/{name}")
        elif os.path.exists(name):
            shutil.copyfile(name, f"{folder}/{name}")
    with open(f"{folder}/stdout", "wb") as out, open(f"{folder}/stderr", "wb") as err:
        try:
            code = subprocess.run(["relit", *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, timeout=seconds,
                                  env=dict(os.environ, TMPDIR=f"{work}/tmp", SDL_VIDEODRIVER="dummy")).returncode
        except subprocess.TimeoutExpired:
            code = "ended"
    with open(f"{folder}/exit", "w") as file:
        file.write(str(code))
    return code


def same(one, other):
    seen = filecmp.dircmp(one, other, ignore=[])
    return (not seen.left_only and not seen.right_only and not seen.common_funny
            and not any(filecmp.cmpfiles(one, other, seen.common_files, shallow=False)[1:])
            and all(same(f"{one}/{name}", f"{other}/{name}") for name in seen.common_dirs))


def check(rows, seconds):
    """A command runs once without the options of its rows."""
    last = None
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/tmp")
        for row in sorted(rows, key=lambda row: row.split("|")[:2]):
            verb, base, option = row.split("|")
            words = [verb.lstrip("!"), *base.split(), *option.split()]
            if verb[0] == "!":
                if state(work, seconds, words) != 2:
                    print("not refused:", *words)
                continue
            if last != (verb, base):
                state(work, seconds, [verb, *base.split()])
                shutil.rmtree(f"{work}/without", ignore_errors=True)
                os.rename(f"{work}/in", f"{work}/without")
            last = verb, base
            state(work, seconds, words)
            if same(f"{work}/without", f"{work}/in"):
                print("no effect:", *words)


def lines(name):
    with open(name) as file:
        return file.read().splitlines()


def help_of(*verb):
    return subprocess.run(["relit", *verb, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout


def check_that_all_have_rows(rows, hidden):
    for verb in re.findall(r"^  ([a-z0-9]+) ", help_of().split("\nVerbs:\n")[1].split("\n\n")[0], re.M):
        options = set(re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)", help_of(verb), re.M)) - {"--help"}
        if not options:
            print("no options in the help of", verb)
        for option in sorted(options - {line.split()[1] for line in hidden if line.split()[0] == verb}):
            had = [row.split("|") for row in rows if row.split("|")[2].split()[0] == option]
            if not any(row[0] == verb for row in had):
                print("no row of", verb, option)
            # An option of replay has a row for each of its guests.
            for guest in (r"[td]\.gs\.xz", "gouraud_triangle") if verb == "replay" else ():
                if not any(row[0].lstrip("!") == verb and re.search(guest, row[1]) for row in had):
                    print("no row of", verb, option, "with", guest)


pairs = lines("pairs")
check_that_all_have_rows(pairs, lines("hidden"))
waiting = threading.Thread(target=check, args=([row for row in pairs if GOES_ON.match(row.lstrip("!"))], 4))
waiting.start()
check([row for row in pairs if not GOES_ON.match(row.lstrip("!"))], None)  # the runner ends what hangs
waiting.join()
---- in list.txt
D1CRTC_STATUS 1
0x6080        0x300
PLL[0x08]     0x10
FB[2]         7
---- in gl.txt
MOV oPos, c[1];
MOV R1, v2;
---- in final.txt
MOV oPos, v0;
---- in empty.txt
-- nothing
---- in sum.ir
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i64 = loadfile in[0]
  %in2_1: i64 = loadfile in[2]
  %1: i64 = iadd %in0_1, %in2_1
  storefile out[0].x, %1
  return
---- hex odd.bin
00000000 1b00c001 6c103608 01f87020
---- in loop.txt
L0: ADD R0, R0, c[0];
SLTC RC.x, R0, c[1];
BRI(NE.x) L0;
MOV o[0], R0;
---- in mov.txt
MOVR R0, f[TEX0];
MOVR R0.z, f[COL0].x;
---- in endless.txt
L0: MOV R0, v[1];
BRI L0;
MOV o[0], v[0];
---- in loop.json
{"c0": [0.1], "c1": [1]}
---- in fix.fs.asm
.reg US_CODE_ADDR = {END_ADDR=1}
.reg US_PIXSIZE = 1
.const 7 = 1.0, 1.0, 1.0, 1.0
.code 0
src0.rgb = temp[0] : temp[1].rgb = MAX src0.rgb src0.rgb ;
OUT TEX_SEM_WAIT src0.rgb = temp[1] : out[0].rgb = 4.0 * MDH src0.rgb -src0.111 src0.rgb ;
---- in atom.txt
.atombios
.bytes 55aa01
.fill 45, 0
.text " 761295520"
.fill 14, 0
.offset rom_header
.text "OWN IMAGE"
.u8 0
.table rom_header format 1 content 1
.text "ATOM"
.u16 0xC000, 0, 0, 0, 0x004A, 0, 0, 0, 0x1002, 0x7142, 0
.offset command_list
.offset data_list
.u8 0, 0
.end
.command EnableCRTC format 1 content 1 workspace 4 parameters 4
    SET_ATI_PORT MM
again:
    DELAY_MICROSEC 5
    TEST_REG D1CRTC_STATUS[7:0], 0x01
    JUMP_EQUAL again
    MASK_REG D1CRTC_CONTROL[7:0], 0xFE, PS[0][7:0]
    CALL_TABLE SetMemoryClock
    MOVE_PS PS[0], FB[0x02]
    EOT
.end
.command SetMemoryClock format 1 content 1 workspace 0 parameters 0
    SET_ATI_PORT PLL
    OR_REG REG[0x0008][7:0], 0x01
    SET_ATI_PORT MM
    OR_REG D2CRTC_CONTROL[31:24], 0x01
    EOT
.end
.table IndirectIOAccess format 1 content 1
    IIO_START 1
    IIO_MOVE_INDEX 6, 0, 0
    IIO_CLEAR 26, 6
    IIO_WRITE CLOCK_CNTL_INDEX
    IIO_READ CLOCK_CNTL_DATA
    IIO_END 19
    IIO_START 129
    IIO_MOVE_INDEX 6, 0, 0
    IIO_CLEAR 26, 6
    IIO_SET 1, 7
    IIO_WRITE CLOCK_CNTL_INDEX
    IIO_MOVE_DATA 32, 0, 0
    IIO_WRITE CLOCK_CNTL_DATA
    IIO_END 30
.end
.table command_list format 1 content 1
.fill 22, 0
.offset SetMemoryClock
.fill 46, 0
.offset EnableCRTC
.end
.table data_list format 1 content 1
.fill 46, 0
.offset IndirectIOAccess
.end
---- in hidden
replay --overscan
verify --constants
translate --jobs
translate --validate
translate --verify-passes
run --isolate
run --verify-passes
verify --isolate
verify --verify-passes
replay --barriers
replay --isolate
replay --verify-passes
batch --jobs
batch --memory-limit
batch --retry
batch --time-limit
batch --shard-seconds
batch --dry-run
cache --jobs
cache --verify-passes
---- in pairs
disasm|a.bin --isa nv2a|--color always
disasm|a.bin --isa nv2a|--constants gl
disasm|a.bin --isa nv2a|--dialect gl
disasm|a.bin --isa nv2a|--option dialect=gl
disasm|gouraud_triangle --stage vs|--draw 2
disasm|gouraud_triangle --draw 1|--stage vs
disasm|k.fatbin --kernel scale|--arch sm_61
disasm|k.fatbin --arch sm_61|--kernel scale
disasm|a.bin|--isa nv2a
disasm|a.bin --isa nv2a|--isa-line
disasm|a.bin --isa nv2a|--json
disasm|a.bin --isa nv2a|--output out
disasm|two.relit|--program 2
!disasm|a.bin --isa nv2a --json|--color always
!disasm|a.bin --isa nv2a --json|--isa-line
!disasm|a.bin|--isa nv2a,nv2a
!disasm|gouraud_triangle|--stage vs
disasm|t.cgb|--values
disasm|t.cgb --values|--as c
disasm|t.cgb --values --as c|--name x
!disasm|t.cgb|--as c
!disasm|t.cgb --values|--name x
!disasm|t.cgb --values|--isa-line
!disasm|t.cgb --values --json|--as c
asm|gl.txt --isa nv2a|--constants gl
asm|gl.txt --isa nv2a|--dialect gl
asm|final.txt --isa nv2a|--option final=nop
asm|empty.txt|--isa ir
asm|gl.txt --isa nv2a|--json
asm|gl.txt --isa nv2a|--output out
asm|two.relit -o out|--program 2
asm|final.txt --isa nv2a|--as c
asm|final.txt --isa nv2a --as rust|--name SKIN
!asm|final.txt --isa nv2a|--name skin
!asm|final.txt --isa nv2a --as hex|--name skin
!asm|final.txt --isa nv2a --as c|--name static
explain|a.bin --isa nv2a|--constants gl
explain|a.bin --isa nv2a|--dialect gl
explain|a.bin --isa nv2a|--option dialect=gl
explain|gouraud_triangle --stage vs|--draw 2
explain|gouraud_triangle --draw 1|--stage vs
explain|k.fatbin --kernel scale|--arch sm_61
explain|k.fatbin --arch sm_61|--kernel scale
explain|a.bin|--isa nv2a
explain|a.bin --isa nv2a|--json
explain|a.bin --isa nv2a|--output out
explain|two.relit|--program 2
info|gouraud_triangle --stage vs|--draw 2
info|gouraud_triangle --draw 1|--stage vs
info|k.fatbin --kernel scale|--arch sm_61
info|k.fatbin --arch sm_61|--kernel scale
info|a.bin|--isa nv2a
info|a.bin --isa nv2a|--json
info|a.bin --isa nv2a|--output out
info|two.relit|--program 2
lint|fix.fs.asm --isa r500.fs|--fix
lint|fix.fs.asm|--isa r500.vs
lint|fix.fs.asm --isa r500.fs|--json
lint|fix.fs.asm --isa r500.fs|--output out
lint|two.relit|--program 3
lint|fix.fs.asm --isa r500.fs|--option x=y
translate|odd.bin --isa nv2a|--allow-unknown
translate|a.bin --isa nv2a|--arithmetic exact
translate|a.bin --isa nv2a|--cache other
translate|a.bin --isa nv2a --cache kept|--cache-size much
translate|a.bin --isa nv2a|--constants packed
translate|a.bin --isa nv2a|--context nv2a.arithmetic=exact
translate|a.bin --isa nv2a|--debug
translate|a.bin --isa nv2a --to spirv -o x|--debug-info none
translate|gouraud_triangle --stage vs|--draw 2
translate|gouraud_triangle --draw 1|--stage vs
translate|k.fatbin --kernel scale|--arch sm_61
translate|k.fatbin --arch sm_61|--kernel scale
translate|a.bin --isa nv2a|--dump out
translate|a.bin --isa nv2a|--dump-after to_ssa
translate|folder --isa nv2a -o out|--each
translate|folder --isa nv2a --each|--out out
!translate|a.bin --isa nv2a|--out out
!translate|folder --isa nv2a --each -o out|--out out
translate|c64.bin --isa maxwell --context maxwell.workgroup0=64|--features int64
translate|c.dksh|--for opengl
translate|a.bin|--isa nv2a
translate|a.bin --isa nv2a|--json
translate|a.bin --isa nv2a|--literal
translate|loop.bin --isa rsx.vp|--loop-limit 9
translate|a.bin --isa nv2a|--output out
translate|a.bin --isa nv2a|--partial
translate|a.bin --isa nv2a --json|--lines
translate|a.bin --isa nv2a --to ir --json|--steps
!translate|a.bin --isa nv2a --json|--steps
!translate|a.bin --isa nv2a --to ir|--steps
!translate|a.bin --isa nv2a|--lines
!translate|a.bin --isa nv2a --to spirv --json|--lines
translate|s.bin --isa nv2a|--passes scalarise
translate|two.relit|--program 2
translate|a.bin --isa nv2a|--target-version 430
translate|a.bin --isa nv2a|--time
translate|a.bin --isa nv2a|--to ir
!translate|a.bin --isa nv2a|--jobs 2
!translate|a.bin --isa nv2a|--cache-size 1G
!translate|a.bin --isa nv2a --to spirv -o x|--for opengl
!translate|a.bin --isa nv2a --to spirv -o x|--partial
!translate|a.bin --isa nv2a|--debug-info none
!translate|one.relit|--debug-info none
!translate|two.relit -o x|--for opengl
!translate|a.bin --isa nv2a --to ir|--target-version 430
!translate|a.bin --isa nv2a --to ir|--cache kept
!translate|a.bin --isa nv2a --debug|--cache kept
!translate|a.bin --isa nv2a|--context rsx.fp.control=1
!translate|folder --isa nv2a -o out --each|--program 1
!translate|folder --isa nv2a -o out --each|--time
!translate|folder -o out --each|--isa nv2a,nv2a
report|unknown.bin --isa nv2a -o p.html|--allow-unknown
report|rsq.bin --isa nv2a -o p.html|--arithmetic exact
report|rsq.bin --isa nv2a -o p.html|--context nv2a.arithmetic=exact
report|a.bin --isa nv2a -o p.html|--inputs in.json
report|t.gs.xz -o p.html|--full
report|t.gs.xz -o p.html|--pixels none
report|gouraud_triangle -o p.html|--pixels 2x2
report|a.bin --isa nv2a --inputs in.json -o p.html|--constants-from constants
report|k.fatbin --kernel scale -o p.html|--arch sm_61
report|k.fatbin --arch sm_61 -o p.html|--kernel scale
report|a.bin -o p.html|--isa nv2a
report|two.relit -o p.html|--program 2
report|a.bin --isa nv2a -o p.html|--json
view|unknown.bin --isa nv2a --browser none -o p.html|--allow-unknown
view|rsq.bin --isa nv2a --browser none -o p.html|--arithmetic exact
view|rsq.bin --isa nv2a --browser none -o p.html|--context nv2a.arithmetic=exact
view|a.bin --isa nv2a --browser none -o p.html|--inputs in.json
view|a.bin --isa nv2a --inputs in.json --browser none -o p.html|--constants-from constants
view|k.fatbin --kernel scale --browser none -o p.html|--arch sm_61
view|k.fatbin --arch sm_61 --browser none -o p.html|--kernel scale
view|a.bin --browser none -o p.html|--isa nv2a
view|two.relit --browser none -o p.html|--program 2
view|t.gs.xz --browser none -o p.html|--pixels none
view|a.bin --isa nv2a --browser none|--json
view|a.bin --isa nv2a --browser none|--output p.html
view|a.bin --isa nv2a --browser none|--serve
!view|a.bin --isa nv2a --browser none --serve|--output p.html
report|a.bin m.bin --isa nv2a -o p.html|--diff
report|rsq.bin --isa nv2a -o p.html --diff|--other --arithmetic=exact
view|a.bin m.bin --isa nv2a --browser none -o p.html|--diff
view|rsq.bin --isa nv2a --browser none -o p.html --diff|--other --arithmetic=exact
report|a.bin --isa nv2a|--output p.html
!report|a.bin --isa nv2a -o p.html|--diff
!report|a.bin m.bin --isa nv2a -o p.html|--other --arithmetic=exact
report|a.bin m.bin --isa nv2a --inputs in.json -o p.html|--diff
!report|a.bin --isa nv2a -o p.html --diff|--other --inputs=in.json
!report|t.gs.xz -o p.html --diff|--other --arithmetic=exact
!report|a.bin --isa nv2a|--json
!report|a.bin --isa nv2a -o p.html|--constants-from constants
view|a.bin --isa nv2a --browser none -o p.html|--browser false
view|t.gs.xz --browser none -o p.html|--full
run|unknown.bin --isa nv2a --inputs in.json|--allow-unknown
run|rsq.bin --isa nv2a --inputs in.json|--arithmetic exact
run|a.bin --isa nv2a --inputs in.json|--constants-from constants
run|rsq.bin --isa nv2a --inputs in.json|--context nv2a.arithmetic=exact
run|a.bin --isa nv2a --inputs in.json --on vulkan|--device none
run|gouraud_triangle --stage vs --inputs in.json|--draw 2
run|gouraud_triangle --draw 1 --inputs in.json|--stage vs
run|k.fatbin --kernel scale --inputs in.json --context maxwell.workgroup0=4|--arch sm_61
run|k.fatbin --arch sm_61 --inputs in.json --context maxwell.workgroup0=4|--kernel scale
run|a.bin --isa nv2a|--inputs in.json
run|a.bin --inputs in.json|--isa nv2a
run|a.bin --isa nv2a --inputs other.json|--json
run|loop.bin --isa rsx.vp --inputs loop.json|--loop-limit 4
run|a.bin --isa nv2a --inputs in.json|--numbers
run|a.bin --isa nv2a --inputs in.json --device none|--on vulkan
run|a.bin --isa nv2a --inputs in.json|--output out
run|a.rom --table 35 --registers list.txt|--param 7
run|two.relit --inputs in.json|--program 2
run|a.rom --table 35 --param 1|--registers list.txt
run|a.rom|--table 35
run|a.rom --table 35 --param 1 --registers list.txt|--trace
run|a.bin --isa nv2a --inputs in.json|--trace
run|a.bin --isa nv2a --inputs in.json --trace|--hex
run|a.bin --isa nv2a --inputs in.json --trace|--instructions 0..0
run|a.bin --isa nv2a --inputs in.json --trace|--invocation 1
run|a.bin --isa nv2a --inputs in.json --trace|--only r5
run|a.bin --isa nv2a --inputs in.json|--why o0.x
run|mov.txt --isa rsx.fp|--grid 2
run|mov.txt --isa rsx.fp --grid 2|--over col0
run|a.bin --isa nv2a --inputs in.json|--first nan
!run|a.bin --isa nv2a --inputs in.json --why o0.x|--only r5
!run|a.bin --isa nv2a --inputs in.json --trace|--why o0.x
!run|a.bin --isa nv2a --inputs in.json|--param 1
!run|a.bin --isa nv2a --inputs in.json|--hex
!run|a.bin --isa nv2a --inputs in.json|--only r5
!run|a.bin --isa nv2a --inputs in.json|--registers list.txt
!run|a.bin --isa nv2a --inputs in.json|--device llvm
!run|a.rom --table 35 --param 1 --registers list.txt|--numbers
!run|a.rom --table 35 --param 1 --registers list.txt|--loop-limit 9
!run|c.dksh --inputs in.json|--constants-from constants
verify|odd.bin --isa nv2a --samples 2|--allow-unknown
verify|a.bin --isa nv2a|--inputs in.json
verify|a.bin --isa nv2a --samples 2|--context nv2a.wrong=1
verify|c.dksh --samples 2|--arithmetic exact
verify|a.bin --isa nv2a --samples 2|--device none
verify|gouraud_triangle --stage vs --samples 2|--draw 9
verify|gouraud_triangle --draw 1 --samples 2|--stage vs
verify|k.fatbin --kernel scale --samples 2 --context maxwell.workgroup0=4|--arch sm_61
verify|k.fatbin --arch sm_61 --samples 2 --context maxwell.workgroup0=4|--kernel scale
verify|a.bin --isa nv2a --samples 2|--dump v.relit
verify|c.dksh --samples 2|--groups 2,1,1
verify|a.bin --samples 2|--isa nv2a
verify|a.bin --isa nv2a --samples 2|--json
verify|endless.bin --isa rsx.vp --samples 1|--loop-limit 100000
verify|a.bin --isa nv2a --samples 2|--output out
verify|two.relit --samples 2|--program 2
verify|a.bin --isa nv2a|--samples 2
verify|a.bin --isa nv2a --samples 2 --dump v.relit|--seed 7
!verify|a.bin --isa nv2a --samples 2|--groups 2,1,1
replay|t.gs.xz|--all frames
replay|t.gs.xz d.gs.xz --diff -o out|--amplify 2
replay|t.gs.xz -o out|--aspect 4:3
replay|t.gs.xz -o out|--deinterlace weave
replay|t.gs.xz --renderer vulkan -o out|--device none
replay|t.gs.xz --rules console,plain|--diff
replay|gouraud_triangle -o out|--draw 1
replay|gouraud_triangle --out out|--draws 1..1
replay|gouraud_triangle -o out|--explain
replay|t.gs.xz -o out|--frame 1
replay|d.gs.xz -o out --ssaa 4|--high-resolution
replay|t.gs.xz -o out|--isa nv2a
replay|t.gs.xz -o out|--json
replay|t.gs.xz --window -o out|--keys q
replay|t.gs.xz -o out|--max-pixels 5
replay|gouraud_triangle --draws 1..1|--out out
replay|t.gs.xz -o out|--group 1
replay|t.gs.xz|--list
replay|t.gs.xz --list|--out images
replay|t.gs.xz --list --out images|--thumbnails 64
replay|t.gs.xz|--output out
replay|t.gs.xz|--pixel 3,3
replay|gouraud_triangle|--pixel 3,3
replay|t.gs.xz|--pixels 4x4
replay|gouraud_triangle|--pixels 3,3,2x2
replay|t.gs.xz|--raw out
replay|t.gs.xz --device none -o out|--renderer vulkan
replay|d.gs.xz -o out|--rules plain
replay|t.gs.xz -o out --upscale nearest|--scale 3
replay|t.gs.xz --out out|--split 300
replay|d.gs.xz -o out|--ssaa 4
replay|t.gs.xz|--stats
replay|gouraud_triangle --stats|--submission 0
replay|t.gs.xz -o out|--target z
replay|t.gs.xz -o out|--upscale nearest
replay|t.gs.xz --frame 1|--verify
replay|t.gs.xz -o out|--window
replay|t.gs.xz --target z -o out|--raw words
replay|gouraud_triangle --draw 1 --target depth -o out|--raw words
!replay|gouraud_triangle -o out|--raw words
!replay|gouraud_triangle --out out --draws 1..1 --target depth|--raw words
!replay|t.gs.xz -o out|--amplify 2
!replay|t.gs.xz --diff --rules console,plain|--amplify 2
!replay|t.gs.xz -o out|--device llvm
!replay|t.gs.xz -o out|--barriers always
!replay|t.gs.xz -o out|--submission 0
!replay|t.gs.xz -o out|--explain
!replay|t.gs.xz -o out|--verify-passes
!replay|t.gs.xz -o out|--rules console,plain
!replay|t.gs.xz --stats|--target z
!replay|t.gs.xz --list|--renderer vulkan
!replay|t.gs.xz --list|--ssaa 4
!replay|t.gs.xz --list|--stats
replay|gouraud_triangle culled -o out|--diff
replay|gouraud_triangle culled --diff -o out|--amplify 2
replay|gouraud_triangle -o out|--device none
replay|gouraud_triangle -o out|--json
replay|gouraud_triangle|--output out
replay|gouraud_triangle --explain|--pixel 3,3
replay|gouraud_triangle|--stats
replay|gouraud_triangle -o out|--target depth
replay|gouraud_triangle -o out|--isa gs
replay|gouraud_triangle -o out|--pixel 3,3
!replay|gouraud_triangle -o out|--diff
!replay|gouraud_triangle -o out|--aspect 4:3
!replay|gouraud_triangle -o out|--all frames
!replay|gouraud_triangle -o out|--deinterlace weave
!replay|gouraud_triangle -o out|--frame 1
!replay|gouraud_triangle -o out|--high-resolution
!replay|gouraud_triangle -o out --window|--keys q
!replay|gouraud_triangle -o out|--overscan
!replay|gouraud_triangle -o out --upscale nearest|--scale 3
!replay|gouraud_triangle --out out|--split 300
!replay|gouraud_triangle -o out|--ssaa 4
!replay|gouraud_triangle --out out --draws 1..1|--thumbnails 64
!replay|gouraud_triangle -o out|--upscale nearest
replay|gouraud_triangle|--verify
!replay|gouraud_triangle -o out|--window
!replay|gouraud_triangle culled --diff|--rules plain
!replay|gouraud_triangle culled --diff|--renderer reference
!replay|t.gs.xz -o out|--keys q
replay|t.gs.xz --out out|--draws 1..1
replay|t.gs.xz -o out|--draw 1
replay|t.gs.xz --draws 1..1|--out out
!replay|gouraud_triangle|--list
!replay|gouraud_triangle|--group 1
!replay|t.gs.xz --stats|--aspect 4:3
!replay|t.gs.xz --target z -o out|--upscale nearest
!replay|t.gs.xz --draw 9 -o out|--overscan
!replay|t.gs.xz --diff --rules console,plain|--frame 1
!replay|t.gs.xz --verify|--renderer vulkan
!replay|t.gs.xz -o out --upscale nearest --target z|--scale 3
!replay|gouraud_triangle -o out|--barriers always
!replay|gouraud_triangle -o out|--rules plain
!replay|gouraud_triangle -o out|--renderer reference
!replay|gouraud_triangle -o out|--max-pixels 5
!replay|gouraud_triangle --stats|--target depth
pm4|gouraud_triangle|--draw 1
pm4|gouraud_triangle|--json
pm4|gouraud_triangle|--output out
surface|gouraud_triangle|--draw 1
surface|gouraud_triangle --target buffer:3 --size 4,4 -o out|--format 8_8_8_8
surface|gouraud_triangle|--json
surface|fmt_dxt1 --target texture:0 --draw 2 -o out|--layer 9
surface|fmt_dxt1 --target texture:0 --draw 2 -o out|--level 9
surface|fmt_dxt1 --target buffer:5 --format 8_8_8_8 --size 4,4 -o out|--offset 16
surface|gouraud_triangle|--out out
surface|gouraud_triangle|--output out
surface|fmt_dxt1 --target buffer:5 --format 8_8_8_8 --size 4,4 -o out|--pitch 8
surface|fmt_dxt1 --target texture:0 --draw 2|--raw out
surface|fmt_dxt1 --target buffer:5 --format 8_8_8_8 -o out|--size 4,4
surface|gouraud_triangle|--submission 1
surface|gouraud_triangle|--target depth
surface|fmt_dxt1 --target buffer:5 --format 8_8_8_8 --size 16,8 -o out|--tiling micro
surface|t.gs.xz|--isa r500
surface|t.gs.xz --target colour --draw 5 -o out|--max-pixels 5
surface|t.gs.xz --target memory --format CT32 --size 4,4 -o out|--draw 5
surface|t.gs.xz --target memory --format CT32 --size 4,4|--raw out
surface|t.gs.xz --target memory --format CT32 --size 4,4 --raw out|--as hex
surface|t.gs.xz --target memory --format CT32 --size 4,4 --raw out --as c|--name tiles
surface|t.gs.xz --target memory --format CT32 --size 64,64 -o out|--pitch 128
surface|t.gs.xz --target memory --format CT32 --size 64,64 -o out|--offset 0x10000
surface|t.gs.xz|--draw 5
surface|t.gs.xz|--group 1
surface|t.gs.xz|--target depth
surface|memory.bin --target bytes --format 8_8_8_8 --size 16,8 -o out|--tiling micro
surface|memory.bin --target bytes --format Z16 --size 4,4 -o out|--isa r500
!surface|t.gs.xz|--max-pixels 5
!surface|t.gs.xz|--submission 0
!surface|t.gs.xz|--raw out
!surface|t.gs.xz --target depth --json|--level 0
!surface|t.gs.xz --target memory --format CT32 --size 4,4 -o out|--tiling micro
!surface|t.gs.xz --target memory --format CT32 --size 4,4 -o out|--layer 0
!surface|memory.bin --target bytes --format 8_8_8_8 --size 4,4 -o out|--draw 1
!surface|memory.bin --target bytes --format CT32 --size 4,4 -o out|--tiling micro
!surface|gouraud_triangle|--max-pixels 5
!surface|gouraud_triangle|--group 1
!surface|gouraud_triangle --target buffer:3 --format 8_8_8_8 --size 4,4 -o out|--draw 1
!surface|gouraud_triangle|--raw out
!surface|gouraud_triangle|--level 0
!surface|gouraud_triangle|--size 4,4
!surface|gouraud_triangle --target depth -o out|--level 0
!surface|gouraud_triangle --target depth --json|--layer 0
!surface|gouraud_triangle --target depth -o out|--raw pixels
!surface|gouraud_triangle --target buffer:3 --format 8_8_8_8 --size 4,4|--out out
r500|reg US_CONFIG 2|--json
r500|reg US_CONFIG 2|--output out
diff|gouraud_triangle fmt_dxt1|--draw 1
diff|t.gs.xz d.gs.xz|--draws
!diff|a.bin m.bin --isa nv2a|--draws
!diff|gouraud_triangle fmt_dxt1|--draws
diff|a.bin m.bin|--isa nv2a
diff|a.bin m.bin --isa nv2a|--json
diff|a.bin m.bin --isa nv2a|--output out
diff|two.relit two.relit|--program 2
ir|a.bin --isa nv2a|--arithmetic exact
ir|a.bin --isa nv2a|--context nv2a.arithmetic=exact
ir|gouraud_triangle --stage vs|--draw 2
ir|a.bin --isa nv2a --passes to_ssa|--dump-after to_ssa
ir|sum.ir --passes lower_wide|--features int64
ir|a.bin|--isa nv2a
ir|a.bin --isa nv2a|--json
ir|a.bin --isa nv2a|--output out
ir|s.bin --isa nv2a|--passes scalarise
ir|two.relit|--program 2
ir|gouraud_triangle --draw 1|--stage vs
ir|k.fatbin --kernel scale|--arch sm_61
ir|k.fatbin --arch sm_61|--kernel scale
ir|a.bin --isa nv2a --passes to_ssa|--time
!ir|a.bin --isa nv2a|--features int64
!ir|a.bin --isa nv2a|--dump-after to_ssa
!ir|a.bin --isa nv2a|--time
cache|verify --cache kept|--again 100
cache|prune --cache kept|--age 1
cache|why odd.bin --isa nv2a --cache kept --json|--allow-unknown
cache|why a.bin --isa nv2a --cache kept|--arithmetic exact
cache|list|--cache kept
cache|why a.bin --isa nv2a --cache kept --json|--constants packed
cache|why a.bin --isa nv2a --cache kept|--context nv2a.arithmetic=exact
cache|why a.bin --isa nv2a --cache kept --to spirv --json|--debug-info none
cache|why a.bin --isa nv2a --cache kept|--features int64
cache|why a.bin --isa nv2a --cache kept|--for opengl
cache|why a.bin --cache kept|--isa nv2a
cache|list --cache kept|--json
cache|serve kept|--listen nowhere
cache|why a.bin --isa nv2a --cache kept|--literal
cache|why a.bin --isa nv2a --cache kept|--loop-limit 9
cache|list --cache kept|--output out
cache|why a.bin --isa nv2a --cache kept|--passes to_ssa
cache|why two.relit --cache kept|--program 3
cache|prune --cache kept|--size 0
cache|why a.bin --isa nv2a --cache kept|--target-version 430
cache|why a.bin --isa nv2a --cache kept|--to spirv
!cache|list --cache kept|--listen 127.0.0.1:0
!cache|list --cache kept|--size 5
!cache|serve kept|--cache kept
!cache|warm a.bin --isa nv2a --cache kept|--again 5
!cache|why a.bin --isa nv2a --cache kept|--jobs 2
!cache|prune --cache kept --size 0|--to glsl
batch|info folder --isa nv2a|--out out
batch|info a.bin --isa nv2a --out out|--files-from names
batch|info --isa nv2a --out out --files-from names0|--null
batch|info a.bin --isa nv2a --out out|--json
!batch|info a.bin --isa nv2a --out out|--null
!batch|status folder|--out out
batch|compare infos jsons|--html page
batch|compare infos jsons --html page|--worst 1
!batch|compare infos jsons|--jobs 2
!batch|status infos|--html page
!batch|extract folder --out out|--jobs 2
batch|plan info folder --isa nv2a --out out|--times-from ran
batch|work planned|--shard 1
batch|submit planned --dry-run|--slurm
batch|submit planned --slurm --dry-run|--mem 1G
batch|submit planned --slurm --dry-run|--time 5
batch|submit planned --slurm --dry-run|--gres gpu:1
!batch|status planned|--shard 1
!batch|plan info folder --isa nv2a --out out|--slurm
!batch|submit planned --dry-run|--mem 1G
!batch|check planned|--times-from ran
bundle|extract two.relit|--out out
!bundle|make a.bin --isa nv2a|--out out
bundle|make a.bin --isa nv2a -o x|--allow-unknown
bundle|make a.bin --isa nv2a -o x|--arithmetic exact
bundle|make a.bin --isa nv2a -o x|--constants packed
bundle|make a.bin --isa nv2a -o x|--constants-from constants
bundle|make a.bin --isa nv2a -o x|--context nv2a.arithmetic=exact
bundle|make a.bin --isa nv2a -o x --to spirv|--debug-info none
bundle|make k.fatbin --kernel scale -o x|--arch sm_61
bundle|make k.fatbin --arch sm_61 -o x|--kernel scale
bundle|make gouraud_triangle --stage vs -o x|--draw 2
bundle|make gouraud_triangle --draw 1 -o x|--stage vs
bundle|make a.bin --isa nv2a -o x|--expected in.json
bundle|make a.bin --isa nv2a -o x|--features int64
bundle|make a.bin --isa nv2a -o x|--for opengl
bundle|make a.bin --isa nv2a -o x|--inputs in.json
bundle|make a.bin -o x|--isa nv2a
bundle|make a.bin --isa nv2a -o x|--json
bundle|make a.bin --isa nv2a -o x|--literal
bundle|make a.bin --isa nv2a -o x|--loop-limit 9
bundle|make a.bin --isa nv2a -o x|--notes text
bundle|make a.bin --isa nv2a|--output x
bundle|make a.bin --isa nv2a -o x|--passes to_ssa
bundle|make two.relit -o x|--program 2
bundle|make a.bin --isa nv2a -o x|--target-version 430
bundle|make a.bin --isa nv2a -o x|--to spirv
!bundle|show two.relit|--to glsl
!bundle|check two.relit|--program 1
bundle|extract two.relit --out out|--as rust
!bundle|make a.bin --isa nv2a -o x|--as c
!bundle|extract two.relit -o out|--notes text
!bundle|import folder -o out|--isa nv2a
sample|nv2a|--out out
!sample|nv2a -o x|--out out
sample|nv2a --count 2|--output out
sample|nv2a -o out|--count 2
sample|nv2a|--seed 2
docs|nv2a|--json
docs|nv2a|--output out
