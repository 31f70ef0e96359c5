# A page of a difference: that part first, with the documents of both sides and those that compare them, then both sides; the same bytes again.
run: sh page.sh
---- in page.sh
cp $DATA/nv2a/op_add.bin $DATA/nv2a/op_mul.bin $DATA/nv2a/op_rsq.bin .; cp $DATA/gs/prim_tris.gs.xz $DATA/gs/scanmsk.gs.xz .
relit report --diff op_add.bin op_mul.bin --isa nv2a -o two.html; echo exit $?; python3 unpack.py two.html
relit report --diff op_add.bin op_mul.bin --isa nv2a -o again.html; cmp two.html again.html
relit report --diff op_rsq.bin --isa nv2a --other '--arithmetic exact' -o other.html; python3 unpack.py other.html | grep 'right\|difference'
relit report --diff scanmsk.gs.xz prim_tris.gs.xz -o dumps.html; echo exit $?; python3 unpack.py dumps.html | grep -v image | grep '^ \|^[^ ]*[a-z]/frame\|^first\|^draws\|^difference'
relit report --diff scanmsk.gs.xz prim_tris.gs.xz -o again.html; cmp dumps.html again.html
relit report --diff scanmsk.gs.xz --other '--rules plain' -o rules.html; python3 unpack.py rules.html | grep 'rules'
relit report --diff op_add.bin scanmsk.gs.xz --isa nv2a,gs -o none.html; echo exit $?; test -e none.html || echo no page
relit report --diff op_add.bin missing.bin -o none.html; echo exit $?; test -e none.html || echo no page
relit report --diff op_add.bin -o none.html; echo exit $?
relit report --diff op_add.bin op_mul.bin op_rsq.bin -o none.html; echo exit $?
relit report --diff op_rsq.bin --isa nv2a --other '--help' -o none.html; echo exit $?
relit report --diff op_rsq.bin --isa nv2a --other 'more.bin' -o none.html; echo exit $?
relit report --diff op_rsq.bin --isa nv2a --other '--arithmetic odd' -o none.html; echo exit $?
---- in unpack.py
import base64, json, re, sys, zlib
page = open(sys.argv[1]).read()
index = json.loads(re.search(r'id="report">(.*?)</script>', page)[1])
print(index["title"])
for part in index["parts"]:
    print(" ", part["kind"], part["name"], part.get("sides", ""))
    for role, number in part["documents"].items():
        document = index["documents"][number]
        print(f'{role}: {document["command"]}: exit {document["exit"]}' + ("" if document["size"] else ", empty"))
---- out
exit 0
op_add.bin and op_mul.bin
  difference op_add.bin and op_mul.bin ['op_add.bin', 'op_mul.bin']
left/info: relit info --json --isa nv2a op_add.bin: exit 0
left/disasm: relit disasm --json --isa nv2a op_add.bin: exit 0
left/explain: relit explain --json --isa nv2a op_add.bin: exit 0
left/ir: relit translate --to ir --steps --json --isa nv2a op_add.bin: exit 0
left/literal: relit translate --literal --to glsl --lines --json --isa nv2a op_add.bin: exit 0
left/glsl: relit translate --to glsl --lines --json --isa nv2a op_add.bin: exit 0
left/spirv: relit translate --to spirv --json --isa nv2a op_add.bin: exit 0
left/bytes: : exit 0
right/info: relit info --json --isa nv2a op_mul.bin: exit 0
right/disasm: relit disasm --json --isa nv2a op_mul.bin: exit 0
right/explain: relit explain --json --isa nv2a op_mul.bin: exit 0
right/ir: relit translate --to ir --steps --json --isa nv2a op_mul.bin: exit 0
right/literal: relit translate --literal --to glsl --lines --json --isa nv2a op_mul.bin: exit 0
right/glsl: relit translate --to glsl --lines --json --isa nv2a op_mul.bin: exit 0
right/spirv: relit translate --to spirv --json --isa nv2a op_mul.bin: exit 0
right/bytes: : exit 0
difference: relit diff --json --isa nv2a op_add.bin op_mul.bin: exit 1
  program op_add.bin 
