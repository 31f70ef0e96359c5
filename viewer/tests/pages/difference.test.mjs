// Pages of a difference: quiet, without violations, led by keys; images are compared in the page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { documentsOf, relit, reportOf } from "../report.mjs";
import { data } from "../programs.mjs";
import { download, open, violations } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "difference-"));
after(() => rmSync(folder, { recursive: true }));

const TINT = data("rsx/containers/tint.fpo");

/// The same program with another operation and another constant, and an instruction more.
function changedTint() {
    const text = spawnSync(relit, ["disasm", TINT], { encoding: "utf8" }).stdout;
    const changed = text.replace("MULR R1, f", "ADDR R1, f").replace("0x40000000(2)", "0x40400000(3)");
    const made = spawnSync(relit, ["asm", "--isa", "rsx.fp", "-"], { input: changed });
    assert.equal(made.status, 0, made.stderr.toString());
    const file = join(folder, "changed'<b>.fpo");
    writeFileSync(file, made.stdout);
    return file;
}

async function quiet({ page, trouble }) {
    for (const dark of [false, true]) {
        if (dark) await page.getByRole("button", { name: "Use dark colours" }).click();
        assert.deepEqual(await violations(page), [], dark ? "dark" : "light");
    }
    assert.deepEqual(trouble, []);
    await page.close();
}

/// Marked lines of a side, which are there as soon as its text is drawn.
const side = async (page, id, mark) => {
    const lines = page.locator(`[data-pane="${id}"] .cm-line.${mark}`);
    await lines.first().waitFor();
    return lines.allTextContents();
};

test("two programs: the changed instruction first, its bits and fields, and what it does to GLSL", { timeout: 120_000 }, async () => {
    const opened = await open(reportOf([TINT, changedTint()], { options: ["--diff"] }));
    const { page } = opened;
    await page.getByRole("heading", { name: "Instruction 3" }).waitFor();
    assert.match((await side(page, "left-disasm", "line-removed")).join(), /^003: MULR R1/);
    assert.match((await side(page, "right-disasm", "line-added")).join(), /^003: ADDR R1/);
    assert.equal(await page.getByText("1 of 4 instructions differ").count(), 1);
    const fields = page.getByRole("table", { name: "Fields of both" });
    assert.deepEqual(await fields.locator("tbody tr td:nth-child(2)").allTextContents(), ["op", "constant.y"]);
    assert.match(await fields.textContent(), /MUL: the product.*ADD: the sum/);
    await page.getByLabel("all fields").check();
    assert.ok((await fields.locator("tbody tr").count()) > 10);
    // 2 and 3 as operations differ in one bit, 2.0 and 3.0 in one as well.
    assert.equal(await page.locator(".bit-added").count(), 2);
    await page.getByLabel("Text").selectOption({ label: "GLSL, optimised" });
    assert.match((await side(page, "right-glsl", "line-added")).join(), /\+/);
    const saved = await download(page, () => page.locator('[data-pane="left-disasm"], [data-pane="left-glsl"]').getByRole("button", { name: "Save" }).click());
    assert.match(saved.bytes.toString(), /^#version/);
    assert.equal(await page.locator("b", { hasText: "changed" }).locator("b").count(), 0);
    await quiet(opened);
});

test("keys alone: n and p go through the differences, arrows choose a line", { timeout: 120_000 }, async () => {
    const opened = await open(reportOf([data("nv2a/lighting.bin"), data("nv2a/op_add.bin")], { options: ["--diff", "--isa", "nv2a"] }));
    const { page } = opened;
    const status = page.locator(".difference-bar [role=status]");
    await page.getByLabel("Text").selectOption({ label: "GLSL, literal" });
    const count = Number(/of (\d+)/.exec(await status.textContent())[1]);
    assert.ok(count > 1);
    await page.locator("body").press("Escape");
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("n");
    assert.match(await status.textContent(), /^difference 2 of/);
    await page.keyboard.press("p");
    assert.match(await status.textContent(), /^difference 1 of/);
    await page.getByLabel("Text").selectOption({ label: "Disassembly" });
    await page.locator('[data-pane="left-disasm"] .cm-content').focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: /^Instruction 1\b/ }).waitFor();
    await quiet(opened);
});

