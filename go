#!/bin/bash
# The one script: ./go help lists what it can do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/steps

help() {
    cat <<'TEXT'
usage: ./go VERB

  demo                     install what is missing, build, translate real programs, show the results on one screen
  test [PATTERN]           build and run all tests, or those whose name matches PATTERN
  install [PREFIX]         build, and install program, library, manual page, completions and docs (default /usr/local)
  check                    format, layers, words, references, sentences, sizes, folders, warnings as errors, clang-tidy of what
                           differs
  check --all [PART]       the same of everything: sources build tidy separate compilers sanitizers viewer; stopped runs resume
  viewer                   build the viewer of reports from viewer/, which the program embeds
  bless                    rewrite the expected output of the golden tests; then read the diff
  bench [ARGS]             run the benches; ARGS go to Google Benchmark
  fuzz NAME [SECONDS]      run one fuzz target (default 60 s) under ASan and UBSan; no NAME lists them
  fuzz all [--executions N] [--seconds S] [--resume FILE]
                           run every target until N executions or S seconds (default 1000000, 1200); FILE gets a line for each,
                           and targets that it has are not run again
  soak NAME --seed A..B    run the large counts of one suite; stopped runs resume (mutants: --kind K for one kind)
  format                   rewrite the sources in the project's format
  help                     this text

Settings from outside: JOBS (compiler and test processes), RELIT_CORPUS (real programs to test with),
RELIT_WERROR=ON (warnings are errors in every build; then `check` uses the build of `test`).
TEXT
}

demo() {
    install_packages build
    build "$product" relit
    scripts/demo.sh "build/$product/relit" build/demo
}

