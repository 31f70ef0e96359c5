#!/bin/bash
# The main job on the real files of tests/data: programs are disassembled, translated and verified, dumps are drawn again.
# usage: demo.sh PROGRAM FOLDER - the results and summary.txt go to FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1 relit=$PWD/$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"

# One row a guest: its ISA name and its programs.
guests() {
    echo "nv2a tests/data/nv2a/*.bin"
    echo "rsx.vp tests/data/rsx/mesa/*/vp.bin"
    echo "rsx.fp tests/data/rsx/mesa/*/fp.bin"
    echo "maxwell tests/data/maxwell/*.dksh tests/data/maxwell/*.bin"
}

# What a program's file does not say: of Mesa's compute programs the workgroup, and where the compiler's library lies.
context_of() {
    case $1 in
        *.nv117.comp.bin)
            echo "--context maxwell.workgroup0=32 --context maxwell.workgroup1=1 --context maxwell.workgroup2=1"
            echo "--context maxwell.library=522240"
            ;;
    esac
}

# attempt OUTPUT COMMAND...: yes or no; what a command that failed has to say goes to problems.txt.
attempt() {
    local output=$1
    shift
    if "$@" >"$output" 2>"$folder/stderr"; then
        printf '  %-8s' yes
    else
        printf '  %-8s' NO
        { echo "\$ relit ${*:2}"; cat "$folder/stderr"; tail -n 5 "$output"; echo; } >>"$folder/problems.txt"
    fi
}

show_program() {
    local isa=$1 file=$2 name out
    local features=(--features int64,float64) context
    read -r -d '' -a context < <(context_of "$2") || true
    name=$(basename "$file")
    # the programs of one source lie in a folder of its name
    [[ $name != [vf]p.bin ]] || name=$(basename "$(dirname "$file")").$name
    out=$folder/$isa/$name
    mkdir -p "$folder/$isa"
    printf '%-32s' "$name"
    attempt "$out.txt" "$relit" disasm --isa "$isa" "$file"
    attempt "$out.glsl" "$relit" translate --isa "$isa" --to glsl "${features[@]}" "${context[@]}" "$file"
    attempt /dev/null "$relit" translate --isa "$isa" --to spirv "${features[@]}" "${context[@]}" "$file" -o "$out.spv"
    attempt "$out.verify.txt" "$relit" verify --isa "$isa" "${context[@]}" "$file" --samples 64
    printf '\n'
}

show_all() {
    printf '%-32s  %-8s  %-8s  %-8s  %-8s\n' program disasm glsl spirv verify
    local isa patterns file
    while read -r isa patterns; do
        for file in $patterns; do
            [[ ! -f $file ]] || show_program "$isa" "$file"
        done
    done < <(guests)
}

show_dump() {
    local file=$1 name out
    name=$(basename "$file" .gs.xz)
    out=$folder/gs/$name
    mkdir -p "$folder/gs"
    printf '%-32s' "$name"
    attempt "$out.txt" "$relit" disasm "$file"
    attempt /dev/null "$relit" replay "$file" -o "$out.png"
    attempt "$out.stats.txt" "$relit" replay "$file" --stats
    printf '\n'
}

show_dumps() {
    printf '\n%-32s  %-8s  %-8s  %-8s\n' dump disasm replay stats
    local file
    for file in tests/data/gs/*.gs.xz; do show_dump "$file"; done
}

{ show_all && show_dumps; } | tee "$folder/summary.txt"
rm -f "$folder/stderr"
{
    echo
    echo "The program is $program; ./go install [PREFIX] installs it."
    echo "The results lie in $folder/ISA: NAME.txt (disassembly), NAME.glsl, NAME.spv, NAME.verify.txt"
    echo "and in $folder/gs: NAME.png (the last frame), NAME.txt (every packet), NAME.stats.txt"
} | tee -a "$folder/summary.txt"
if [[ -f $folder/problems.txt ]]; then
    echo "some steps failed:"
    cat "$folder/problems.txt"
    exit 1
fi
