// Lines of disassembly and words, and the instruction of each.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { relit } from "../report.mjs";
import { data, GUESTS } from "../programs.mjs";
import { source } from "../bundled.mjs";

const listing = await source("model/listing.ts");

const DISASM = {
    isa: "x",
    unknown: 0,
    warnings: ["odd"],
    lines: [
        { offset: 0, text: ".head" },
        {
            offset: 4,
            text: "add",
            label: "L1",
            words: ["00000001"],
            names: [
                { operand: "a", name: "b" },
                { operand: "c", name: "d", indexed: true },
            ],
            note: "n",
        },
        { offset: 8, text: "mul", words: ["00000002"] },
    ],
};

test("labels have lines of their own, which belong to the instruction", () => {
    const { lines, instructions } = listing.linesOfDisasm(DISASM);
    assert.deepEqual(lines, ["// warning: odd", ".head", "L1:", "add  // a = b, c from d; n", "mul"]);
    assert.deepEqual(instructions, [[], [], [0], [0], [1]]);
});

test("numbers of the document come before counting", () => {
    const lines = DISASM.lines.map((line, at) => (at === 1 ? { ...line, instruction: 7 } : line));
    assert.deepEqual(listing.numberLines({ ...DISASM, lines }), [-1, 7, -1]);
});

test("words have the offset in front", () => {
    assert.deepEqual(listing.linesOfWords(DISASM).lines, ["000004  00000001", "000008  00000002"]);
});

for (const [isa, file] of GUESTS) {
    test(`${isa}: the text is what relit disasm prints`, () => {
        const call = (...options) => spawnSync(relit, ["disasm", ...options, data(file)], { encoding: "utf8" }).stdout;
        assert.equal(listing.disasmText(JSON.parse(call("--json"))), call());
    });
}
