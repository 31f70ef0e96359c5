// Histories of pixels: which pixel is next to a place, where the keys go, and what an event says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const histories = await source("model/histories.ts");

const change = { place: 0, before: 1, after: 0x80402010 };
const draw = (pixel, number, more) => ({
    pixel, kind: "draw", draw: number, frame: 1, packet: 2, offset: 48, primitive: "SPRITE", x: 4, y: 5, fbp: 0,
    vertex: { rgba: [1, 2, 3, 4], z: 9, fog: 255 }, shaded: [1, 2, 3, 4], tests: { alpha: true, destination_alpha: true, depth: true },
    blended: [16, 32, 64, 128], frame_word: { address: 256, written: true, before: 1, after: 0x80402010 }, changes: [change, other], ...more,
});
const other = { place: 1, before: 3, after: 0x2010 }; // of a place of 16 bits
const place = { buffer: "frame", page: 0, width: 64, format: "CT32", address: 256, bits: 32, first: 1, last: 0x80402010 };
const pixel = (x, y) => ({ x, y, left_out: 0, places: [place, { ...place, format: "CT16", address: 512 }] });
const dump = (events) => ({
    area: { x: 0, y: 0, width: 40, height: 20, columns: 2, rows: 2 }, events, pixels: [pixel(10, 5), pixel(30, 5), pixel(10, 15), pixel(30, 15)],
});

test("events belong to their pixels", () => {
    const all = histories.historiesOf(dump([draw(2, 7), draw(0, 8), draw(2, 9)]));
    assert.deepEqual(all.pixels.map((one) => one.events.map((event) => event.draw)), [[8], [], [7, 9], []]);
    assert.equal(all.pixels[0].ends[0], "0x80402010 in frame of page 0, 64 pixels wide, CT32");
    assert.equal(histories.historiesOf({ draws: 3 }), undefined);
    assert.equal(histories.historiesOf(undefined), undefined);
});

test("an event says what it brought and what became of it", () => {
    const tested = { tests: { alpha: false, destination_alpha: true, depth: false }, blended: undefined, frame_word: { address: 256, written: false, before: 7, after: 7 }, changes: [] };
    const [stored, failed] = histories.historiesOf(dump([draw(0, 1), draw(0, 2, tested)])).pixels[0].events;
    assert.equal(stored.title, "Draw 1: SPRITE at 4,5");
    assert.equal(stored.result, "stores 0x80402010");
    assert.deepEqual(stored.rows.find(([name]) => name === "Frame"), ["Frame", "0x00000001 → 0x80402010 at 0x000100"]);
    // The frame's own word has its line already.
    assert.deepEqual(stored.rows.filter(([name]) => name === "Memory"), [["Memory", "0x00000003 → 0x00002010 in frame of page 0, 64 pixels wide, CT16"]]);
    assert.equal(failed.result, "alpha and depth fail");
    assert.deepEqual(failed.rows.find(([name]) => name === "Tests"), ["Tests", "alpha fails, depth fails"]);
    assert.deepEqual(failed.rows.find(([name]) => name === "Frame"), ["Frame", "0x00000007 stays at 0x000100"]);
});

test("an event of a capture has inputs, tests, blending and what was stored", () => {
    const test = { value: 3, stored: 5, mask: 0xffffff, compare: "<", passes: true };
    const equation = { source: "SRC_ALPHA", destination: "ZERO", function: "add" };
    const fragment = {
        triangle: 4, back: false, z: 0.25, inverse_w: null, end: "stored", inputs: [{ name: "texture 0", value: [0, 0.5, 1, null] }], colours: [[1, 0, 0, 1], null, null, null],
        depth: test, targets: [{ unit: 0, source: [1, 0, 0, 1], destination: [0, 0, 0, 0], result: [1, 0, 0, 1], written: "rgb", colour: equation, alpha: equation }],
    };
    const changes = [{ location: 0, before: "0x00", after: "0xff", computed: "0xfe", device_differs: true }];
    const content = {
        area: { columns: 1 },
        pixels: [{ x: 1, y: 2, row: 9, left_out: 3, locations: [{ use: "colour", unit: 0, buffer: 3, offset: 16, value: "0xff" }], events: [{ kind: "draw", draw: 2, submission: 0, primitive: "TRIANGLES", approximate: [], fragments: [fragment], changes }] }],
    };
    const [one] = histories.historiesOf(content).pixels;
    assert.deepEqual([one.row, one.leftOut, one.ends], [9, 3, ["0xff in colour 0 at 0x10 of buffer 3"]]);
    const [event] = one.events;
    assert.equal(event.title, "Draw 2: TRIANGLES");
    assert.equal(event.result, "stores 0xff");
    const rows = new Map(event.rows);
    assert.equal(rows.get("Triangle 4"), "front, z 0.25, 1/w not finite");
    assert.equal(rows.get("Input, texture 0"), "0 0.5 1 not finite");
    assert.equal(rows.get("Depth test"), "3 < 5 passes");
    assert.equal(rows.get("Blend, colour 0"), "source 1 0 0 1, destination 0 0 0 0: 1 0 0 1");
    assert.equal(rows.get("Mask, colour 0"), "rgb is written");
    assert.equal(rows.get("Stored"), "0x00 → 0xff in colour 0 at 0x10 of buffer 3");
});

test("the pixel next to a place, and the one to which a key goes", () => {
    const all = histories.historiesOf(dump([]));
    assert.deepEqual([[0, 0], [19, 9], [22, 9], [22, 12], [5, 19]].map(([x, y]) => histories.nearest(all, x, y)), [0, 0, 1, 3, 2]);
    const go = (at, key) => histories.stepped(all, at, key);
    assert.deepEqual([go(0, "ArrowRight"), go(1, "ArrowRight"), go(1, "ArrowDown"), go(3, "ArrowLeft"), go(2, "ArrowUp"), go(2, "ArrowDown")], [1, 1, 3, 2, 0, 2]);
    assert.equal(go(0, "Enter"), undefined);
});

test("how far an image was reduced", () => {
    assert.deepEqual([[640, 213], [640, 640], [512, 256], [64, 1], [128, 64]].map(([width, reduced]) => histories.factorOf(width, reduced)), [3, 1, 2, 33, 2]);
});
