# An option that the verb does not take, and the verbs that do; one that no verb takes, and the nearest that this one does.
run: for typed in "info --dialect gl" "info --dialect=gl" "run --samples 3" "verify --pixel 1,2" "explain --renderer plain" "docs --isa nv2a" "translate --literl" "info --wings" "info -x" "info --json --color always"; do relit $typed file || echo $?; done
---- out
2
2
2
2
2
2
2
2
2
2
---- err
relit: error: info takes no --dialect; it is an option of disasm, asm and explain
relit: error: info takes no --dialect; it is an option of disasm, asm and explain
relit: error: run takes no --samples; it is an option of verify
relit: error: verify takes no --pixel; it is an option of replay
relit: error: explain takes no --renderer; it is an option of replay
relit: error: docs takes no --isa; it is an option of disasm, asm, explain, info, lint, translate, run, verify, replay, surface, diff, report, view, ir, cache and bundle
relit: error: translate takes no --literl; the nearest is --literal
relit: error: info takes no --wings; relit info --help lists what it takes
relit: error: info takes no -x; relit info --help lists what it takes
{"error":{"code":2,"kind":"usage","text":"info takes no --color; it is an option of disasm"}}
