// Marks across panes, search, keys, and what buttons save.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bundleOf, documentsOf, programPage, relit, reportOf } from "../report.mjs";
import { data } from "../programs.mjs";
import { download, lines, marked, open, show } from "./browser.mjs";

const TINT = data("rsx/containers/tint.fpo");
const tint = programPage(TINT);

test("the pointer on a line marks what came from its instruction, both ways", async () => {
    const { page } = await open(tint, { viewport: { width: 1500, height: 4000 } });
    await show(page, "disasm", "spirv", "ir");
    await lines(page, "disasm", "TEXR").hover();
    const sampled = await marked(page, "spirv", "line-hovered");
    assert.ok(
        sampled.some((line) => line.includes("OpImageSampleImplicitLod")),
        sampled.join("\n"),
    );
    assert.ok(!sampled.some((line) => /OpFMul|OpFAdd/.test(line)));
    assert.ok((await marked(page, "ir", "line-hovered")).includes("%h0_1: f32x4 = sample 0, %7, %8 @1"));
    assert.ok((await marked(page, "ir", "line-hovered")).every((line) => /@1\b|^origin 1 /.test(line)));
    await lines(page, "ir", "fmad").hover();
    assert.equal((await marked(page, "disasm", "line-hovered")).length, 1);
    assert.match((await marked(page, "disasm", "line-hovered"))[0], /MADR/);
    await page.close();
});

test("a click chooses: other panes scroll there, details explain it", async () => {
    const { page } = await open(programPage(data("r500/fs_branches_4.fs.bin")), { viewport: { width: 1500, height: 420 } });
    await show(page, "disasm", "ir", "details");
    const line = lines(page, "disasm", "FC ALU_WAIT").nth(1);
    await line.click({ position: { x: 20, y: 5 } });
    assert.equal((await marked(page, "disasm", "line-chosen")).length, 1);
    const chosen = await marked(page, "ir", "line-chosen");
    assert.ok(chosen.length > 0 && chosen.every((one) => /@4\b|^origin 4 /.test(one)), chosen.join("\n"));
    await page.getByRole("heading", { name: "Instruction 3" }).waitFor();
    assert.match(await page.locator(".instruction").textContent(), /JUMP: jumps where the decision says so/);
    const bits = await page.locator(".bit-row").nth(3).locator(".cell").allTextContents();
    assert.equal(Number.parseInt(bits.join(""), 2), 0x00080000);
    await page.close();
});

test("search: / goes there, results are grouped, a hit opens its pane and line", async () => {
    const { page } = await open(tint);
    await page.keyboard.press("/");
    await page.keyboard.type("opimagesample");
    const group = page.getByRole("region", { name: "SPIR-V" });
    await group.getByRole("button").first().click();
    assert.match(
        (await page.locator('[data-pane="spirv"] .line-chosen, [data-pane="spirv"] .line-place').allTextContents()).join(),
        /OpImageSample/,
    );
    await page.close();
});

test("keys alone: to the text, along its lines, to another pane, to a block", async () => {
    const { page } = await open(tint);
    const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    const tabTo = async (name) => {
        for (let presses = 0; presses < 60 && !(await focused()).startsWith(name); ++presses) await page.keyboard.press("Tab");
        assert.ok((await focused()).startsWith(name), `Tab never came to ${name}`);
    };
    await tabTo("Disassembly");
    await page.keyboard.press("Control+End");
    for (let step = 0; step < 2; ++step) await page.keyboard.press("ArrowUp");
    await page.getByRole("heading", { name: "Instruction 3" }).waitFor();
    await tabTo("Pane of column 3");
    await page.keyboard.type("Control");
    await tabTo("Block b0");
    await page.keyboard.press("Enter");
    assert.equal((await marked(page, "disasm", "line-chosen")).length, 4);
    await page.keyboard.press("Escape");
    assert.equal((await marked(page, "disasm", "line-chosen")).length, 0);
    await page.close();
});

