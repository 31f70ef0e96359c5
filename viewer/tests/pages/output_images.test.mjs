// The image of a program's output, and what a device made of the inputs of a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../report.mjs";
import { open, show } from "./browser.mjs";

const json = (form, value) => ({ command: "", exit: 0, form, messages: [], bytes: Buffer.from(JSON.stringify(value)) });
const line = (offset, text) => ({ offset, text, words: ["00000000"], instruction: offset / 4 });
const DISASM = { isa: "rsx.fp", unknown: 0, warnings: [], lines: [line(0, "MOVR R0, f[TEX0];"), line(4, "RCPR R0.x, R0.x;")] };
const GRID = {
    width: 2,
    height: 1,
    over: ["tex0"],
    targets: [{ name: "color0", target: 0, values: [[1, 0.5, 0, 1], ["nan", 0, 0, 1]] }],
};
const lane = (name, bits) => ({ name, kind: "f32", bits });
const step = (number, instruction, bits) => ({
    step: number,
    invocation: 0,
    instruction,
    text: DISASM.lines[instruction].text,
    iteration: 1,
    reads: [],
    writes: [lane("R0.x", bits)],
});
const TRACE = { runs: [{ set: 0, steps: [step(1, 0, "3f800000"), step(2, 1, "3f000000")], results: [] }] };
const VERIFIED = {
    device: "<b>card</b>",
    agrees: false,
    verdicts: [
        {
            language: "spirv",
            ran: "alone",
            samples: 1,
            agrees: false,
            sample: 0,
            where: "color0.x",
            wanted: "3f000000",
            got: "3e800000",
            began: "instruction 1: RCPR R0.x, R0.x;",
            began_with: { where: "R0.x", wanted: "3f000000", got: "3e800000" },
        },
    ],
};
const page = (documents) => pageOf("fp", [{ kind: "program", name: "fp", isa: "rsx.fp", documents: { disasm: json("disasm", DISASM), ...documents } }]);

test("an image of the output: colours and marks are drawn, a click and fields choose a fragment", async () => {
    const { page: opened, trouble } = await open(page({ grid: json("run_grid", GRID) }));
    await show(opened, "disasm", "output");
    const canvas = opened.locator(".grid-image canvas");
    const drawn = await canvas.evaluate((one) => [...one.getContext("2d").getImageData(0, 0, 2, 1).data]);
    assert.deepEqual(drawn, [255, 128, 0, 255, 255, 0, 255, 255]);
    const status = opened.locator(".output-image [role=status]");
    assert.match(await status.textContent(), /^at 0.25, 0.5: 1, 0.5, 0, 1$/);
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: box.width * 0.75, y: box.height / 2 } });
    assert.match(await status.textContent(), /^at 0.75, 0.5: nan, 0, 0, 1 NaN$/);
    await opened.getByLabel("Column", { exact: true }).fill("0");
    assert.match(await status.textContent(), /^at 0.25/);
    assert.deepEqual(await opened.locator(".marks li").allTextContents(), [" NaN: 1 fragment"]);
    assert.deepEqual(trouble, []);
    await opened.close();
});

test("stepping: the first difference of a device leads to its step, with both values", async () => {
    const { page: opened, trouble } = await open(page({ trace: json("run", TRACE), verify: json("verify", VERIFIED) }));
    await show(opened, "disasm", "stepping");
    const note = opened.locator(".verified");
    assert.match(await note.textContent(), /R0\.x is 0\.5 \(0x3f000000\) in the interpreter, 0\.25 \(0x3e800000\) on the device/);
    await opened.getByRole("button", { name: "First difference: instruction 1" }).click();
    assert.match(await opened.locator(".stepping [role=status]").textContent(), /^step 2 of 2: RCPR/);
    assert.deepEqual(trouble, []);
    await opened.close();
});

test("search: a line of another step of the IR opens that step", async () => {
    const ir = {
        stage: "fragment",
        lines: ["module fragment", "  %1: f32 = fadd %0, %0 @1", "  %9: f32 = fmul %1, %1 @2"],
        steps: [
            { name: "lift", lines: [0, 1, 2] },
            { name: "dce", lines: [0, 1] },
            { name: "cse", lines: [0, 1, 2] },
        ],
    };
    const { page: opened } = await open(page({ ir: json("ir", ir) }));
    await show(opened, "disasm", "ir");
    await opened.locator('[data-pane="ir"] select').first().selectOption("1");
    await opened.getByRole("searchbox").fill("fmul");
    await opened.locator(".hit", { hasText: "lift: 3" }).click();
    await opened.locator('[data-pane="ir"] .line-chosen', { hasText: "fmul" }).waitFor({ timeout: 5000 });
    assert.equal(await opened.locator('[data-pane="ir"] select').first().inputValue(), "0");
    await opened.close();
});