info: relit info --json --isa nv2a op_add.bin: exit 0
disasm: relit disasm --json --isa nv2a op_add.bin: exit 0
explain: relit explain --json --isa nv2a op_add.bin: exit 0
ir: relit translate --to ir --steps --json --isa nv2a op_add.bin: exit 0
literal: relit translate --literal --to glsl --lines --json --isa nv2a op_add.bin: exit 0
glsl: relit translate --to glsl --lines --json --isa nv2a op_add.bin: exit 0
spirv: relit translate --to spirv --json --isa nv2a op_add.bin: exit 0
bytes: : exit 0
  program op_mul.bin 
info: relit info --json --isa nv2a op_mul.bin: exit 0
disasm: relit disasm --json --isa nv2a op_mul.bin: exit 0
explain: relit explain --json --isa nv2a op_mul.bin: exit 0
ir: relit translate --to ir --steps --json --isa nv2a op_mul.bin: exit 0
literal: relit translate --literal --to glsl --lines --json --isa nv2a op_mul.bin: exit 0
glsl: relit translate --to glsl --lines --json --isa nv2a op_mul.bin: exit 0
spirv: relit translate --to spirv --json --isa nv2a op_mul.bin: exit 0
bytes: : exit 0
  difference op_rsq.bin and op_rsq.bin --arithmetic exact ['op_rsq.bin', 'op_rsq.bin --arithmetic exact']
right/info: relit info --json --isa nv2a op_rsq.bin: exit 0
right/disasm: relit disasm --json --isa nv2a op_rsq.bin: exit 0
right/explain: relit explain --json --isa nv2a op_rsq.bin: exit 0
right/ir: relit translate --to ir --steps --json --arithmetic exact --isa nv2a op_rsq.bin: exit 0
right/literal: relit translate --literal --to glsl --lines --json --arithmetic exact --isa nv2a op_rsq.bin: exit 0
right/glsl: relit translate --to glsl --lines --json --arithmetic exact --isa nv2a op_rsq.bin: exit 0
right/spirv: relit translate --to spirv --json --arithmetic exact --isa nv2a op_rsq.bin: exit 0
right/bytes: : exit 0
exit 0
  difference scanmsk.gs.xz and prim_tris.gs.xz ['scanmsk.gs.xz', 'prim_tris.gs.xz']
left/frame: relit replay --json -o frame.png scanmsk.gs.xz: exit 0
right/frame: relit replay --json -o frame.png prim_tris.gs.xz: exit 0
first: relit replay --diff --json -o DIR scanmsk.gs.xz prim_tris.gs.xz: exit 1
draws: relit diff --draws --json scanmsk.gs.xz prim_tris.gs.xz: exit 1
difference: relit diff --json scanmsk.gs.xz prim_tris.gs.xz: exit 1
  gs scanmsk.gs.xz 
  gs prim_tris.gs.xz 
scanmsk.gs.xz and scanmsk.gs.xz --rules plain
  difference scanmsk.gs.xz and scanmsk.gs.xz --rules plain ['scanmsk.gs.xz', 'scanmsk.gs.xz --rules plain']
right/list: relit replay --list --thumbnails 256 --out DIR --json --rules plain scanmsk.gs.xz: exit 0
right/stats: relit replay --stats --json --rules plain scanmsk.gs.xz: exit 0
right/pixels: relit replay --pixels 16x14 --json --rules plain scanmsk.gs.xz: exit 0
right/frame: relit replay --json -o frame.png --rules plain scanmsk.gs.xz: exit 0
first: relit replay --diff --json -o DIR --rules console,plain scanmsk.gs.xz: exit 0
  gs scanmsk.gs.xz --rules plain 
list: relit replay --list --thumbnails 256 --out DIR --json --rules plain scanmsk.gs.xz: exit 0
stats: relit replay --stats --json --rules plain scanmsk.gs.xz: exit 0
pixels: relit replay --pixels 16x14 --json --rules plain scanmsk.gs.xz: exit 0
exit 2
no page
exit 3
no page
exit 2
exit 2
exit 2
exit 2
exit 2
---- err
scanmsk.gs.xz: error: --diff: op_add.bin is of kind program, this of gs
op_add.bin: note: guessed nv2a, --isa to choose
missing.bin: error: cannot open: No such file or directory
relit: error: --diff takes two files, or one file and --other
relit: error: report takes at most 2 files: op_rsq.bin is too many
op_rsq.bin: error: --other: --help changes nothing that is compared
more.bin: error: --other takes options alone
relit: error: --arithmetic: odd not in {fast,exact}
