// Stepping through a run, texts that want to be markup, large programs, and kinds of parts without a view.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pageOf, programPage, relit } from "../report.mjs";
import { data } from "../programs.mjs";
import { marked, open, show } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "runs-"));
after(() => rmSync(folder, { recursive: true }));
const inputs = join(folder, "inputs.json");
const SETS = [
    {
        v0: ["3f800000", "3f000000", "3f000000", "3f800000"],
        c96: ["3f800000", "3f000000", "3f000000", "3f800000"],
        v2: ["3f800000", "00000000", "00000000", "00000000"],
    },
    {
        v0: ["3f800000", "3f000000", "3f000000", "3f800000"],
        c96: ["40000000", "3f000000", "3f000000", "3f800000"],
        v2: ["7fc00000", "00000000", "00000000", "00000000"],
    },
];
writeFileSync(inputs, JSON.stringify(SETS));
const LIGHTING = data("nv2a/lighting.bin");

test("stepping: values are those of relit run, keys step, a value leads to its writer", async () => {
    const { page, trouble } = await open(programPage(LIGHTING, { inputs }));
    await show(page, "disasm", "stepping", "details");
    const value = (name) => page.locator(`.lane[title^="${name}: "]`).first();
    // Both keys come before the page is drawn again.
    await page.evaluate(() =>
        [1, 2].forEach(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }))),
    );
    assert.deepEqual(await marked(page, "disasm", "line-chosen"), ["dp4 oPos.x, v0, c[96]"]);
    assert.match(await value("o0.x").getAttribute("class"), /changed/);
    assert.match(await value("o0.x").textContent(), /^2\.5/);
    await page.getByLabel("Step", { exact: true }).focus();
    await page.keyboard.press("End");
    const run = JSON.parse(spawnSync(relit, ["run", LIGHTING, "--inputs", inputs], { encoding: "utf8" }).stdout);
    for (const [at, lane] of [..."xyzw"].entries())
        assert.ok((await value(`o0.${lane}`).textContent()).endsWith(run[0].o0[at]), `o0.${lane}`);
    await page.keyboard.press("p");
    assert.match(await page.locator(".stepping [role=status]").textContent(), /^step 14 of 15/);
    await value("o0.x").click();
    assert.match(await page.locator(".stepping [role=status]").textContent(), /^step 2 of 15: dp4 oPos.x/);
    assert.deepEqual(trouble, []);
    await page.close();
});

test("stepping: sets beside each other, and the first NaN", async () => {
    const { page } = await open(programPage(LIGHTING, { inputs }));
    await show(page, "disasm", "stepping", "details");
    assert.equal(await page.getByRole("button", { name: "First NaN" }).count(), 0);
    await page.getByRole("checkbox", { name: "1" }).check();
    assert.deepEqual(await page.locator(".values thead th").allTextContents(), ["Register", "Set 0", "Set 1"]);
    assert.equal(await page.locator('.lane.differs[title^="c96.x: "]').count(), 2);
    await page.getByRole("checkbox", { name: "0" }).uncheck();
    await page.getByRole("button", { name: "First NaN" }).click();
    assert.match((await marked(page, "disasm", "line-chosen"))[0], /^dp3 R0\.x, v2, v2/);
    assert.ok((await page.locator(".lane.nan.changed").count()) > 0);
    await page.close();
});

const HOSTILE = '</script><img src=x onerror="window.hit=1"><svg onload="window.hit=1">"\' \u2028 \u202e &lt;b&gt;';
const json = (value) => ({
    command: HOSTILE,
    exit: 0,
    form: "x",
    messages: [{ warning: { file: HOSTILE, text: HOSTILE } }],
    bytes: Buffer.from(JSON.stringify(value)),
});

function hostilePage() {
    const line = (at) => ({
        offset: at * 4,
        text: HOSTILE,
        label: HOSTILE,
        note: HOSTILE,
        words: ["00000001"],
        names: [{ operand: HOSTILE, name: HOSTILE }],
    });
    const code = { text: `${HOSTILE}\n${HOSTILE}`, instructions: [[0], [1]], words: [1] };
    const documents = {
        info: json({ isa: HOSTILE, stage: HOSTILE, "constant values": [{ offset: 0, name: HOSTILE, words: ["00000000"] }] }),
        disasm: json({ isa: HOSTILE, unknown: 0, warnings: [HOSTILE], lines: [line(0), line(1)] }),
        explain: json({
            rows: [[HOSTILE, HOSTILE, HOSTILE, HOSTILE]],
            instructions: [{ offset: 0, summary: HOSTILE, fields: [0, 9] }],
        }),
        lint: json({ findings: [{ instruction: 0, offset: 0, rule: HOSTILE, reason: HOSTILE, fixable: false }] }),
        ir: json({
            stage: HOSTILE,
            lines: [
                `file 0 "${HOSTILE}" f32x4[2] register`,
                `function 0 ${HOSTILE}() -> void`,
                "b0:",
                `  %${HOSTILE}_1: f32 = x @1`,
                "  return",
            ],
            steps: [{ name: HOSTILE, lines: [0, 1, 2, 3, 4] }],
        }),
        glsl: json({
            code,
            context: { [HOSTILE]: 1, __proto__: 2 },
            interface: [{ kind: HOSTILE, name: HOSTILE, type: HOSTILE, set: 0, binding: 0, location: 0, size: 1 }],
            assumed: [{ name: HOSTILE, value: HOSTILE, why: HOSTILE }],
            approximate: [HOSTILE],
            features: [HOSTILE],
        }),
        spirv: json({ code }),
        trace: json({
            runs: [
                {
                    set: 0,
                    results: [],
                    steps: [
                        {
                            step: 1,
                            invocation: 0,
                            instruction: 0,
                            text: HOSTILE,
                            iteration: 1,
                            reads: [{ name: HOSTILE, kind: "f32", bits: "0" }],
                            writes: [{ name: HOSTILE, kind: HOSTILE, bits: "7", before: "0" }],
                            lookups: [],
                        },
                    ],
                },
            ],
        }),
    };
    return pageOf(HOSTILE, [{ kind: "program", name: HOSTILE, isa: HOSTILE, documents }]);
}

