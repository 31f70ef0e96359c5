// Writes the pictures of docs/images that show reports. usage: node screenshots.mjs, after a build
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { assembled, reportOf } from "./tests/report.mjs";
import { data } from "./tests/programs.mjs";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "screenshots-"));
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

async function take(name, html, act, colorScheme = "light") {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    const page = await browser.newPage({ viewport: { width: 1360, height: 760 }, colorScheme });
    await page.goto(pathToFileURL(file).href);
    await page.locator("main > :not([role=status])").first().waitFor();
    await act(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(images, `report-${name}.png`) });
    await page.close();
}

const show = async (page, ...panes) => {
    for (const [at, pane] of panes.entries()) await page.getByLabel(`Pane of column ${at + 1}`).selectOption(pane);
};

await take("program", reportOf(data("rsx/mesa/f_phong/fp.bin"), { options: ["--isa", "rsx.fp"] }), async (page) => {
    await page.locator('[data-pane="disasm"] .cm-line', { hasText: "DP3R" }).first().click({ position: { x: 20, y: 5 } });
});
const inputs = join(folder, "inputs.json");
writeFileSync(inputs, JSON.stringify([{ v0: [1, 2, 3, 1], v2: [0, 0.6, 0.8, 0], v3: [0.5, 0.25, 1, 1], c120: [0, 0.6, 0.8, 0], c123: [8, 0, 0, 0] }, { v0: [4, 0, 1, 1], v2: [1, 0, 0, 0] }]));
await take("stepping", reportOf(data("nv2a/lighting.bin"), { options: ["--isa", "nv2a"], inputs }), async (page) => {
    await show(page, "disasm", "stepping", "registers");
    await page.getByRole("checkbox", { name: "1" }).check();
    for (let step = 0; step < 9; ++step) await page.keyboard.press("n");
}, "dark");
await take("gs", reportOf(data("gs/gif_formats.gs.xz")), async (page) => {
    await page.getByRole("option").nth(5).click();
    const pixels = page.locator("button.pixels").first();
    await pixels.click({ position: { x: 76, y: 26 } });
    await page.locator(".history summary").last().click();
    await pixels.hover();
});
await take("r500", reportOf(data("r500/depth_range")), (page) => page.getByRole("option").nth(1).click());
const pair = [data("rsx/mesa/f_phong/vp.bin"), data("rsx/mesa/f_phong/fp.bin")];
await take("pipeline", reportOf(pair, { options: ["--isa", "rsx.vp,rsx.fp"] }), async (page) => {
    await page.getByLabel("Part").selectOption({ index: 2 });
    await page.getByRole("button", { name: /^o8 of the vertex stage/ }).click();
});
const rom = assembled(data("r500/atom_tables.atom"), "tables.rom");
await take("atom", reportOf(rom.file), async (page) => {
    await page.getByRole("group", { name: "Which command table calls which" }).getByRole("button").first().click();
    await page.locator('[data-pane="disasm"] .cm-line', { hasText: "MASK_REG" }).click({ position: { x: 20, y: 5 } });
}, "dark");
rom.remove();
const after = readFileSync(data("nv2a/lighting.vsh"), "utf8").replace("lit r4, r3", "mov r4, r3").replace("r2, c122", "-r2, c122");
const changed = assembled({ name: "after.vsh", text: after }, "after.bin", ["--isa", "nv2a"]);
const before = join(dirname(changed.file), "before.bin");
copyFileSync(data("nv2a/lighting.bin"), before);
await take("difference", reportOf([before, changed.file], { options: ["--diff", "--isa", "nv2a"] }), (page) => page.keyboard.press("n"));
changed.remove();
await browser.close();
rmSync(folder, { recursive: true });
