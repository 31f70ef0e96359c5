// Pages of whatever lies in tests/data: all of it with EVERY_FILE=1, otherwise a share. No pane fails, nothing is asked for, and axe
// finds no violation.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { data } from "../programs.mjs";
import { tryReport } from "../report.mjs";
import { open, violations } from "./browser.mjs";

const STEP = process.env["EVERY_FILE"] ? 1 : 24;
const FEWEST = 0.25; // of all files: the others are expectations, sources and pages

/// Files, and folders that may be captures.
function namesIn(folder) {
    return readdirSync(folder).sort().flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? [path, ...namesIn(path)] : [path];
    });
}

/// What is wrong with the part that is shown.
async function wrongWith(page) {
    const alerts = await page.getByRole("alert").allTextContents();
    const panes = page.getByLabel("Pane of column 1");
    if (await panes.count()) {
        const ids = await panes.locator("option").evaluateAll((all) => all.map((one) => one.value));
        for (const id of [...ids.slice(1), ids[0]]) {
            await panes.selectOption(id);
            alerts.push(...(await page.getByRole("alert").allTextContents()));
        }
    }
    return [...alerts, ...(await violations(page))];
}

async function wrongWithParts(page) {
    const parts = page.getByLabel("Part", { exact: true });
    const count = (await parts.count()) ? await parts.locator("option").count() : 1;
    const wrong = await wrongWith(page);
    for (let at = 1; at < count; ++at) {
        await parts.selectOption({ index: at });
        await page.locator("main > :not([role=status])").first().waitFor();
        wrong.push(...(await wrongWith(page)));
    }
    return wrong;
}

const root = data("");
const wanted = namesIn(root).filter((_, at) => at % STEP === 0);
let shown = 0;

for (const file of wanted) {
    test(relative(root, file), { timeout: 120_000 }, async (context) => {
        const { status, said, html } = tryReport(file);
        assert.ok(status >= 0 && status < 5, `exit ${status}: ${said}`);
        if (html === undefined) return context.skip("no report");
        ++shown;
        const { page, trouble } = await open(html);
        const wrong = await wrongWithParts(page);
        await page.close();
        assert.deepEqual([...trouble, ...wrong], []);
    });
}

test("most files have a report", () => assert.ok(shown >= FEWEST * wanted.length, `${shown} of ${wanted.length}`));
