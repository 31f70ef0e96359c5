#!/bin/bash
# The main job on the real files of tests/data: programs are disassembled, translated and verified, dumps are drawn again,
# captures are read. One screen shows what was done; summary.txt has a row for each file.
# usage: demo.sh PROGRAM FOLDER - the results and summary.txt go to FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1 relit=$PWD/$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/problems"
exec 3>&1 # the terminal, while the table goes to its file

# One row a guest: its ISA name, its hardware and its programs.
guests() {
    echo "nv2a|Xbox NV2A, vertex|tests/data/nv2a/*.bin"
    echo "rsx.vp|PlayStation 3 RSX, vertex|tests/data/rsx/mesa/*/vp.bin"
    echo "rsx.fp|PlayStation 3 RSX, fragment|tests/data/rsx/mesa/*/fp.bin"
    echo "maxwell|Maxwell (Switch), all stages|tests/data/maxwell/*.dksh tests/data/maxwell/*.bin"
    echo "r500.vs|Radeon R500, vertex|tests/data/r500/*.vs.bin"
    echo "r500.fs|Radeon R500, fragment|tests/data/r500/*.fs.bin"
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

# attempt OUTPUT COMMAND...: yes or no, none where a comparison has nothing to compare; what a command that failed has to say goes to `problems`, the file of the program or dump.
attempt() {
    local output=$1
    shift
    if "$@" >"$output" 2>"$problems.stderr"; then
        printf '  %-8s' yes
    elif [[ $2 == verify ]] && grep -qE ' (compares nothing of|never compares) ' "$output" && ! grep -q ' differs at ' "$output"; then
        printf '  %-8s' none # the program's outputs cannot be compared; $output has the reason
    else
        printf '  %-8s' NO
        { echo "\$ relit ${*:2}"; cat "$problems.stderr"; tail -n 5 "$output"; echo; } >>"$problems"
    fi
    rm -f "$problems.stderr"
}

# show_progress WHAT DONE ALL: on a terminal, a line that is written over; in a log nothing.
show_progress() { [[ ! -t 3 ]] || printf '\r\033[K%s %d of %d' "$1" "$2" "$3" >&3; }

# in_order WHAT: runs the commands of its input, one a line, as many at once as there are processors; what they print comes in
# their order.
in_order() {
    local -a calls call running=()
    local started=0 printed=0 line
    print_next() {
        wait "${running[printed]}"
        cat "$folder/printed$printed"
        rm "$folder/printed$printed"
        printed=$((printed + 1))
        show_progress "$1" "$printed" "${#calls[@]}"
    }
    mapfile -t calls
    for line in "${calls[@]}"; do
        ((started - printed < $(nproc))) || print_next "$1"
        read -r -a call <<<"$line"
        "${call[@]}" >"$folder/printed$started" &
        running+=($!)
        started=$((started + 1))
    done
    while ((printed < started)); do print_next "$1"; done
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
    printf '%-8s %-32s' "$isa" "$name"
    attempt "$out.txt" "$relit" disasm --isa "$isa" "$file"
    attempt "$out.glsl" "$relit" translate --isa "$isa" --to glsl "${features[@]}" "${context[@]}" "$file"
    attempt /dev/null "$relit" translate --isa "$isa" --to spirv "${features[@]}" "${context[@]}" "$file" -o "$out.spv"
    attempt "$out.verify.txt" "$relit" verify --isa "$isa" "${context[@]}" "$file" --samples 64
    printf '\n'
}

show_programs() {
    printf '%-8s %-32s  %-8s  %-8s  %-8s  %-8s\n' isa program disasm glsl spirv verify
    local isa hardware patterns file
    while IFS='|' read -r isa hardware patterns; do
        for file in $patterns; do
            [[ ! -f $file ]] || echo "show_program $isa $file"
        done
    done < <(guests) | in_order programs
}

show_dump() {
    local file=$1 name out problems
    name=$(basename "$file" .gs.xz)
    out=$folder/gs/$name problems=$folder/problems/gs.$name
    mkdir -p "$folder/gs"
    printf '%-8s %-32s' gs "$name"
    attempt "$out.txt" "$relit" disasm "$file"
    attempt /dev/null "$relit" replay "$file" -o "$out.png"
    attempt "$out.stats.txt" "$relit" replay "$file" --stats
    printf '\n'
}

show_dumps() {
    printf '\n%-8s %-32s  %-8s  %-8s  %-8s\n' kind dump disasm replay stats
    local file
    for file in tests/data/gs/*.gs.xz; do echo "show_dump $file"; done | in_order dumps
}

show_capture() {
    local file=$1 name out problems
    name=$(basename "$file")
    out=$folder/r500/$name problems=$folder/problems/r500.$name
    mkdir -p "$folder/r500"
    printf '%-8s %-32s' r500 "$name"
    attempt "$out.txt" "$relit" disasm "$file"
    attempt "$out.pm4.txt" "$relit" pm4 "$file"
    attempt "$out.surfaces.txt" "$relit" surface "$file" --out "$out.surfaces"
    printf '\n'
}

show_captures() {
    printf '\n%-8s %-32s  %-8s  %-8s  %-8s\n' kind capture disasm pm4 surface
    local manifest
    for manifest in tests/data/r500/*/manifest.json; do echo "show_capture ${manifest%/*}"; done | in_order captures
}

# count KIND COLUMN: in how many rows of a kind the column says yes; column 2: how many rows.
count() { awk -v kind="$1" -v column="$2" '$1 == kind && (column == 2 || $column == "yes")' "$folder/summary.txt" | wc -l; }

show_counts() {
    local isa hardware patterns
    printf '%-40s  %12s  %8s  %8s  %8s\n' 'programs' disassembled GLSL SPIR-V verified
    while IFS='|' read -r isa hardware patterns; do
        printf '%4d  %-34s  %12d  %8d  %8d  %8d\n' "$(count "$isa" 2)" "$hardware" "$(count "$isa" 3)" "$(count "$isa" 4)" \
            "$(count "$isa" 5)" "$(count "$isa" 6)"
    done < <(guests)
    echo "dumps of the PlayStation 2 GS: $(count gs 2), disassembled $(count gs 3), replayed $(count gs 4), with statistics $(count gs 5)"
    echo "captures of Radeon R500: $(count r500 2), disassembled $(count r500 3), with draws and programs $(count r500 4)," \
        "with images $(count r500 5)"
}

# show_listing TITLE RESULT: of a program the disassembly, and beside it main() of its GLSL.
show_listing() {
    echo "$1 and its GLSL ($folder/$2.glsl)"
    paste -d '\t' <(grep -v '^\.' "$folder/$2.txt") <(sed -n '/^void main/,$p' "$folder/$2.glsl") |
        awk -F '\t' '{ printf "  %-38s%s\n", $1, $2 }' | cut -c -100 | sed 's/ *$//'
}

show_results() {
    show_counts
    echo
    show_listing tests/data/nv2a/pair_arl_rcp.bin nv2a/pair_arl_rcp.bin
    show_listing tests/data/rsx/mesa/f_tex2_mul/fp.bin rsx.fp/f_tex2_mul.fp.bin
    echo
    printf '%-62s  %s\n' "$folder/gs/gif_formats.png" "a frame of a GS dump" \
        "$folder/gs/prim_tris.png" "another" \
        "$folder/r500/depth_range.surfaces/draw-000003-colour-0.png" "a render target of an R500 capture"
    echo "all results are in $folder, with a row for each file in $folder/summary.txt"
    echo "try next: $program explain --isa nv2a tests/data/nv2a/pair_arl_rcp.bin"
}

{ show_programs && show_dumps && show_captures; } >"$folder/summary.txt"
[[ ! -t 3 ]] || printf '\r\033[K' >&3
{
    echo
    echo "The program is $program; ./go install [PREFIX] installs it."
    echo "The results lie in $folder/ISA: NAME.txt (disassembly), NAME.glsl, NAME.spv, NAME.verify.txt"
    echo "and in $folder/gs: NAME.png (the last frame), NAME.txt (every packet), NAME.stats.txt"
    echo "and in $folder/r500: NAME.txt (every packet), NAME.pm4.txt (with draws and programs), NAME.surfaces/ (images)"
} >>"$folder/summary.txt"
show_results
if ! rmdir "$folder/problems" 2>/dev/null; then
    echo "some steps failed:"
    grep -w NO "$folder/summary.txt"
    cat "$folder"/problems/*
    exit 1
fi
