# A page has every document of a program, packed; what cannot be said is told, and one file that is none leaves the others.
run: sh page.sh
---- in page.sh
cp $DATA/rsx/containers/tint.fpo $DATA/nv2a/op_add.bin .; cp $DATA/gs/prim_tris.gs.xz .
relit report tint.fpo -o tint.html && python3 unpack.py tint.html
relit report tint.fpo -o again.html && cmp tint.html again.html
relit report op_add.bin --isa nv2a --context nv2a.arithmetic=1 --inputs in.json -o op.html && python3 unpack.py op.html
echo nothing >text; relit report text op_add.bin prim_tris.gs.xz -o three.html; echo exit $?; python3 unpack.py three.html
relit report text -o none.html; echo exit $?; test -e none.html || echo no page
relit report endless.bin --isa nv2a -o lacks.html; echo exit $?
relit report - -o x.html < tint.fpo; echo exit $?
---- in in.json
{"v0": [1, 2, 3, 4]}
---- in unpack.py
import base64, json, re, sys, zlib
page = open(sys.argv[1]).read()
index = json.loads(re.search(r'id="report">(.*?)</script>', page)[1])
print(index["title"], [part["kind"] for part in index["parts"]])
for part in index["parts"]:
    for role, number in part["documents"].items():
        document = index["documents"][number]
        packed = re.search(rf'id="document-{number}">(.*?)</script>', page)
        content = zlib.decompress(base64.b64decode(packed[1]), -15) if packed else b""
        assert len(content) == document["size"]
        said = sorted(json.loads(content)) if content and role not in ("bytes", "explain") and document["form"] != "png" else len(content) > 0
        print(f'{role}: {document["command"]}: exit {document["exit"]}: {" ".join(said) if isinstance(said, list) else said}')
---- hex endless.bin
00 00 00 00 1b 00 20 00 6c 10 36 d4 00 f8 70 20
---- out
tint.fpo ['program']
info: relit info --json tint.fpo: exit 0: END R1.z (depth) attributes byte order bytes bytes after it calls choices constant offsets constant values constants container half registers header attribute.table header attributes header code header constant.table header constants header control header registers header reserved header reserved.end header slots header texcoords header texcoords.2d header texcoords.3d instructions isa kills fragments kind loops nesting parameters program bytes register count registers rsx.fp.control rsx.fp.texcoord0 texture units
disasm: relit disasm --json tint.fpo: exit 0: isa lines unknown warnings
explain: relit explain --json tint.fpo: exit 0: True
ir: relit translate --to ir --steps --json tint.fpo: exit 0: lines steps
literal: relit translate --literal --to glsl --lines --json tint.fpo: exit 0: approximate assumed code context features interface key
glsl: relit translate --to glsl --lines --json tint.fpo: exit 0: approximate assumed code context features interface key
spirv: relit translate --to spirv --json tint.fpo: exit 0: approximate assumed code context features interface key
grid: relit run --grid 32 --numbers --json tint.fpo: exit 0: height over targets width
bytes: : exit 0: True
op_add.bin ['program']
info: relit info --json --isa nv2a op_add.bin: exit 0: FINAL bytes constants read constants written inputs read instructions isa kind outputs written paired instructions relative addressing slots state program temporaries unused fields
disasm: relit disasm --json --isa nv2a op_add.bin: exit 0: isa lines unknown warnings
explain: relit explain --json --isa nv2a op_add.bin: exit 0: True
ir: relit translate --to ir --steps --json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: lines steps
literal: relit translate --literal --to glsl --lines --json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: approximate assumed code context features interface key
glsl: relit translate --to glsl --lines --json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: approximate assumed code context features interface key
spirv: relit translate --to spirv --json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: approximate assumed code context features interface key
trace: relit run --trace --json --inputs in.json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: runs
verify: relit verify --json --inputs in.json --isa nv2a --context nv2a.arithmetic=1 op_add.bin: exit 0: agrees device not_drawn verdicts
bytes: : exit 0: True
exit 3
op_add.bin, prim_tris.gs.xz ['program', 'gs']
info: relit info --json op_add.bin: exit 0: FINAL bytes constants read constants written inputs read instructions isa kind outputs written paired instructions relative addressing slots state program temporaries unused fields
disasm: relit disasm --json op_add.bin: exit 0: isa lines unknown warnings
explain: relit explain --json op_add.bin: exit 0: True
ir: relit translate --to ir --steps --json op_add.bin: exit 0: lines steps
literal: relit translate --literal --to glsl --lines --json op_add.bin: exit 0: approximate assumed code context features interface key
glsl: relit translate --to glsl --lines --json op_add.bin: exit 0: approximate assumed code context features interface key
spirv: relit translate --to spirv --json op_add.bin: exit 0: approximate assumed code context features interface key
bytes: : exit 0: True
info: relit info --json prim_tris.gs.xz: exit 0: bytes compression container crc draws frames image bytes isa packets read backs register writes serial state version transfer bytes transfers transfers by path unpacked bytes vertices
list: relit replay --list --thumbnails 256 --out DIR --json prim_tris.gs.xz: exit 0: draws frames groups
image/group-000001-colour.png: : exit 0: True
image/group-000001-depth.png: : exit 0: True
image/group-000002-colour.png: : exit 0: True
image/group-000002-depth.png: : exit 0: True
image/group-000003-colour.png: : exit 0: True
image/group-000003-depth.png: : exit 0: True
stats: relit replay --stats --json prim_tris.gs.xz: exit 0: copies draws frames palettes pixels primitives transfers uploaded bytes
pixels: relit replay --pixels 16x14 --json prim_tris.gs.xz: exit 0: area events pixels
exit 3
no page
exit 3
exit 2
---- err
text:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
op_add.bin: note: guessed nv2a, --isa to choose
text:0x0: error: no known kind of program: text that no assembler reads; name one with --isa
endless.bin:0x10: error: no slot has FINAL
<stdin>: error: a report reads its files several times: name a file