test("saved texts and words are those of the verbs", async () => {
    const { page } = await open(tint);
    const disasm = await download(page, () => page.locator('[data-pane="disasm"]').getByRole("button", { name: "Save" }).click());
    assert.equal(disasm.bytes.toString(), spawnSync(relit, ["disasm", TINT], { encoding: "utf8" }).stdout);
    await show(page, "spirv");
    const spirv = await download(page, () => page.getByRole("button", { name: "Save .spv" }).click());
    const words = JSON.parse(documentsOf(tint).spirv.bytes).code.words;
    assert.deepEqual(
        [spirv.bytes.length, spirv.bytes.readUInt32LE(0), spirv.bytes.readUInt32LE(4 * (words.length - 1))],
        [words.length * 4, 0x07230203, words.at(-1)],
    );
    await page.close();
});

test("a changed constant: the saved file is what relit asm makes of the changed text", async () => {
    const { page } = await open(tint);
    await show(page, "constants");
    await page.getByLabel("y of the constant of instruction 3").fill("3.5");
    await page.keyboard.press("Tab");
    await page.getByLabel("Values as").selectOption("hex");
    await page.getByLabel("w of the constant of instruction 5").fill("12345678");
    await page.keyboard.press("Tab");
    const saved = await download(page, () => page.getByRole("button", { name: "Save the changed program" }).click());
    const text = spawnSync(relit, ["disasm", TINT], { encoding: "utf8" })
        .stdout.replace("0x40000000(2)", "0x40600000(3.5)")
        .replace(/(MADR.*)0x00000000\(0\)\}/, "$10x12345678(5.69046e-28)}");
    const made = spawnSync(relit, ["asm", "--isa", "rsx.fp", "-"], { input: text });
    assert.equal(made.status, 0, made.stderr.toString());
    assert.ok(saved.bytes.equals(made.stdout));
    await page.close();
});

const LOADING = `.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=0}
.const 4 = 1, 0.5, -0.25, 1e-3
.const 5 = 0x7fc00000, 0, 0, 0
.code 0
out[0].xyzw = VE_ADD input[0].xyzw const[4].xyzw ;
`;
const made = (text) => {
    const done = spawnSync(relit, ["asm", "--isa", "r500.vs", "-"], { input: text });
    assert.equal(done.status, 0, done.stderr.toString());
    return done.stdout;
};

for (const kind of ["text", "binary"])
    test(`a changed constant that a ${kind} of R500 loads: relit asm makes the same of it`, { timeout: 60_000 }, async () => {
        const folder = mkdtempSync(join(tmpdir(), "loading-"));
        const file = join(folder, "loading.vs");
        writeFileSync(file, kind === "text" ? LOADING : made(LOADING));
        const { page, trouble } = await open(reportOf(file, { options: ["--isa", "r500.vs"] }));
        rmSync(folder, { recursive: true });
        await show(page, "constants");
        await page.getByLabel("y of constant 4").fill("3.5");
        await page.keyboard.press("Tab");
        await page.getByLabel("x of constant 5").fill("-2");
        await page.keyboard.press("Tab");
        const saved = await download(page, () => page.getByRole("button", { name: "Save the changed program" }).click());
        const changed = LOADING.replace("1, 0.5", "1, 3.5").replace("0x7fc00000", "-2");
        assert.equal(saved.name, "patched-loading.vs");
        assert.ok(saved.bytes.equals(kind === "text" ? Buffer.from(changed) : made(changed)));
        assert.deepEqual(trouble, []);
        await page.close();
    });

test("a changed constant of a bundle's program: the saved file is the program", { timeout: 60_000 }, async () => {
    const bundle = bundleOf([TINT], ["--isa", "rsx.fp"]);
    const { page } = await open(reportOf(bundle.file));
    bundle.remove();
    await show(page, "constants");
    await page.getByLabel("y of the constant of instruction 3").fill("3.5");
    await page.keyboard.press("Tab");
    const saved = await download(page, () => page.getByRole("button", { name: "Save the changed program" }).click());
    const text = spawnSync(relit, ["disasm", TINT], { encoding: "utf8" }).stdout.replace("0x40000000(2)", "0x40600000(3.5)");
    const wanted = spawnSync(relit, ["asm", "--isa", "rsx.fp", "-"], { input: text });
    assert.equal(wanted.status, 0, wanted.stderr.toString());
    assert.ok(saved.bytes.equals(wanted.stdout));
    await page.close();
});
