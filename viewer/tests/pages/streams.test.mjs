// Pages of a GS dump, a capture of R500 and several files at once: quiet, without violations, and led by keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assembled, documentsOf, reportOf } from "../report.mjs";
import { data } from "../programs.mjs";
import { lines, open, violations } from "./browser.mjs";

async function quiet(opened) {
    for (const dark of [false, true]) {
        if (dark) await opened.page.getByRole("button", { name: "Use dark colours" }).click();
        assert.deepEqual(await violations(opened.page), [], dark ? "dark" : "light");
    }
    assert.deepEqual(opened.trouble, []);
}

test("a dump: groups, their images and changes; arrow keys and charts choose", { timeout: 120_000 }, async () => {
    const html = reportOf(data("gs/gif_formats.gs.xz"));
    const list = JSON.parse(documentsOf(html).list.bytes);
    const opened = await open(html);
    const { page } = opened;
    assert.equal(await page.getByRole("option").count(), list.groups.length);
    await page.getByRole("listbox", { name: "Groups of draws" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: /^Group 2: draws 2–54/ }).waitFor();
    const frame = page.getByAltText("Frame after the last draw of group 2");
    await frame.waitFor();
    assert.ok(await frame.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    const second = list.groups[1];
    const changed = await page.getByRole("table", { name: "Changes since the group before" }).getByRole("row").count();
    assert.equal(changed, second.changes.length + 1);
    const chart = page.getByRole("img", { name: /^Pixels of 9 groups/ });
    const box = await chart.boundingBox();
    await page.mouse.click(box.x + box.width - 2, box.y + 5);
    await page.getByRole("heading", { name: /^Group 9: / }).waitFor();
    await quiet(opened);
    await page.close();
});

test("a capture: draws with their targets, counts and registers", { timeout: 120_000 }, async () => {
    const html = reportOf(data("r500/depth_range"));
    const documents = documentsOf(html);
    const opened = await open(html);
    const { page } = opened;
    assert.equal(await page.getByRole("option").count(), 3);
    await page.getByRole("option").nth(1).click();
    await page.getByRole("heading", { name: "Draw 2: 36 vertices, TRIANGLES" }).waitFor();
    await page.getByAltText("colour-0 after draw 2").waitFor();
    const draw = JSON.parse(documents["draw/draw-000002.json"].bytes);
    const counts = page.getByRole("table", { name: "What became of it" });
    assert.match(await counts.textContent(), new RegExp(`written${draw.counts.written}`));
    const rows = () => page.getByRole("table", { name: /^Registers/ }).getByRole("row").count();
    assert.equal(await rows(), draw.registers.filter((one) => one.before !== undefined).length + 1);
    await page.getByRole("checkbox").check();
    assert.equal(await rows(), draw.registers.length + 1);
    await page.getByLabel("Search all texts").fill("ga_point_size");
    await page.getByRole("region", { name: "Results of the search" }).getByRole("button").first().click();
    await lines(page, "packets", "GA_POINT_SIZE").first().waitFor();
    await page.getByRole("heading", { name: "Draw 1: 1 vertices, POINTS" }).waitFor();
    await page.getByRole("listbox", { name: "Draws" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Draw 3: 1 vertices, POINTS" }).waitFor();
    await page.waitForFunction(() => /^\s*6\d\d /.test(document.querySelector('[data-pane="packets"] .line-chosen')?.textContent ?? ""));
    await quiet(opened);
    await page.close();
});

/// The kernel rejects it: a register without its buffer, one that programs may not write, a depth buffer that lacks.
const REJECTED = `.r500
RB3D_COLOROFFSET_0 = 0
CP_RB_BASE = {RB_BASE=1024}
3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=1}
+ 0, 0, 0, 0
3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=1}
+ 0, 0, 0, 0
`;

test("a stream alone: its packets and draws, and what the checks say of each draw", { timeout: 120_000 }, async () => {
    const stream = assembled({ text: REJECTED, name: "in.txt" }, "rejected.pm4", ["--isa", "r500"]);
    const html = reportOf(stream.file, { options: ["--isa", "r500"], exits: [0, 3] });
    stream.remove();
    const { submissions } = JSON.parse(documentsOf(html).pm4.bytes);
    const violated = submissions.flatMap((one) => one.packets.flatMap((packet) => packet.violations));
    const opened = await open(html);
    const { page } = opened;
    assert.equal(await page.getByRole("option").count(), 2);
    const table = page.getByRole("table", { name: "Findings" });
    assert.ok(violated.length >= 3);
    assert.ok((await table.getByRole("row").count()) > violated.length);
    const unsafe = table.getByRole("row", { name: /unsafe-register/ });
    assert.match(await unsafe.textContent(), /^1unsafe-register/);
    await unsafe.getByRole("button").last().click();
    await page.locator('[data-pane="packets"] .line-chosen', { hasText: "unsafe-register" }).waitFor();
    const chart = page.getByRole("img", { name: /^Findings of 2 draws/ });
    const box = await chart.boundingBox();
    await page.mouse.click(box.x + box.width - 4, box.y + 4);
    await page.getByRole("heading", { name: "Draw 2: 1 vertices, POINTS" }).waitFor();
    await quiet(opened);
    await page.close();
});

test("a video BIOS: tables and calls lead to the listing, instructions are explained", { timeout: 120_000 }, async () => {
    const rom = assembled(data("r500/atom_tables.atom"), "tables.rom");
    const html = reportOf(rom.file);
    rom.remove();
    const opened = await open(html);
    const { page } = opened;
    const graph = page.getByRole("group", { name: "Which command table calls which" });
    assert.equal(await graph.getByRole("button").count(), 2);
    await graph.getByRole("button", { name: "Table EnableCRTC: 3 instructions" }).focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-pane="disasm"] .line-place', { hasText: ".command EnableCRTC" }).waitFor();
    assert.match(await page.getByRole("row", { name: /EnableCRTC/ }).last().textContent(), /15 bytes, 3 instructions/);
    await lines(page, "disasm", "CALL_TABLE EnableCRTC").click();
    const details = page.getByRole("region", { name: "Details of the instruction" });
    await details.getByText("CALL_TABLE calls a command table").waitFor();
    await page.locator(".block.chosen", { hasText: "ASIC_Init" }).waitFor();
    await quiet(opened);
    await page.close();
});

test("several files are parts of one page", { timeout: 120_000 }, async () => {
    const opened = await open(reportOf([data("nv2a/op_add.bin"), data("gs/prim_tris.gs.xz")], { options: ["--isa", "nv2a,gs"] }));
    const { page } = opened;
    await page.locator('[data-pane="disasm"] .cm-line').first().waitFor();
    await page.getByLabel("Part").selectOption({ index: 1 });
    await page.getByRole("listbox", { name: "Groups of draws" }).waitFor();
    await quiet(opened);
    await page.close();
});
