// Which instruction lines of SPIR-V and IR come from, blocks, trees and uses of registers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const { instructionsOfSpirv } = await source("model/spirv.ts");
const ir = await source("model/ir.ts");
const usage = await source("model/usage.ts");

test("SPIR-V: an OpLine holds until the next one, OpNoLine or the end of the block", () => {
    const lines = [
        "OpLine %4 3 0",
        "%5 = OpFAdd %1 %2 %3",
        "OpBranch %6",
        "%6 = OpLabel",
        "OpLine %4 0 0",
        "%7 = OpFMul",
        "OpLine %4 5 0",
        "OpStore",
        "OpNoLine",
        "OpStore",
    ];
    assert.deepEqual(instructionsOfSpirv(lines), [[2], [2], [2], [], [], [], [4], [4], [4], []]);
});

const LINES = `module vertex "x"
file 0 v f32x4[16] input
file 1 r i32[4] register
file 2 flag i32[1] register
resource 0 c constant binding 0 size 64
label c 16 "tint"
called v[2] "normal"
origin 1 "MOV R1, 0"
origin 2 "ADD R2, R1, v2"
origin 3 "SUB R3, 0, 1"
function 0 main() -> void
b0:
  %r1_1: i32 = const 0x0 @1
  %1: i32 = const 0x10 @2
  %2: f32x4 = loadbuffer c, %1 @2
  %v2_1: f32x4 = loadfile v[2] @2
  %r2_1: i32 = iadd %r1_1, %v2_1 @2
  %r3_1: i32 = isub %r1_1, %r2_1 @3
  %flag_1: i32 = ieq %r3_1, %r1_1 @3
  storefile r[2].x, %r2_1 @2
  branch %flag_1, b1, b2(%r3_1) @3
b1:
  jump b0
b2(%b1_1: i32):
  return`.split("\n");

test("IR: @N is instruction N-1, also of origin lines; numbers in texts are none", () => {
    assert.equal(ir.instructionOfIrLine("  %1: f32 = const 0x0 @3 ; 0.0"), 2);
    assert.equal(ir.instructionOfIrLine('origin 2 "@P0 BRA @9 x"'), 1);
    assert.equal(ir.instructionOfIrLine('label c 0 "a @7"'), -1);
    assert.equal(ir.instructionOfIrLine("  jump b2"), -1);
});

test("IR: blocks have the edges of their terminators, not the names of values", () => {
    const [main] = ir.readIr(LINES).functions;
    assert.deepEqual(
        main.blocks.map((block) => [block.name, block.targets]),
        [
            ["b0", ["b1", "b2"]],
            ["b1", ["b0"]],
            ["b2", []],
        ],
    );
    assert.deepEqual(main.blocks[0].instructions, [0, 1, 2]);
});

test("IR: the tree nests loops, choices and blocks", () => {
    const lines = [
        "function 0 main() -> void",
        "tree {",
        "  b0:",
        "    return",
        "  loop {",
        "    if %1 {",
        "      break",
        "    } else {",
        "    }",
        "    b1:",
        "      jump b1",
        "  }",
        "  b2:",
        "    return",
        "}",
    ];
    const [main] = ir.readIr(lines).functions;
    const shape = (nodes) => nodes.map((node) => (node.children.length ? [node.kind, shape(node.children)] : node.kind));
    assert.deepEqual(shape(main.tree), ["block", "leave", ["loop", [["if", ["leave"]], "else", "block"]], "block", "leave"]);
    assert.deepEqual(
        main.blocks.map((block) => block.name),
        ["b0", "b1", "b2"],
    );
});

test("uses: definitions write, operands read, shared constants only where the text names the register", () => {
    const uses = new Map(usage.usesOf(LINES, ir.readIr(LINES), "maxwell").map((use) => [use.name, use]));
    assert.deepEqual([uses.get("r[1]").writes, uses.get("r[1]").reads], [[0], [1]]);
    assert.deepEqual([uses.get("r[2]").writes, uses.get("r[2]").reads], [[1], [2]]);
    assert.deepEqual([uses.get("r[3]").writes, uses.get("r[3]").reads], [[2], []]);
    assert.deepEqual([uses.get("v[2]").reads, uses.get("v[2]").writes, uses.get("v[2]").called], [[1], [], "normal"]);
    assert.deepEqual([uses.get("c[1]").reads, uses.get("c[1]").called, uses.get("c[1]").kind], [[1], "tint", "constant"]);
});

test("spans run from a write to the last read before the next write", () => {
    const spans = usage.spansOf({ writes: [1, 6], reads: [2, 4, 7] }, (one) => one);
    assert.deepEqual(spans, [
        { from: 1, to: 4 },
        { from: 6, to: 7 },
    ]);
    assert.deepEqual(
        usage.spansOf({ writes: [3], reads: [] }, (one) => one),
        [{ from: 3, to: 3 }],
    );
});
