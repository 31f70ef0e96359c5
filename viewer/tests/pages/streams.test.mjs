// Pages of a GS dump, a capture of R500 and several files at once: quiet, without violations, and led by keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentsOf, reportOf } from "../report.mjs";
import { data } from "../programs.mjs";
import { open, violations } from "./browser.mjs";

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
