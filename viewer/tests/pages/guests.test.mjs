// A program of every guest: pages are quiet, ask for nothing, and axe finds no violation of WCAG level AA in any pane.
import assert from "node:assert/strict";
import { test } from "node:test";
import { programPage } from "../report.mjs";
import { data, GUESTS } from "../programs.mjs";
import { open, paneSelect, violations } from "./browser.mjs";

for (const [isa, file] of GUESTS) {
    test(`${isa}: every pane, light and dark`, { timeout: 120_000 }, async () => {
        const { page, trouble } = await open(programPage(data(file)));
        const panes = await paneSelect(page, 1)
            .locator("option")
            .evaluateAll((all) => all.map((one) => one.value));
        for (const wanted of [
            "disasm",
            "words",
            "glsl",
            "literal",
            "spirv",
            "ir",
            "details",
            "graph",
            "registers",
            "constants",
            "interface",
            "messages",
        ]) {
            assert.ok(panes.includes(wanted), `${isa} has no pane ${wanted}`);
        }
        await page.locator('[data-pane="disasm"] .cm-line').last().click();
        for (const dark of [false, true]) {
            if (dark) await page.getByRole("button", { name: "Use dark colours" }).click();
            for (let at = 0; at < panes.length; at += 3) {
                for (let column = 0; column < 3 && at + column < panes.length; ++column)
                    await paneSelect(page, column + 1).selectOption(panes[at + column]);
                assert.deepEqual(await violations(page), [], `${panes.slice(at, at + 3)}, ${dark ? "dark" : "light"}`);
            }
        }
        assert.deepEqual(trouble, []);
        await page.close();
    });
}
