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

/// Clicks at a part of an image, from 0 to 1.
async function clickAt(image, x, y) {
    const box = await image.boundingBox();
    await image.page().mouse.click(box.x + x * box.width, box.y + y * box.height);
}

const historyOf = (page) => page.getByRole("region", { name: "History of the pixel" });

test("a dump: a click on a frame and the arrow keys show the history of a pixel", { timeout: 120_000 }, async () => {
    const html = reportOf(data("gs/gif_formats.gs.xz"));
    const documents = documentsOf(html);
    const { area, pixels, events } = JSON.parse(documents.pixels.bytes);
    assert.deepEqual([area.columns, area.rows, pixels.length], [16, 14, 224]);
    const opened = await open(html);
    const { page } = opened;
    await page.getByText("The histories of 224 pixels are recorded").waitFor();
    const frame = page.getByAltText("Frame after the last draw of group 1");
    await frame.waitFor();
    const marks = page.locator("button.pixels:hover circle");
    await frame.hover();
    assert.ok((await marks.count()) > 100);
    assert.equal(await marks.first().evaluate((mark) => getComputedStyle(mark).visibility), "visible");
    // The image has as many columns as the buffer, or a part of them, and is shown at its own size.
    const [width, height] = await frame.evaluate((image) => [image.naturalWidth, image.naturalHeight]);
    const buffer = JSON.parse(documents.list.bytes).groups[0].colour_buffer.width;
    const factor = Math.floor(buffer / width);
    const wanted = pixels.findIndex((one) => events.some((event) => pixels[event.pixel] === one && event.kind === "draw"));
    const { x, y } = pixels[wanted];
    await clickAt(frame, (x + 0.5) / factor / width, (y + 0.5) / factor / height);
    const history = historyOf(page);
    const own = events.filter((event) => event.pixel === wanted);
    await history.getByRole("heading", { name: `Pixel ${x}, ${y}: ${own.length} event` }).waitFor();
    assert.equal(await history.locator("ol > li").count(), own.length);
    const at = own.findIndex((event) => event.kind === "draw");
    const item = history.locator("ol > li").nth(at);
    await item.locator("summary").click();
    assert.match(await item.textContent(), new RegExp(`Draw ${own[at].draw}: ${own[at].primitive} at ${x},${y}`));
    assert.match(await item.getByRole("row", { name: /^Shaded/ }).textContent(), new RegExp(own[at].shaded.join(" ")));
    await quiet(opened);
    await item.getByRole("button", { name: /^group/ }).click();
    const group = JSON.parse(documents.list.bytes).groups.find((one) => one.first_draw <= own[at].draw && own[at].draw <= one.last_draw);
    await page.getByRole("heading", { name: new RegExp(`^Group ${group.group}: `) }).waitFor();
    const button = page.locator("button.pixels").first();
    await button.focus();
    await page.keyboard.press("ArrowRight");
    const next = pixels[wanted + 1];
    await history.getByRole("heading", { name: `Pixel ${next.x}, ${next.y}: ` }).waitFor();
    await page.keyboard.press("ArrowDown");
    const below = pixels[wanted + 1 + area.columns];
    await history.getByRole("heading", { name: `Pixel ${below.x}, ${below.y}: ` }).waitFor();
    // The image of a card chooses the group and a pixel.
    await clickAt(page.getByRole("option").nth(1).locator("img"), 0, 0);
    await history.getByRole("heading", { name: `Pixel ${pixels[0].x}, ${pixels[0].y}: ` }).waitFor();
    await page.getByRole("heading", { name: /^Group 2: / }).waitFor();
    assert.deepEqual(opened.trouble, []);
    await page.close();
});

test("a capture: the history of a pixel has inputs, tests and stored words", { timeout: 120_000 }, async () => {
    const html = reportOf(data("r500/depth_range"));
    const { pixels } = JSON.parse(documentsOf(html).pixels.bytes);
    assert.equal(pixels.length, 64);
    const opened = await open(html);
    const { page } = opened;
    await page.getByRole("option").nth(1).click();
    const image = page.getByAltText("colour-0 after draw 2");
    await image.waitFor();
    await page.getByText("The histories of 64 pixels are recorded").waitFor();
    const wanted = pixels.findIndex((one) => one.events.some((event) => event.draw === 2 && event.fragments?.length));
    const { x, y, events } = pixels[wanted];
    const [width, height] = await image.evaluate((one) => [one.naturalWidth, one.naturalHeight]);
    const full = JSON.parse(documentsOf(html)["draw/draw-000002.json"].bytes).surfaces.find((one) => one.use === "colour");
    await clickAt(image, ((x + 0.5) * width) / full.width / width, ((y + 0.5) * height) / full.height / height);
    const history = historyOf(page);
    await history.getByRole("heading", { name: `Pixel ${x}, ${y}: ${events.length} event` }).waitFor();
    const at = events.findIndex((event) => event.draw === 2);
    const item = history.locator("ol > li").nth(at);
    await item.locator("summary").click();
    assert.equal(await item.getByRole("row", { name: /^Stored/ }).count(), events[at].changes.length);
    assert.ok((await item.getByRole("row", { name: /^Program, colour 0/ }).count()) > 0);
    await item.getByRole("button", { name: "draw 2" }).click();
    await page.getByRole("heading", { name: "Draw 2: 36 vertices, TRIANGLES" }).waitFor();
    await quiet(opened);
    await page.close();
});

test("a page of a dump without recorded pixels", { timeout: 120_000 }, async () => {
    const html = reportOf(data("gs/scanmsk.gs.xz"), { options: ["--pixels", "none"] });
    assert.equal(documentsOf(html).pixels, undefined);
    const opened = await open(html);
    const { page } = opened;
    await page.getByAltText("Frame after the last draw of group 1").waitFor();
    assert.equal(await page.locator("button.pixels").count(), 0);
    assert.deepEqual(opened.trouble, []);
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
