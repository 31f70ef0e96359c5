// Pages of programs that form one draw: stages side by side, and what goes from one to the next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { data } from "../programs.mjs";
import { assembled, bundleOf, reportOf } from "../report.mjs";
import { lines, marked, open, violations } from "./browser.mjs";

const PAIR = [data("rsx/mesa/f_phong/vp.bin"), data("rsx/mesa/f_phong/fp.bin")];

async function pipeline(html) {
    const opened = await open(html);
    const parts = opened.page.getByLabel("Part");
    await parts.selectOption({ index: (await parts.locator("option").count()) - 1 });
    await opened.page.getByRole("region", { name: "Values between the stages" }).waitFor();
    return opened;
}

test("a pair: an output in one stage marks the input that it becomes in the next, both ways", { timeout: 120_000 }, async () => {
    const { page, trouble } = await pipeline(reportOf(PAIR, { options: ["--isa", "rsx.vp,rsx.fp"] }));
    // vp.bin: 000: MOV o[7], v[1]; 002: MOV o[8], v[2]. fp.bin reads o[8] as f[TEX1] in 006 and 012.
    await lines(page, "vertex-disasm-0", "MOV o[8]").click();
    await page.locator('[data-pane="fragment-disasm-0"] .line-chosen').first().waitFor();
    assert.deepEqual((await marked(page, "fragment-disasm-0", "line-chosen")).map((text) => text.slice(0, 30)), ["006: ADDR R2.xyz, {0x00000000(", "012: ADDR R3.xyz, {0x00000000("]);
    assert.deepEqual(await marked(page, "vertex-glsl", "line-chosen"), ["o8.xyz = v2.xyz;"]);
    await lines(page, "fragment-disasm-0", "ADDR R1.xyz, f[TEX0]").click();
    await page.locator('[data-pane="vertex-disasm-0"] .line-chosen', { hasText: "MOV o[7]" }).waitFor();
    assert.deepEqual(await marked(page, "vertex-disasm-0", "line-chosen"), ["000: MOV o[7], v[1];"]);
    await page.locator('[data-pane="fragment-glsl"] .cm-scroller').evaluate((text) => text.scrollTo(0, 0));
    await page.waitForTimeout(500); // the editor measures lines that come into sight, which moves others
    await lines(page, "fragment-glsl", "in vec4 col0;").click();
    await page.locator('[data-pane="vertex-disasm-0"] .line-chosen', { hasText: "MOV o[1]" }).waitFor();
    await lines(page, "vertex-disasm-0", "MOV o[0]").click();
    await page.waitForFunction(() => !document.querySelector('[data-pane="fragment-disasm-0"] .line-chosen'));
    assert.deepEqual(trouble, []);
    await page.close();
});

test("a bundle's programs are parts, and a pipeline; its values are chosen by keys", { timeout: 120_000 }, async () => {
    const bundle = bundleOf(PAIR, ["--isa", "rsx.vp,rsx.fp"]);
    const { page, trouble } = await pipeline(reportOf(bundle.file));
    bundle.remove();
    assert.deepEqual((await page.getByLabel("Part").locator("option").allTextContents()).map((text) => text.replace(/^pair.relit\//, "")), ["vp.bin (rsx.vp)", "fp.bin (rsx.fp)", "pair.relit (pipeline)"]);
    const value = page.getByRole("button", { name: "o7 of the vertex stage is tex0 of the fragment stage" });
    await value.focus();
    await page.keyboard.press("Enter");
    assert.equal(await value.getAttribute("aria-pressed"), "true");
    await page.locator('[data-pane="fragment-glsl"] .line-chosen', { hasText: "tex0.xyz" }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await value.getAttribute("aria-pressed"), "false");
    for (const dark of [false, true]) {
        if (dark) await page.getByRole("button", { name: "Use dark colours" }).click();
        assert.deepEqual(await violations(page), [], dark ? "dark" : "light");
    }
    assert.deepEqual(trouble, []);
    await page.close();
});

const HEADER = ".sph type=1, version=3, shader=";
const FIRST = `${HEADER}1, in_generics=0xf, out_generics=0xf10
ALD.128 R0, a[0x80] ;
AST a[0x90], R0 ;
AST.128 a[0xa0], R0 ;
EXIT ;
`;
const SECOND = `${HEADER}1, in_generics=0x10, out_system_ab=0xf0000000, out_generics=0xf00
ALD R0, a[0x90] ;
MOV R1, R0 ;
AST.128 a[0x70], R0 ;
AST.64 a[0xa0], R0 ;
EXIT ;
`;

test("two vertex programs: lines of GLSL lead to the program that they come from, each numbered from its start", { timeout: 120_000 }, async () => {
    const [first, second] = [assembled({ name: "a.txt", text: FIRST }, "a.bin", ["--isa", "maxwell"]), assembled({ name: "b.txt", text: SECOND }, "b.bin", ["--isa", "maxwell"])];
    const opened = await pipeline(reportOf([first.file, second.file], { options: ["--isa", "maxwell"] }));
    first.remove();
    second.remove();
    const { page, trouble } = opened;
    await lines(page, "vertex-glsl", "gl_Position =").click();
    await page.locator('[data-pane="vertex-disasm-1"] .line-chosen').first().waitFor();
    assert.deepEqual((await marked(page, "vertex-disasm-1", "line-chosen")).map((text) => text.replace(/^.*\s(\S+) R0, a.*$/, "$1")), ["ALD"]);
    assert.deepEqual(await marked(page, "vertex-disasm-0", "line-chosen"), []);
    await lines(page, "vertex-disasm-0", "ALD.128").click();
    await page.locator('[data-pane="vertex-glsl"] .line-chosen').first().waitFor();
    assert.deepEqual(await marked(page, "vertex-disasm-1", "line-chosen"), []);
    assert.deepEqual(trouble, []);
    await page.close();
});
