#!/bin/bash
# The main job on the real files of tests/data: programs are disassembled, translated and verified, dumps are drawn again,
# captures are read.
# usage: demo.sh PROGRAM FOLDER - the results and summary.txt go to FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1 relit=$PWD/$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/problems"

# One row a guest: its ISA name and its programs.
guests() {
    echo "nv2a tests/data/nv2a/*.bin"
    echo "rsx.vp tests/data/rsx/mesa/*/vp.bin"
    echo "rsx.fp tests/data/rsx/mesa/*/fp.bin"
    echo "maxwell tests/data/maxwell/*.dksh tests/data/maxwell/*.bin"
    echo "r500.vs tests/data/r500/*.vs.bin"
    echo "r500.fs tests/data/r500/*.fs.bin"
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

# attempt OUTPUT COMMAND...: yes or no; what a command that failed has to say goes to `problems`, the file of the program or dump.
attempt() {
    local output=$1
    shift
    if "$@" >"$output" 2>"$problems.stderr"; then
        printf '  %-8s' yes
    else
        printf '  %-8s' NO
        { echo "\$ relit ${*:2}"; cat "$problems.stderr"; tail -n 5 "$output"; echo; } >>"$problems"
    fi
    rm -f "$problems.stderr"
}

# in_order: runs the commands of its input, one a line, as many at once as there are processors; what they print comes in their order.
in_order() {
    local -a call running=()
    local started=0 printed=0
    print_next() {
        wait "${running[printed]}"
        cat "$folder/printed$printed"
        rm "$folder/printed$printed"
        printed=$((printed + 1))
    }
    while read -r -a call; do
        ((started - printed < $(nproc))) || print_next
        "${call[@]}" >"$folder/printed$started" &
        running+=($!)
        started=$((started + 1))
    done
    while ((printed < started)); do print_next; done
}

show_program() {
    local isa=$1 file=$2 name out
    local features=(--features int64,float64) context problems
    read -r -d '' -a context < <(context_of "$2") || true
    name=$(basename "$file")
    # the programs of one source lie in a folder of its name
    [[ $name != [vf]p.bin ]] || name=$(basename "$(dirname "$file")").$name
    out=$folder/$isa/$name problems=$folder/problems/$isa.$name
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
            [[ ! -f $file ]] || echo "show_program $isa $file"
        done
    done < <(guests) | in_order
}

show_dump() {
    local file=$1 name out problems
    name=$(basename "$file" .gs.xz)
    out=$folder/gs/$name problems=$folder/problems/gs.$name
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
    for file in tests/data/gs/*.gs.xz; do echo "show_dump $file"; done | in_order
}

show_capture() {
    local file=$1 name out problems
    name=$(basename "$file")
    out=$folder/r500/$name problems=$folder/problems/r500.$name
    mkdir -p "$folder/r500"
    printf '%-32s' "$name"
    attempt "$out.txt" "$relit" disasm "$file"
    attempt "$out.pm4.txt" "$relit" pm4 "$file"
    attempt "$out.surfaces.txt" "$relit" surface "$file" --out "$out.surfaces"
    printf '\n'
}

show_captures() {
    printf '\n%-32s  %-8s  %-8s  %-8s\n' capture disasm pm4 surface
    local manifest
    for manifest in tests/data/r500/*/manifest.json; do echo "show_capture ${manifest%/*}"; done | in_order
}

{ show_all && show_dumps && show_captures; } | tee "$folder/summary.txt"
{
    echo
    echo "The program is $program; ./go install [PREFIX] installs it."
    echo "The results lie in $folder/ISA: NAME.txt (disassembly), NAME.glsl, NAME.spv, NAME.verify.txt"
    echo "and in $folder/gs: NAME.png (the last frame), NAME.txt (every packet), NAME.stats.txt"
    echo "and in $folder/r500: NAME.txt (every packet), NAME.pm4.txt (with draws and programs), NAME.surfaces/ (images)"
} | tee -a "$folder/summary.txt"
if ! rmdir "$folder/problems" 2>/dev/null; then
    echo "some steps failed:"
    cat "$folder"/problems/*
    exit 1
fi
