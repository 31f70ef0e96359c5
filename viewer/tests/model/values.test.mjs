// Bits of fields, numbers, traces, differences, drawings, search and constants.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const bits = await source("model/bits.ts");
const numbers = await source("model/numbers.ts");
const diff = await source("model/diff.ts");
const trace = await source("model/trace.ts");
const constants = await source("model/constants.ts");
const { layOut } = await source("model/layout.ts");
const { searchAll, searchSteps } = await source("model/search.ts");

test("bits: ranges of a field may lie in several words", () => {
    assert.deepEqual(bits.rangesOf("29:24+95"), [
        { high: 29, low: 24 },
        { high: 95, low: 95 },
    ]);
    const owners = bits.ownersOfBits(
        [
            ["3:0+32", "a", 0, ""],
            ["7:4", "b", 0, ""],
        ],
        64,
    );
    assert.deepEqual([owners[0], owners[5], owners[8], owners[32]], [0, 1, -1, 0]);
});

test("bits: a word splits at the borders of fields, highest bit first", () => {
    const owners = bits.ownersOfBits(
        [
            ["7:0", "a", 0, ""],
            ["31:8", "b", 0, ""],
        ],
        32,
    );
    assert.deepEqual(bits.cellsOfWord("80000003", 0, owners), [
        { owner: 1, digits: "1" + "0".repeat(23), high: 31, low: 8 },
        { owner: 0, digits: "00000011", high: 7, low: 0 },
    ]);
    const second = bits.ownersOfBits([["63:32", "a", 0, ""]], 64);
    assert.deepEqual(bits.cellsOfWord("00000001", 1, second), [{ owner: 0, digits: "0".repeat(31) + "1", high: 63, low: 32 }]);
});

test("numbers: what the bits of IEEE 754 mean", () => {
    assert.equal(numbers.showBits("3f800000", "f32"), "1");
    assert.equal(numbers.showBits("3dcccccd", "f32"), "0.1");
    assert.equal(numbers.showBits("c000", "f16"), "-2");
    assert.equal(numbers.showBits("0001", "f16"), "5.9604645e-8");
    assert.equal(numbers.showBits("3ff8000000000000", "f64"), "1.5");
    assert.equal(numbers.showBits("80000000", "f32"), "-0");
    assert.equal(numbers.showBits("ffffffff", "i32"), "-1");
    assert.equal(numbers.isNan("7fc00000", "f32"), true);
    assert.equal(numbers.isNan("7f800000", "f32"), false);
    assert.equal(numbers.isNan("7fc00000", "i32"), false);
});

test("numbers: typed values in three forms", () => {
    assert.equal(numbers.parseWord("1.5", "float"), 0x3fc00000);
    assert.equal(numbers.parseWord("-inf", "float"), 0xff800000);
    assert.equal(numbers.parseWord("0x3f", "hex"), 0x3f);
    assert.equal(numbers.parseWord("-1", "integer"), 0xffffffff);
    for (const [text, form] of [
        ["", "float"],
        ["1.5.2", "float"],
        ["0x1ffffffff", "hex"],
        ["1.5", "integer"],
        ["4294967296", "integer"],
        ["constructor", "float"],
    ]) {
        assert.equal(numbers.parseWord(text, form), undefined, `${form} ${text}`);
    }
});

test("difference: the same text has none, and signs rebuild both texts", () => {
    const old = ["a", "b", "x", "c", "d", "d", "e"];
    const next = ["a", "c", "d", "y", "d", "e", "f"];
    const made = diff.diffLines(old, next);
    assert.deepEqual(
        made.filter((line) => line.sign !== "+").map((line) => old[line.old]),
        old,
    );
    assert.deepEqual(
        made.filter((line) => line.sign !== "-").map((line) => next[line.new]),
        next,
    );
    assert.equal(made.filter((line) => line.sign === " ").length, 5);
    assert.ok(diff.diffLines(old, old).every((line) => line.sign === " "));
});

test("difference: numbers of values are no difference", () => {
    assert.equal(diff.withoutNumbers("  %12: f32 = fadd %r4_7, %3 @5"), diff.withoutNumbers("  %9: f32 = fadd %r4_2, %8 @5"));
    assert.notEqual(diff.withoutNumbers("%r4_1"), diff.withoutNumbers("%r5_1"));
});

