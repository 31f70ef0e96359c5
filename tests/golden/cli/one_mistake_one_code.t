# One mistake has one exit code in all verbs (docs/exit-codes.md). `works` has commands that work: the verb, its words, in which @
# stands for a file that is read, the file, its --isa, and mistakes that are none there. Mistakes of files put others in its place,
# mistakes of options are added; options come from the help, so that a new option or verb is tested without a row here, and of a verb
# without a command the output says so. The output has what differs.
run: sh prepare.sh >told 2>&1 || cat told; rm told; sh mistakes.sh
---- in prepare.sh
cp $DATA/nv2a/op_add.bin a.bin; cp $DATA/nv2a/op_mul.bin b.bin; relit disasm a.bin --isa nv2a >a.txt
cp $DATA/r500/fs_tex_proj_5.fs.bin f.bin; cp $DATA/gs/prim_tris.gs.xz t.gs.xz; cp -r $DATA/r500/gouraud_triangle draws
cp $DATA/maxwell/cuda/module.fatbin k.fatbin; cp $DATA/r500/atom_run.atom a.atom; relit asm a.atom -o a.rom
echo '{}' >in.json; echo '{"o0": [1]}' >results.json; echo '{"nothing": [1]}' >names.json; echo 0x6594 1 >list.txt
head -c 3072 /dev/zero >constants
relit bundle make a.bin b.bin --isa nv2a --to spirv -o two.relit
relit batch info a.bin --isa nv2a --out store
relit translate a.bin --isa nv2a --cache kept -o a.glsl; relit cache export --cache kept -o kept.pack
mkdir folder into; : >empty; printf 'no program at all\n' >prose; seq 40 | tr '\n' '\377' >noise
head -c 100 $DATA/maxwell/c_loop.uam.comp.dksh >cut.dksh; head -c 100 t.gs.xz >cut.gs.xz; head -c 300 two.relit >cut.relit
head -c 200 k.fatbin >cut.fatbin; printf '\177ELF' >cut.elf; for i in $(seq 137); do head -c 16 b.bin; done >long.bin
---- hex odd.bin
# MAC 14
00000000 1b00c001 6c103608 01f87020
---- in works
disasm|@|a.bin|nv2a|
asm|@ -o out|a.txt|nv2a|
explain|@|a.bin|nv2a|
info|@|a.bin|nv2a|
lint|@|f.bin|r500.fs|cut.dksh cut.gs.xz cut.fatbin
translate|@ -o out|a.bin|nv2a|
run|@ --inputs in.json|a.bin|nv2a|
verify|@ --samples 2|a.bin|nv2a|
replay|@ -o out.png|t.gs.xz|gs|
pm4|@|draws||
surface|@|draws|r500|
r500|reg US_CONFIG 2|||
diff|@ a.bin|a.bin|nv2a|
report|@ -o out|a.bin|nv2a|
view|@ --browser none -o out|a.bin|nv2a|
ir|@|a.bin|nv2a|
cache|why @ --cache kept|a.bin|nv2a|
batch|status @|store||
bundle|make @ -o out|a.bin|nv2a|
sample|nv2a -o out|||
docs|nv2a|||
---- in others
diff|a.bin @|a.bin|nv2a|
cache|warm @ --cache kept|a.bin|nv2a|folder
cache|import @ --cache kept|kept.pack||
run|a.bin --isa nv2a --inputs @|in.json||
verify|a.bin --isa nv2a --inputs @|in.json||
report|a.bin --isa nv2a -o out --inputs @|in.json||
report|--diff a.bin @ -o out|a.bin|nv2a|cut.gs.xz
run|a.bin --isa nv2a --inputs in.json --constants-from @|constants||
run|a.rom --table 35 --param 1 --registers @|list.txt||
replay|@ t.gs.xz --diff|t.gs.xz|gs|
replay|t.gs.xz @ --diff|t.gs.xz|gs|
bundle|make a.bin --isa nv2a -o out --inputs @|in.json||
bundle|make a.bin --isa nv2a -o out --constants-from @|constants||
bundle|make a.bin --isa nv2a -o out --expected @|results.json||
bundle|show @|two.relit||
bundle|check @|two.relit||
bundle|extract @ --out into|two.relit||
---- in codes
3|run a.bin --isa nv2a --inputs names.json
3|bundle make a.bin --isa nv2a -o out --inputs names.json
3|disasm long.bin --isa nv2a
3|explain long.bin --isa nv2a
3|info long.bin --isa nv2a
3|translate long.bin --isa nv2a
3|run long.bin --isa nv2a --inputs in.json
3|verify long.bin --isa nv2a
3|ir long.bin --isa nv2a
3|diff long.bin long.bin --isa nv2a
3|cache why long.bin --isa nv2a --cache kept
3|cache warm long.bin --isa nv2a --cache kept
3|bundle make long.bin --isa nv2a -o out
4|translate odd.bin --isa nv2a
4|run odd.bin --isa nv2a --inputs in.json
4|verify odd.bin --isa nv2a
4|cache warm odd.bin --isa nv2a --cache kept
2|replay t.gs.xz -o out.jpg
2|replay draws -o out.jpg
2|surface draws --target colour -o out.jpg
2|surface t.gs.xz --target colour -o out.jpg
3|translate t.gs.xz
3|run a.rom --inputs in.json
3|verify draws
3|ir t.gs.xz
3|bundle make a.rom -o out
3|cache warm t.gs.xz --cache kept
3|surface a.rom
3|surface a.bin
3|replay a.bin
3|replay a.rom
3|pm4 a.bin
3|pm4 t.gs.xz
---- in mistakes.sh
ulimit -t 60 # seconds of processors that a command takes
wants() { # the code, the mistake, the words
    code=$1 mistake=$2; shift 2
    c=0; relit "$@" >stdout 2>stderr </dev/null || c=$?
    test $c = $code || echo "$mistake: $c, not $code: relit $* | $(head -n 1 stderr)"
    test ! -e out -a ! -e out.png || rm -rf out out.png
}
words() { case $2 in *@*) echo "${2%%@*}$1${2#*@}" ;; *) echo "$2" ;; esac; }
has() { case $names in *" $1 "*) ;; *) return 1 ;; esac; }
for verb in $(relit --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z0-9]*\) .*/\1/p'); do
    grep -q "^$verb|" works || echo "no command of $verb"
    IFS='|' read -r verb form good isa skips <<ROW
