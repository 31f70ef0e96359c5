// Opens pages in Chromium and notes what must not happen: messages in the console, errors, requests.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

const folder = mkdtempSync(join(tmpdir(), "viewer-"));
export const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
});

let count = 0;

/// A page with the given text; `trouble` collects what went wrong in it.
export async function open(html, options = {}) {
    const file = join(folder, `${++count}.html`);
    writeFileSync(file, html);
    const page = await browser.newPage({ viewport: { width: 1500, height: 900 }, acceptDownloads: true, ...options });
    const trouble = [];
    page.on("console", (message) => trouble.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    page.on("request", (request) => {
        if (!/^(file|blob|data):/.test(request.url())) trouble.push(`request: ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    await page.locator("main > :not([role=status])").first().waitFor();
    return { page, trouble, file };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/// What axe finds against WCAG level AA.
export async function violations(page) {
    if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ content: AXE });
    const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));
    return found.violations.map(
        (one) =>
            `${one.id}: ${one.nodes
                .map((node) => node.html.slice(0, 120))
                .slice(0, 3)
                .join(" | ")}`,
    );
}

export const paneSelect = (page, column) => page.getByLabel(`Pane of column ${column}`);

export async function show(page, ...panes) {
    for (const [at, pane] of panes.entries()) await paneSelect(page, at + 1).selectOption(pane);
}

export const lines = (page, pane, text) => page.locator(`[data-pane="${pane}"] .cm-line`, text ? { hasText: text } : undefined);

/// The texts of marked lines in a pane.
export async function marked(page, pane, mark) {
    return (await page.locator(`[data-pane="${pane}"] .cm-line.${mark}`).allTextContents()).map((text) => text.trim());
}

export async function download(page, act) {
    const [saved] = await Promise.all([page.waitForEvent("download"), act()]);
    const chunks = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    return { name: saved.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