# Where only root may write, root installs; what is built stays with who builds it.
install() {
    local prefix=${1:-/usr/local} as=
    (($# < 2)) && [[ $prefix != -* ]] || fail "usage: ./go install [PREFIX]"
    install_packages build
    build "$product" relit librelit relit_pages
    [[ $prefix == /* ]] || prefix=$PWD/$prefix
    if ! mkdir -p "$prefix" 2>/dev/null || [[ ! -w $prefix ]]; then
        [[ $(id -u) == 0 ]] || sudo -v || fail "root or sudo is needed to install to $prefix"
        as=as_root
    fi
    step "install" $as cmake --install "build/$product" --prefix "$prefix" --strip
    [[ -z $as ]] || as_root chown "$(id -u):$(id -g)" "build/$product/install_manifest.txt"
    sed -nE 's,^-- (Installing|Up-to-date): (.*/(bin/relit|librelit.a|relit.1|completions/relit|_relit|doc/relit/docs))$,  \2,p' build/log/install.log
    [[ :$PATH: == *:$prefix/bin:* ]] || echo "$prefix/bin is not in PATH"
}

# The preset of the program that people use, which is the one that is tested and measured.
product=dev

# Which preset `check` builds: its own, unless the tests already build with warnings as errors.
strict_preset() { [[ ${RELIT_WERROR:-OFF} == ON ]] && echo dev || echo check; }

# With a pattern only what its tests run is built.
test_all() {
    install_packages build test
    build dev ${1:+$(scripts/test_targets "$1")}
    run_tests build/dev "$@"
}

check() {
    if [[ ${1:-} == --all ]]; then
        check_all "${@:2}" # in no list of && and ||, in which a step that fails would not end it
        return
    fi
    (($# == 0)) || fail "usage: ./go check [--all [PART]]"
    install_packages build test check
    check_sources
    check_build
    step_aloud "clang-tidy" scripts/check_tidy "build/$(strict_preset)"
    echo "check: all good"
}

# Everything, in parts of less than an hour each. A part that passed is not run again until a file changes.
check_parts() { echo "sources build tidy separate compilers sanitizers viewer"; }
check_all() {
    local part
    install_packages build test check
    for part in ${1:-$(check_parts)}; do
        [[ " $(check_parts) " == *" $part "* ]] || fail "no part is named $part; there are: $(check_parts)"
        if has_passed "$part"; then
            echo "check $part: passed before, nothing has changed"
        else
            "check_$part"
            note_passed "$part"
        fi
    done
    echo "check --all: all good"
}

check_sources() {
    step "format" scripts/check_format
    step "layers" scripts/check_layers
    step "words" scripts/retired_words
    step "references" scripts/check_references
    step "sentences" scripts/check_sentences
    step "sizes" scripts/check_sizes
    step "folders" scripts/check_folders
    step "argument order" scripts/argument_order --try
}

check_build() { build "$(strict_preset)" all relit_bench; }

# Reads all sources and says so in scripts/tidy_base, which is to be committed.
check_tidy() {
    check_build
    step_aloud "clang-tidy" scripts/check_tidy "build/$(strict_preset)" --all
}

# Every source compiled alone, with the headers that it names itself: one that relies on its neighbours does not compile.
check_separate() {
    local objects
    configure separate
    objects=$(objects_of separate)
    [[ -n $objects ]] || fail "the build of separate sources has no objects"
    build separate $objects
}

# What the program prints does not depend on who compiled it.
check_compilers() {
    local each
    build "$product" relit
    build sanitizers relit
    for each in "$product" sanitizers; do
        step "outputs of $each" scripts/output_hashes "build/$each/relit" "build/$each/hashes"
    done
    step_aloud "outputs of both compilers" diff "build/$product/hashes" build/sanitizers/hashes
}

# All tests in a build of clang with checks of addresses and undefined behaviour; they open caches, too.
check_sanitizers() {
    build sanitizers
    (sanitized_environment build/sanitizers && run_tests build/sanitizers)
}

# The viewer that is committed is what its sources give, and pages that have it work in a browser.
check_viewer() {
    install_viewer
    build "$product" relit
    rm -rf build/viewer
    step "viewer" viewer_of build/viewer
    step_aloud "viewer as it is committed" diff -r src/report/viewer build/viewer
    export ORIGINS=20 EVERY_FILE=1
    step_aloud "pages" node_in viewer --test $(cd viewer && echo tests/*/*.test.mjs)
}

viewer() {
    install_viewer
    step "viewer" viewer_of src/report/viewer
    git --no-pager diff --stat -- src/report/viewer || true
}

bless() {
    install_packages build test
    build dev relit relit_golden_tests
    RELIT_BLESS=1 step "bless" build/dev/relit_golden_tests --gtest_brief=1
    git --no-pager diff --stat -- tests/golden || true
}

bench() {
    install_packages build bench
    build "$product" relit_bench
    "build/$product/relit_bench" "$@"
}

fuzz() {
    local name=${1:-} seconds=${2:-60}
    if [[ $name == all ]]; then
        fuzz_all "${@:2}"
        return
    fi
    [[ -f fuzz/$name.cpp && $name != replay_main ]] || fail "usage: ./go fuzz NAME [SECONDS], NAME all or one of: $(fuzz_names)"
    install_packages build fuzz
    build fuzz "fuzz_$name"
    run_fuzz "$name" -max_total_time="$seconds"
    echo "fuzz $name: $seconds s without a find"
}

# run_fuzz NAME OPTION...: new inputs go to the first folder; a find is written to build/fuzz-work/NAME-find-*.
run_fuzz() {
    local name=$1 work=build/fuzz-work/$1
    shift
    mkdir -p "$work" "fuzz/corpus/$name"
    name_symbolizer
    "build/fuzz/fuzz_$name" "$@" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$work-find-" \
        "$work" "fuzz/corpus/$name"
}

fuzz_all() {
    local usage="usage: ./go fuzz all [--executions N] [--seconds S] [--resume FILE]"
    local executions=1000000 seconds=1200 table=build/fuzz-work/table name
    while (($# > 0)); do
        (($# > 1)) || fail "$usage"
        case $1 in
            --executions) executions=$2 ;;
            --seconds) seconds=$2 ;;
            --resume) table=$2 ;;
            *) fail "$usage" ;;
        esac
        shift 2
    done
    [[ $executions =~ ^[1-9][0-9]*$ && $seconds =~ ^[1-9][0-9]*$ ]] || fail "$usage"
    install_packages build fuzz
    build fuzz $(printf 'fuzz_%s ' $(fuzz_names))
    mkdir -p build/fuzz-work build/log
    [[ $table != build/fuzz-work/table ]] || rm -f "$table"
    touch "$table"
    for name in $(fuzz_names); do
        grep -q "^$name " "$table" || fuzz_to_table "$name" "$executions" "$seconds" >>"$table"
    done
    column -t "$table"
    ! grep -q ' find$' "$table" || fail "finds are in build/fuzz-work"
}

# The line of a target: its name, executions, seconds, and how it ended.
fuzz_to_table() {
    local name=$1 log=build/log/fuzz-$1.log started=$SECONDS ended=done
    run_fuzz "$name" -runs="$2" -max_total_time="$3" >"$log" 2>&1 || ended=find
    echo "$name $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions $((SECONDS - started)) s $ended"
}

fuzz_names() {
    local file
    for file in fuzz/*.cpp; do
        [[ $file == */replay_main.cpp ]] || basename "$file" .cpp
    done | tr '\n' ' '
}

soak() {
    [[ $# -ge 3 && " $* " == *" --seed "*..* ]] || fail "usage: ./go soak NAME [--kind K] --seed A..B"
    install_packages build
    build "$product" relit relit_soak
    mkdir -p build/soak
    # Every shader runs once: a software driver need not keep it, nor spend time on making it fast.
    export MESA_SHADER_CACHE_DISABLE=1 GALLIVM_PERF=nopt
    "build/$product/relit_soak" "$@" --resume build/soak
}

verb=${1:-help}
shift || true
case $verb in
    demo | install | check | viewer | bless | bench | fuzz | soak | help) "$verb" "$@" ;;
    test) test_all "$@" ;;
    format) install_packages check && scripts/check_format --fix ;;
    -h | --help) help ;;
    *) help >&2 && exit 2 ;;
esac