$(grep -m 1 "^$verb|" works)
ROW
    command="$verb $(words "$good" "$form")${isa:+ --isa $isa}"
    wants 0 "a command that works" $command
    wants 2 "no file" $verb
    wants 2 "too many files" $command $(seq 70)
    wants 2 "an option that there is not" $command --wings
    relit $verb --help | grep -E '^  (-[a-z], )?--[a-z-]+' >options
    names=" $(sed -E 's/^  (-[a-z], )?(--[a-z-]+).*/\2/' options | tr '\n' ' ')"
    has --samples || wants 2 "an option of another verb" $command --samples 2
    has --isa && wants 2 "an unknown guest" $verb $(words "$good" "$form") --isa z80
    has --output && wants 3 "an output in no folder" $(printf '%s' "$command" | sed 's| -o [a-z.]*||') -o nowhere/out.png
    has --json && case $form in *@*) wants 3 "no such file, --json" $verb $(words nowhere "$form") --json ;; esac
    has --program && wants 2 "no such program" $verb $(words two.relit "$form") --program 99
    has --draw && wants 2 "no such draw" $verb $(words draws "$form") $(has --stage && echo --stage vs) --draw 99
    has --kernel && wants 2 "no such kernel" $verb $(words k.fatbin "$form") --kernel nothing
    has --arch && wants 2 "no such architecture" $verb $(words k.fatbin "$form") --arch sm_99
    has --context && wants 2 "no such key" $command --context nv2a.nothing=1
    sed -nE 's/^ *(-[a-z], )?(--[a-z-]+) ([^ ]+).*/\2 \3/p' options >arguments
    while read -r option argument; do
        wants 2 "no value" $command $option
        case $argument in
            *'|'* | N | N,... | X,Y | X,Y,Z | W,H | W:H | A..B | SECONDS | BYTES | PERCENT) wants 2 "no such value" $command $option wings ;;
        esac
    done <arguments
done
cat works others >all
while IFS='|' read -r verb form good isa skips; do
    case $form in *@*) ;; *) continue ;; esac
    for file in nowhere empty folder prose noise cut.dksh cut.gs.xz cut.relit cut.fatbin cut.elf; do
        case " $skips " in *" $file "*) continue ;; esac
        wants 3 $file $verb $(words $file "$form")
    done
    for file in nowhere empty folder; do
        case " $skips " in *" $file "*) continue ;; esac
        test -z "$isa" || wants 3 $file $verb $(words $file "$form") --isa $isa
    done
done <all
while IFS='|' read -r code command; do wants $code "a command" $command; done <codes