test("hostile texts add no element and run nothing", async () => {
    const { page, trouble } = await open(hostilePage());
    const panes = await page
        .getByLabel("Pane of column 1")
        .locator("option")
        .evaluateAll((all) => all.map((one) => one.value));
    assert.ok(panes.length >= 13);
    for (const pane of panes) {
        await show(page, pane);
        await page
            .locator("section.column")
            .first()
            .locator("button:not(.plain):visible")
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined);
        const found = await page.evaluate(() => ({
            elements: document.querySelectorAll("img:not(.cm-widgetBuffer), iframe, svg[onload], [onerror]").length,
            hit: window.hit,
            scripts: document.scripts.length,
        }));
        assert.deepEqual(found, { elements: 0, hit: undefined, scripts: 10 }, pane);
    }
    assert.deepEqual(trouble, []);
    await page.close();
});

test("20,000 lines open in less than three seconds and follow the pointer", async () => {
    const text = (at) => `dp4 R${at % 12}.x, v${at % 16}, c[${at % 192}]`;
    const disasm = {
        isa: "nv2a",
        unknown: 0,
        warnings: [],
        lines: Array.from({ length: 20000 }, (_, at) => ({
            offset: at * 16,
            text: text(at),
            instruction: at,
            words: ["00000000", "00ec001b", "0836186c", "20708800"],
        })),
    };
    const glsl = {
        code: {
            text: disasm.lines.map((line) => `r0 = dot(v0, c[${line.instruction}]);`).join("\n"),
            instructions: disasm.lines.map((line) => [line.instruction]),
        },
    };
    const html = pageOf("large", [
        { kind: "program", name: "large", isa: "nv2a", documents: { disasm: json(disasm), glsl: json(glsl) } },
    ]);
    const start = performance.now();
    const { page } = await open(html);
    await page.locator('[data-pane="glsl"] .cm-line').first().waitFor();
    const opened = performance.now() - start;
    assert.ok(opened < 3000, `${opened} ms`);
    await page.locator('[data-pane="disasm"] .cm-content').focus();
    await page.keyboard.press("Control+End");
    await page.locator('[data-pane="glsl"] .line-chosen').waitFor();
    assert.deepEqual(await marked(page, "glsl", "line-chosen"), ["r0 = dot(v0, c[19999]);"]);
    console.log(`20,000 lines: ${Math.round(opened)} ms`);
    await page.close();
});

test("a kind without a view shows its documents as trees; a report of several parts has a choice", async () => {
    const parts = ["comet", "constructor"].map((kind) => ({
        kind,
        name: kind,
        documents: { tail: json({ length: [1, 2, { deep: "core" }] }) },
    }));
    const { page, trouble } = await open(pageOf("two", parts));
    for (const name of ["tail", "length", "2"]) await page.locator("summary", { hasText: name }).first().click();
    await page.getByText('"core"').waitFor();
    await page.getByLabel("Part").selectOption("1");
    await page.getByRole("heading", { name: "constructor" }).waitFor();
    assert.deepEqual(trouble, []);
    await page.close();
});

test("a document with another form spoils its pane alone, with a reason", async () => {
    const disasm = { isa: "nv2a", unknown: 0, warnings: [], lines: [{ offset: 0, text: "nop", words: ["00000000"] }] };
    const glsl = { code: { text: "void main() {}", instructions: [[0]] }, interface: 5 };
    const { page } = await open(
        pageOf("odd", [{ kind: "program", name: "odd", isa: "nv2a", documents: { disasm: json(disasm), glsl: json(glsl) } }]),
    );
    await show(page, "disasm", "interface");
    await page.getByRole("alert").getByText("not as the viewer expects").waitFor({ timeout: 5000 });
    assert.equal(await page.locator('[data-pane="disasm"] .cm-line').count(), 1);
    await show(page, "disasm", "glsl");
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.close();
});