test("difference: 20,000 lines take no second", () => {
    const old = Array.from({ length: 20000 }, (_, at) => `line ${at % 97} ${at}`);
    const start = performance.now();
    assert.equal(
        diff
            .diffLines(
                old,
                old.filter((_, at) => at % 7),
            )
            .filter((line) => line.sign === "-").length,
        Math.ceil(20000 / 7),
    );
    assert.ok(performance.now() - start < 1000);
});

test("drawing: edges go down a layer; the edge of a loop is a back edge", () => {
    const node = (name, ...targets) => ({ name, targets, width: 50, height: 20 });
    const { nodes, edges } = layOut([node("b0", "b1"), node("b1", "b2", "b3"), node("b2", "b1"), node("b3")]);
    assert.deepEqual(
        edges.filter((edge) => edge.back).map((edge) => [edge.from, edge.to]),
        [["b2", "b1"]],
    );
    const y = Object.fromEntries(nodes.map((one) => [one.name, one.y]));
    assert.ok(y.b0 < y.b1 && y.b1 < y.b2 && y.b2 === y.b3);
    assert.notEqual(nodes.find((one) => one.name === "b2").x, nodes.find((one) => one.name === "b3").x);
});

const lane = (name, hex, more = {}) => ({ name, kind: "f32", bits: hex, ...more });
const STEPS = [
    {
        step: 1,
        invocation: 0,
        iteration: 1,
        reads: [lane("v0.x", "3f800000")],
        writes: [lane("R0.x", "3f800000", { before: "00000000" })],
    },
    {
        step: 2,
        invocation: 0,
        iteration: 1,
        reads: [],
        writes: [lane("R0.x", "7fc00000", { before: "3f800000" }), lane("R0.y", "00000000", { before: "00000000" })],
    },
];

test("trace: values after steps, what changed, and the first NaN", () => {
    assert.equal(trace.valuesAfter(STEPS, 1).get("R0.x").bits, "3f800000");
    assert.equal(trace.valuesAfter(STEPS, 2).get("R0.x").bits, "7fc00000");
    assert.equal(trace.valuesAfter(STEPS, 2).get("R0.x").step, 2);
    assert.deepEqual(trace.valuesAfter(STEPS, 0).get("v0.x"), { bits: "3f800000", kind: "f32", step: 0 });
    assert.deepEqual([...trace.changedBy(STEPS[1])], ["R0.x"]);
    assert.equal(trace.stepsToNan(STEPS), 2);
    assert.deepEqual(
        [...trace.registersOf(["R10.y", "R10.x", "R2.x"])],
        [
            ["R2", ["R2.x"]],
            ["R10", ["R10.x", "R10.y"]],
        ],
    );
});

test("constants: the byte order is that which fits all words", () => {
    const disasm = { isa: "rsx.fp", unknown: 0, warnings: [], lines: [{ offset: 0, text: "", words: ["11223344", "55667788"] }] };
    const swapped = new Uint8Array([0x33, 0x44, 0x11, 0x22, 0x77, 0x88, 0x55, 0x66]);
    const order = constants.byteOrderOf(disasm, swapped);
    assert.deepEqual(order, [8, 0, 24, 16]);
    assert.deepEqual(
        [...constants.patched(swapped, order, new Map([[4, 0xaabbccdd]]))],
        [0x33, 0x44, 0x11, 0x22, 0xcc, 0xdd, 0xaa, 0xbb],
    );
    assert.equal(constants.byteOrderOf(disasm, swapped.slice(1)), undefined);
});

const LOADING = {
    isa: "r500.vs", unknown: 0, warnings: [],
    lines: [
        { offset: 4, text: ".const 4 = 1.0, 0.5", words: ["3f800000", "3f000000", "00000000", "80000000"] },
        { offset: 24, text: ".code 0" },
        { offset: 32, text: "out[0].xyzw = VE_ADD input[0].xyzw const[4].0000 ;", instruction: 0, words: ["00f00203", "00d10001", "01248082", "01ffe082"] },
        { offset: 52, text: ".const 5 = 0, 0, 0, 0", words: ["00000000", "00000000", "00000000", "00000000"] },
    ],
};

