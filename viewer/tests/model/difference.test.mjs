// Texts beside each other, fields of two instructions, and pixels of two images.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const { alignLines, firstRows } = await source("model/align.ts");
const { differenceOf } = await source("model/pixels.ts");
const difference = await source("model/difference.ts");

test("changed lines stand beside those in their place, others beside nothing", () => {
    const rows = alignLines(["a", "b", "c", "d"], ["a", "B", "c", "x", "d"]);
    assert.deepEqual(rows.map((row) => [row.left, row.right, row.same]), [[0, 0, true], [1, 1, false], [2, 2, true], [-1, 3, false], [3, 4, true]]);
    assert.deepEqual(firstRows(rows), [1, 3]);
    assert.deepEqual(firstRows(alignLines(["a"], ["a"])), []);
});

const program = (...texts) => ({
    disasm: { isa: "nv2a", unknown: 0, warnings: [], lines: texts.map((text, at) => ({ offset: 16 * at, text, instruction: at, words: ["0"] })) },
    images: {}, others: {}, entries: {},
});

test("instructions are paired although their addresses move", () => {
    const pairs = difference.pairsOf(program("000: MOV a;", "001: MUL b;"), program("000: NOP;", "001: MOV a;", "002: ADD b;"));
    assert.deepEqual(pairs.map((pair) => [pair.left, pair.right, pair.same]), [[-1, 0, false], [0, 1, true], [1, 2, false]]);
});

test("a text of both has as many lines on each side, and choices are pairs", () => {
    const [left, right] = [program("MOV a", "MUL b"), program("NOP", "MOV a", "ADD b")];
    const [text] = difference.textsSideBySide(left, right, difference.pairsOf(left, right));
    assert.deepEqual(text.sides.map((side) => side.lines), [["", "MOV a", "MUL b"], ["NOP", "MOV a", "ADD b"]]);
    assert.deepEqual(text.sides.map((side) => side.instructions), [[[], [1], [2]], [[0], [1], [2]]]);
    assert.deepEqual(text.sides.map((side) => side.classes), [["line-none", "", "line-removed"], ["line-added", "", "line-added"]]);
    assert.deepEqual(text.sides[0].numbers, ["", "1", "2"]);
    assert.equal(text.sides[0].text, "MOV a\nMUL b\n");
});

test("fields are joined by bits and name; those of one alone differ", () => {
    const fields = difference.fieldPairs([["3:0", "op", 2, "MUL"], ["4", "end", 1, ""]], [["3:0", "op", 3, "ADD"], ["4", "end", 1, ""], ["5", "sat", 0, ""]]);
    assert.deepEqual(fields.map((one) => [one.name, one.same]), [["op", false], ["end", true], ["sat", false]]);
    assert.equal(fields[2].left, undefined);
});

const image = (width, height, ...data) => ({ width, height, data: Uint8ClampedArray.from(data) });

test("pixels: how many, how much, the first, and amplified up to 255", () => {
    const a = image(2, 1, 10, 20, 30, 255, 1, 2, 3, 255);
    const found = differenceOf(a, image(2, 1, 10, 20, 30, 255, 4, 2, 255, 255), 10);
    assert.deepEqual([found.count, found.most, found.first], [1, 252, { x: 1, y: 0 }]);
    assert.deepEqual([...found.data], [0, 0, 0, 255, 30, 0, 255, 255]);
    assert.deepEqual([...differenceOf(a, image(1, 1, 10, 20, 30, 250), 2).data], [10, 10, 10, 255]);
    const wider = differenceOf(a, image(1, 2, 10, 20, 30, 255, 9, 9, 9, 9), 1);
    assert.deepEqual([wider.width, wider.height, wider.count], [1, 1, 0]);
});

test("draws and packets in words", () => {
    assert.equal(difference.drawTitle({ draw: 3 }), "Draw 3");
    assert.equal(difference.drawTitle({ draw: 3, count: 7, right_draw: 3 }), "Draws 3 to 9");
    assert.equal(difference.drawTitle({ draw: 4, right_draw: 5 }), "Draw 4, right 5");
    assert.equal(difference.drawTitle({ draw: 7, in: "left" }), "Draw 7, only left");
    const place = { packet: 2, offset: 256, draws: 1 };
    const text = difference.hunksText([{ left: place, right: { ...place, packet: 3 }, lines: [{ in: "both", text: "x" }, { in: "left", text: "y" }, { in: "right", text: "z" }] }]);
    assert.deepEqual(text.lines, ["@@ packet 2 at 0x100, draw 1 | packet 3 at 0x100, draw 1 @@", "  x", "- y", "+ z"]);
    assert.deepEqual(text.classes, ["", "", "line-removed", "line-added"]);
});

test("images: the first difference, then what both sides have", () => {
    const side = (images, groups) => ({ images, others: { list: { groups } }, entries: {} });
    const part = {
        images: { "a.png": 1, "b.png": 2 }, others: {},
        sides: [side({ "frame.png": 3, "g1.png": 4 }, [{ group: 1, images: { colour: "g1.png" } }]), side({ "frame.png": 5, "h1.png": 6 }, [{ group: 1, images: { colour: "h1.png", depth: "no.png" } }])],
    };
    assert.deepEqual(difference.imagePairsOf(part).map((one) => [one.title, one.left, one.right]), [
        ["After the first draw that differs", 1, 2], ["Last frame", 3, 5], ["Group 1: colour", 4, 6],
    ]);
});