test("one program with other options: the text that differs is shown at once; both sides are parts", { timeout: 120_000 }, async () => {
    const opened = await open(reportOf(data("nv2a/op_rsq.bin"), { options: ["--diff", "--isa", "nv2a", "--other", "--arithmetic exact"] }));
    const { page } = opened;
    await page.getByText("all instructions are the same").waitFor();
    assert.notEqual(await page.getByLabel("Text").evaluate((list) => list.selectedOptions[0].textContent), "Disassembly (same)");
    assert.equal(await page.getByRole("option", { name: "Disassembly (same)" }).count(), 1);
    await page.getByLabel("Part").selectOption({ index: 2 });
    await page.getByLabel("Pane of column 1").waitFor();
    await quiet(opened);
});

/// The colours of a canvas, as one list.
const colours = (page, name) =>
    page.getByRole("img", { name }).evaluate((canvas) => [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data]);

test("two dumps: both images, their difference by a factor, and one behind the other", { timeout: 180_000 }, async () => {
    const html = reportOf([data("gs/scanmsk.gs.xz"), data("gs/prim_tris.gs.xz")], { options: ["--diff"] });
    const documents = documentsOf(html);
    const first = JSON.parse(documents.first.bytes);
    const opened = await open(html);
    const { page } = opened;
    await page.getByText(`${first.frame.pixels} of ${first.frame.width} x ${first.frame.height} pixels differ`).waitFor();
    const [left, right] = [await colours(page, /^Left: /), await colours(page, /^Right: /)];
    const factor = page.getByRole("slider", { name: /^Differences times/ });
    await factor.fill("2");
    const doubled = await colours(page, "Differences times 2");
    const at = left.findIndex((value, index) => index % 4 < 3 && Math.abs(value - right[index]) > 0);
    assert.equal(doubled[at], Math.min(255, 2 * Math.abs(left[at] - right[at])));
    const wipe = page.getByRole("slider", { name: /^Left up to/ });
    await wipe.fill("100");
    assert.deepEqual(await colours(page, "Left, then right"), left);
    await wipe.focus();
    await page.keyboard.press("Home");
    assert.deepEqual(await colours(page, "Left, then right"), right);
    const draws = JSON.parse(documents.draws.bytes).differences;
    assert.equal(await page.getByLabel("Draws that differ").locator("option").count(), draws.length);
    await page.getByLabel("Draws that differ").selectOption({ index: 1 });
    const states = page.locator(".overview table.states");
    assert.equal(await states.getByRole("row").count(), draws[1].state.length + 1);
    await page.locator(".image-pair select").selectOption({ label: "Last frame" });
    await page.getByText(/pixels differ/).waitFor();
    await quiet(opened);
});

test("two captures of R500: the first draw, its registers and programs", { timeout: 180_000 }, async () => {
    const html = reportOf([data("r500/gouraud_triangle"), data("r500/depth_range")], { options: ["--diff"] });
    const first = JSON.parse(documentsOf(html).first.bytes);
    const opened = await open(html);
    const { page } = opened;
    await page.getByRole("heading", { name: /^First difference: draw 2, submission 0, dword 509 \(left\)/ }).waitFor();
    const states = page.getByRole("table", { name: "What differs of the first draw" });
    assert.equal(await states.getByRole("row").count(), first.state.length + 1);
    await page.getByText(`${first.surfaces[0].pixels} of 128 x 128 pixels differ`).waitFor();
    assert.ok((await page.locator('[data-pane="fragment-program"] .line-added').count()) > 0);
    await quiet(opened);
});

test("two programs with inputs: the steps of both runs are a text", { timeout: 120_000 }, async () => {
    const inputs = join(folder, "in.json");
    writeFileSync(inputs, '{"tex0": [0.25, 0.5, 0, 1]}');
    const html = reportOf([TINT, changedTint()], { inputs, options: ["--diff"] });
    const documents = documentsOf(html);
    assert.equal(JSON.parse(documents["right/trace"].bytes).runs.length, 1);
    const opened = await open(html);
    const { page } = opened;
    await page.getByLabel("Text").selectOption({ label: "Steps of the runs" });
    assert.match((await side(page, "left-steps", "line-removed")).join(), /MULR R1.* = /);
    assert.match((await side(page, "right-steps", "line-added")).join(), /ADDR R1.* = /);
    await quiet(opened);
});