test("constants that a program of R500 loads: changed in its bytes, its text, or its listing", () => {
    const list = constants.embeddedConstants(LOADING);
    assert.deepEqual(list.map(({ slot, offset }) => [slot, offset]), [[4, 4], [5, 52]]);
    const bytesOf = (disasm) => {
        const bytes = new Uint8Array(68);
        const view = new DataView(bytes.buffer);
        for (const line of disasm.lines) (line.words ?? []).forEach((word, at) => view.setUint32(line.offset + 4 * at, Number.parseInt(word, 16), true));
        return bytes;
    };
    const changes = new Map([[8, 0x40600000], [52 + 12, 0x7fc00000]]); // y of 4 is 3.5, w of 5 is no number
    const fileOf = (bytes, disasm = LOADING) => constants.changedFile({ name: "pair.relit/c.bin", disasm, bytes }, list, changes);
    const binary = fileOf(bytesOf(LOADING));
    assert.equal(binary.name, "patched-c.bin");
    const view = new DataView(binary.content.buffer);
    assert.deepEqual([4, 8, 12, 52, 64].map((at) => view.getUint32(at, true)), [0x3f800000, 0x40600000, 0, 0, 0x7fc00000]);
    const textOf = (text) => fileOf(new TextEncoder().encode(text)).content;
    assert.equal(textOf("// .const 9 = 1, 2, 3, 4\n.CONST 4 = 1,\n  0.5, 0, -0 -- twice .const 4\n.code 0\nx ;\n.const 5 = 0, 0, 0, 0\n"),
        "// .const 9 = 1, 2, 3, 4\n.CONST 4 = 1,\n  3.5, 0, -0 -- twice .const 4\n.code 0\nx ;\n.const 5 = 0, 0, 0, 0x7fc00000\n");
    const listing = fileOf(new TextEncoder().encode("0x1, 0x2"));
    assert.equal(listing.isListing, true);
    assert.equal(listing.content.split("\n")[0], ".const 4 = 1, 3.5, 0, 0x80000000");
    assert.equal(listing.content.split("\n")[3], ".const 5 = 0, 0, 0, 0x7fc00000");
    assert.equal(fileOf(new TextEncoder().encode('#include "a"\n.const 4 = 1, 2, 3, 4\n.const 5 = 1, 2, 3, 4')).isListing, true);
});

test("search: hits by text, without regard to case, with their places", () => {
    const groups = searchAll(
        [
            { id: "a", title: "A", lines: ["MOV R0", "add"] },
            { id: "b", title: "B", lines: ["none"] },
        ],
        "mov",
    );
    assert.deepEqual(groups, [{ pane: "a", title: "A", total: 1, hits: [{ pane: "a", line: 0, text: "MOV R0", from: 0, to: 3 }] }]);
    assert.deepEqual(searchAll([{ id: "a", title: "A", lines: ["x"] }], "  "), []);
});

test("search: lines of steps that are not shown are found once, with the first step that has them", () => {
    const ir = {
        stage: "vertex",
        lines: ["%1 = load v0", "%2 = fadd %1, %1", "%3 = FADD %2, %1"],
        steps: [
            { name: "lift", lines: [0, 1, 2] },
            { name: "cse", lines: [0, 1] },
            { name: "dce", lines: [1, 2] },
        ],
    };
    const [group] = searchSteps(ir, 1, " fadd");
    assert.deepEqual([group.total, group.hits.map(({ line, step, from }) => [line, step, from])], [1, [[2, 0, 5]]]);
    assert.deepEqual(searchSteps(ir, 0, "fadd"), []);
    assert.deepEqual(searchSteps(ir, 1, ""), []);
});

test("trace: registers have the names of the file, whichever lane is named", () => {
    const lane = (name, named) => ({ name, kind: "f32", bits: "00000000", ...(named && { name_in_file: named }) });
    const step = { step: 1, invocation: 0, iteration: 1, reads: [lane("c4.y", "scale"), lane("R0.x")], writes: [lane("s1[0x0]", "param1")], lookups: [] };
    assert.deepEqual([...trace.namesInFile([step])], [["c4", "scale"], ["s1[0x0]", "param1"]]);
});
