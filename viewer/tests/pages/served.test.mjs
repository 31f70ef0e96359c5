// relit view --serve: the page in the browser is made again when the text is saved, and a text with a mistake leaves it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { test } from "node:test";
import { bundleOf, relit } from "../report.mjs";
import { browser } from "./browser.mjs";

const program = (line) => `.isa nv2a\n${line}\nmov oPos, v0\n`;

test("a saved text renews the page", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "served-"));
    const file = join(folder, "a.txt");
    writeFileSync(file, program("mov oT0, c[100]"));
    const served = spawn(relit, ["view", file, "--serve", "--browser", "none"], { env: { ...process.env, TMPDIR: folder } });
    const [first] = await once(served.stdout, "data");
    const page = await browser.newPage();
    const shows = (text) => page.locator(".cm-line", { hasText: text }).first().waitFor();
    await page.goto(String(first).trim());
    await shows("oT0, c[100]");
    writeFileSync(file, program("mov oT0, c[101]"));
    await shows("oT0, c[101]");
    writeFileSync(file, program("mov oT0, nothing"));
    const [mistake] = await once(served.stderr, "data");
    assert.match(String(mistake), /a\.txt:2:\d+: error/);
    writeFileSync(file, program("mov oT0, c[102]"));
    await shows("oT0, c[102]");
    served.kill("SIGINT");
    const [code] = await once(served, "exit");
    assert.equal(code, 0);
    await page.close();
    rmSync(folder, { recursive: true });
});

test("a bundle that is made again renews the page, with the programs that it has now", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "served-"));
    const file = join(folder, "pair.relit");
    const put = (line) => {
        const bundle = bundleOf([{ name: "a.txt", text: program(line) }]);
        copyFileSync(bundle.file, file);
        bundle.remove();
    };
    put("mov oT0, c[100]");
    const served = spawn(relit, ["view", file, "--serve", "--browser", "none"], { env: { ...process.env, TMPDIR: folder } });
    const [first] = await once(served.stdout, "data");
    const page = await browser.newPage();
    const shows = (text) => page.locator(".cm-line", { hasText: text }).first().waitFor();
    await page.goto(String(first).trim());
    await shows("oT0, c[100]");
    put("mov oT0, c[101]");
    await shows("oT0, c[101]");
    writeFileSync(file, "PK no bundle");
    const [mistake] = await once(served.stderr, "data");
    assert.match(String(mistake), /pair\.relit.*error/);
    put("mov oT0, c[102]");
    await shows("oT0, c[102]");
    served.kill("SIGINT");
    const [code] = await once(served, "exit");
    assert.equal(code, 0);
    await page.close();
    rmSync(folder, { recursive: true });
});
