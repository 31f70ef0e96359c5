// Groups of draws of GS dumps, and draws of captures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const groups = await source("model/groups.ts");
const draws = await source("model/draws.ts");

const group = (more) => ({
    group: 2, first_draw: 3, last_draw: 9, primitives: { SPRITE: 4, TRI: 3 }, box: { left: 0, top: 0, right: 512, bottom: 448 },
    colour_buffer: { page: 0, width: 512, format: "CT32" }, changes: [], ...more,
});

test("pages of buffers follow the layouts of their formats", () => {
    const first = group({ covered_box: { left: 0, top: 0, right: 511, bottom: 447 }, depth_buffer: { page: 112, width: 512, format: "Z24" } });
    // A page is 64 x 32 pixels of 32 bits, 64 x 64 of 16, 128 x 64 of 8, 128 x 128 of 4: 8192 bytes.
    assert.deepEqual(groups.pageRanges(first), [{ use: "colour", first: 0, count: 112 }, { use: "depth", first: 112, count: 112 }]);
    const textured = (format, width, height) => groups.pageRanges(group({ texture: { block: 7168, buffer_width: width, format, width, height } })).at(-1);
    assert.deepEqual(textured("CT32", 64, 64), { use: "texture", first: 224, count: 2 });
    assert.deepEqual(textured("CT16S", 64, 64), { use: "texture", first: 224, count: 1 });
    assert.deepEqual(textured("T8", 256, 256), { use: "texture", first: 224, count: 8 });
    assert.deepEqual(textured("T4", 256, 256), { use: "texture", first: 224, count: 4 });
    assert.deepEqual(textured("T8H", 64, 32), { use: "texture", first: 224, count: 1 });
    assert.deepEqual(textured("T4HL", 64, 64), { use: "texture", first: 224, count: 2 });
});

test("a group is named by its draws, and its changes by register", () => {
    assert.equal(groups.drawsText(group({})), "draws 3–9");
    assert.equal(groups.drawsText(group({ last_draw: 3 })), "draw 3");
    assert.equal(groups.primitivesText(group({})), "4 SPRITE, 3 TRI");
    assert.equal(groups.afterText(group({ after: { vsyncs: 1, transfers: 2, palettes: 0 } })), "1 vsync, 2 transfers");
    const change = (register, field) => ({ register, field, after: 1, after_meaning: "1" });
    const changes = groups.changesByRegister(group({ changes: [change("TEST_1", "ATE"), change("TEX0_1", "TBW"), change("TEST_1", "ZTE")] }));
    assert.deepEqual([...changes].map(([name, all]) => [name, all.length]), [["TEST_1", 2], ["TEX0_1", 1]]);
});

const draw = (more) => ({ draw: 1, left_out: false, registers: [], surfaces: [], vertices: [], fields: {}, count: 3, ...more });

test("draws come in their order, and dark ones are known", () => {
    const part = { others: { info: {}, "draw/draw-000002.json": draw({ draw: 2 }), "draw/draw-000001.json": draw({}) } };
    assert.deepEqual(draws.drawsOf(part).map((one) => one.draw), [1, 2]);
    assert.equal(draws.resultText(draw({ counts: { written: 5 } })), "5 pixels");
    assert.equal(draws.resultText(draw({ counts: { written: 0 } })), "writes nothing");
    assert.equal(draws.resultText(draw({})), "not counted");
    assert.equal(draws.isDark(draw({})), false);
    assert.equal(draws.isDark(draw({ left_out: true, counts: { written: 5 } })), true);
});

test("draws of a stream alone are those of its packets", () => {
    const pm4 = { submissions: [{ submission: 4, draws: [{ draw: 7, dword: 3, fields: {}, count: 3, vertices: [], vertex_program: null, fragment_program: null }] }] };
    const found = draws.drawsOf({ others: { pm4 } });
    assert.deepEqual(found.map((one) => [one.draw, one.submission, draws.resultText(one), one.registers]), [[7, 4, "not counted", []]]);
    assert.equal(draws.drawsOf({ others: { pm4, "draw/draw-000001.json": draw({}) } })[0].draw, 1);
});

test("registers that changed are those with a value before", () => {
    const registers = [{ register: "ZB_CNTL", value: 0, fields: {}, before: 7 }, { register: "GA_POINT_SIZE", value: 1, fields: { WIDTH: 6, HEIGHT: 0 } }, { register: "X", value: 2, fields: {}, before: null }];
    assert.deepEqual(draws.shownRegisters(draw({ registers }), false).map((one) => one.register), ["ZB_CNTL", "X"]);
    assert.equal(draws.shownRegisters(draw({ registers }), true).length, 3);
    assert.equal(draws.fieldsText(registers[1].fields), "WIDTH=6");
    assert.equal(draws.hex(-1), "0xffffffff");
});
