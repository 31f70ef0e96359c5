# Two stores side by side. Of the dumps here two differ between the rules of the console and plain ones, as replay --diff says of each.
run: mkdir in; cp $DATA/gs/*.gs.xz in; for i in in/*; do relit replay $i --diff --rules console,plain >/dev/null || echo "$i differs"; done
run: for i in console plain; do relit batch replay in --out $i -- --rules $i --raw memory -o frame.png; done; relit batch compare console plain --out images --html page.html || echo "exit $?"; find images -type f | sort; relit batch compare console console && relit batch compare plain plain --json | grep same
run: relit batch extract plain --out files; relit replay in/dither.gs.xz --rules plain -o plain.png; relit replay in/dither.gs.xz -o console.png; cmp plain.png files/dither.gs.xz.files/frame.png && python3 pixels.py console.png plain.png
run: grep -o '"kind":"[a-z]*","name":"[^"]*"' page.html; grep -o '"left/image/[^"]*"' page.html | sort; relit batch compare console plain --html one.html --worst 1 >told || true; grep -o '"kind":"change","name":"[^"]*"' one.html
run: mkdir before after; cp $DATA/nv2a/op_add.bin before/same; cp $DATA/nv2a/op_mul.bin before/edited; cp $DATA/nv2a/op_dst.bin after/edited; cp $DATA/nv2a/skin2.bin before/moved; cp before/moved after/elsewhere; cp before/same after; printf odd >before/repaired; cp $DATA/nv2a/op_minmax.bin after/repaired; cp $DATA/nv2a/op_lit.bin before/broken; printf odd2 >after/broken; cp $DATA/nv2a/op_rsq.bin before/gone; cp $DATA/nv2a/op_dp4.bin after/new; for i in before after; do relit batch disasm $i --isa nv2a --out s_$i >told || true; done; relit batch compare s_before s_after || echo "exit $?"
run: for i in 1 2; do relit batch info before --out i$i --isa nv2a -- --json >told || true; done; for i in $(grep -l gone -r i2/units.jsonl) $(find i2/results -type f | head -n 1); do test $i = i2/units.jsonl || printf x >>$i; done; { relit batch compare i1 i2 || echo "exit $?"; } | sed 's/^\(damaged  *\)[a-z]*:/\1NAME:/'
run: relit batch verify in/none --out v 2>told || true; relit batch verify before/same --isa nv2a --samples 1000000 --memory-limit 1 --out v >told 2>&1 || true; relit batch compare v v || echo "exit $?"; relit batch compare i1 v || echo "exit $?"; relit batch compare i1 none || echo "exit $?"; relit batch compare i1 || echo "exit $?"; relit batch compare i1 i1 --worst 3 || echo "exit $?"; relit batch compare console plain --html no/page.html || echo "exit $?"; printf file >file; relit batch compare console plain --out file || echo "exit $?"
---- in pixels.py
# Counts the pixels that differ between two PNG files, the largest step and the mean over four channels.
import struct
import sys
import zlib


def rows_of(name):
    data = open(name, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + size
    assert depth == 8 and colour in (2, 6)
    step = 3 if colour == 2 else 4
    raw, rows, before = zlib.decompress(packed), [], bytes(width * step)
    for y in range(height):
        line = bytearray(raw[y * (width * step + 1) + 1:(y + 1) * (width * step + 1)])
        method = raw[y * (width * step + 1)]
        for x, value in enumerate(line):
            left = line[x - step] if x >= step else 0
            up, corner = before[x], before[x - step] if x >= step else 0
            nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            line[x] = (value + (0, left, up, (left + up) // 2, nearest)[method]) & 255
        rows.append([tuple(line[x * step:x * step + 3]) + (line[x * step + 3] if step == 4 else 255,) for x in range(width)])
        before = line
    return rows


pixels = [(a, b) for one, other in zip(rows_of(sys.argv[1]), rows_of(sys.argv[2])) for a, b in zip(one, other)]
steps = [[abs(x - y) for x, y in zip(a, b)] for a, b in pixels]
print(sum(any(one) for one in steps), max(map(max, steps)), f"{sum(map(sum, steps)) / (4 * len(steps)):.3f}")
---- out
in/dither.gs.xz differs
in/gif_formats.gs.xz differs
4 units: 4 done
4 units: 4 done
differs      dither.gs.xz: files/frame.png (32982 of 512 x 448 pixels, by at most 248, mean 0.377), files/memory
differs      gif_formats.gs.xz: files/frame.png (2136 of 512 x 448 pixels, by at most 255, mean 0.037), files/memory

A  console: replay --rules console --raw memory -o frame.png
B  plain: replay --rules plain --raw memory -o frame.png

same                                  2
differs                               2
exit 1
images/dither.gs.xz.files/frame.png
images/gif_formats.gs.xz.files/frame.png
A  console: replay --rules console --raw memory -o frame.png
B  console: replay --rules console --raw memory -o frame.png

same                                  4
differs                               0
    "same": 4,
4 results as 12 files
32982 248 0.377
"kind":"comparison","name":"Summary"
"kind":"change","name":"dither.gs.xz"
"kind":"change","name":"gif_formats.gs.xz"
"left/image/files/frame.png"
"left/image/files/frame.png"
"kind":"change","name":"dither.gs.xz"
fails in B   broken: exit codes 0 and 3; stdout
differs      edited: stdout
missing      gone
fails in A   repaired: exit codes 3 and 0; stdout
new          new

A  s_before: disasm --isa nv2a
B  s_after: disasm --isa nv2a

same                                  2
differs                               1
fails in A                            1
fails in B                            1
new                                   1
missing                               1
compared with other messages          2
paired by name                        3
exit 1
damaged      NAME: in B: there is more than it should have

A  i1: info --isa nv2a --json
B  i2: info --isa nv2a --json

same                                  5
differs                               0
damaged                               1
exit 3
quarantined  before/same: in A: memory limit, 1 MiB; in B: memory limit, 1 MiB

A  v: verify --isa nv2a --samples 1000000
B  v: verify --isa nv2a --samples 1000000

same                                  0
differs                               0
quarantined                           1
exit 1
exit 2
exit 3
exit 2
exit 2
exit 3
exit 3
---- err
v: error: has the results of verify, and i1 of info: compare stores of one verb
none: error: is no store of results: plan.json: cannot open: No such file or directory
batch: error: expected relit batch compare STORE_A STORE_B
relit: error: --worst requires --html
no/page.html: error: cannot write: No such file or directory
batch: error: file/dither.gs.xz.files/frame.png: the folder cannot be made: Not a directory
