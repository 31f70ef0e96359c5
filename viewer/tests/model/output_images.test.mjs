// Colours over a grid of fragments, and what a device makes of inputs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const grid = await source("model/grid.ts");
const verified = await source("model/verified.ts");

const GRID = {
    width: 2,
    height: 2,
    over: ["tex0"],
    targets: [{ name: "color0", target: 0, values: [[0, 0.5, 2, 1], ["nan", 0, "inf", 1], ["-inf", 0, 0, 1], [-1, 1, 0.25, 0]] }],
    discarded: [0],
};

test("grid: colours are cut to 0 to 1, alpha is not shown, and what has no colour is marked", () => {
    const target = GRID.targets[0];
    const { discarded, ...whole } = GRID;
    assert.deepEqual([...grid.pixelsOf(whole, target)].slice(0, 4), [0, 128, 255, 255]);
    assert.deepEqual([...grid.pixelsOf(GRID, target)], [96, 96, 96, 255, 255, 0, 255, 255, 0, 255, 255, 255, 0, 255, 64, 255]);
    assert.deepEqual([0, 1, 2, 3].map((at) => grid.markOf(GRID, target, at)), ["discarded", "NaN", "infinity", undefined]);
    assert.deepEqual([...grid.marksOf(GRID, target)], [["discarded", 1], ["NaN", 1], ["infinity", 1]]);
});

test("grid: a list of sets has a list of grids", () => {
    assert.equal(grid.gridsOf(GRID).length, 1);
    assert.equal(grid.gridsOf([GRID, GRID]).length, 2);
});

const VERDICT = { language: "spirv", ran: "alone", samples: 2, agrees: false };
const DIFFERENT = {
    device: "card",
    agrees: false,
    verdicts: [
        {
            ...VERDICT,
            sample: 1,
            where: "o0.x",
            wanted: "3f800000",
            got: "40000000",
            began: "instruction 3: mul R1.x, v0, c[0]",
            began_with: { where: "R1.x", wanted: "00000000", got: "3f800000" },
        },
        { ...VERDICT, language: "glsl", refused: "no doubles" },
    ],
};

test("verify: the first difference has its set, instruction and values", () => {
    assert.deepEqual(verified.differencesOf(DIFFERENT), [
        {
            language: "spirv",
            set: 1,
            text: "instruction 3: mul R1.x, v0, c[0]",
            instruction: 3,
            began: { where: "R1.x", wanted: "00000000", got: "3f800000" },
            end: { where: "o0.x", wanted: "3f800000", got: "40000000" },
        },
    ]);
    const steps = [{ instruction: 3 }, { instruction: 4 }, { instruction: 3 }];
    assert.equal(verified.stepsToInstruction(steps, 3), 3);
    assert.equal(verified.stepsToInstruction(steps, 9), 0);
});

test("verify: a device that agrees is named with its languages", () => {
    const both = { device: "card", agrees: true, verdicts: [{ ...VERDICT, agrees: true }, { ...VERDICT, agrees: true, language: "glsl" }] };
    assert.equal(verified.summaryOf(both), "card gives the same, through spirv and glsl.");
    assert.deepEqual(verified.differencesOf(both), []);
});
