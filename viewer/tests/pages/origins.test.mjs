// Marks are those that the translator recorded: for programs of every guest, lines of words, IR and GLSL of the line under the pointer.
// ORIGINS: how many programs of each guest (default 2).
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { documentsOf, reportOf } from "../report.mjs";
import { data } from "../programs.mjs";
import { lines, marked, open, show } from "./browser.mjs";

const COUNT = Number(process.env["ORIGINS"] ?? 2);
const LINES = 5; // of each program
const HEIGHT = 12_000; // so that every line is drawn

const files = (folder, pattern) => readdirSync(data(folder), { recursive: true }).filter((name) => pattern.test(name)).sort().map((name) => data(`${folder}/${name}`));
const PROGRAMS = {
    nv2a: files("nv2a", /\.bin$/),
    "rsx.vp": files("rsx", /vp\.bin$/),
    "rsx.fp": files("rsx", /fp\.bin$/),
    maxwell: files("maxwell", /\.(vert|frag)\.(bin|dksh)$/),
    "r500.vs": files("r500", /\.vs\.bin$/),
    "r500.fs": files("r500", /\.fs\.bin$/),
};

const texts = (lines) => lines.map((line) => line.trim()).filter((line) => line !== "");

/// By the documents alone: the lines that came from an instruction.
function recorded(documents, instruction) {
    const json = (role) => JSON.parse(documents[role].bytes);
    const glsl = json("glsl").code, ir = json("ir"), lifted = ir.steps[0].lines.map((line) => ir.lines[line]);
    const origin = new RegExp(`@${instruction + 1}(?![0-9])|^origin ${instruction + 1} `);
    return {
        glsl: texts(glsl.text.split("\n").filter((_, at) => glsl.instructions[at]?.includes(instruction))),
        ir: texts(lifted.filter((line) => origin.test(line))),
    };
}

for (const [isa, programs] of Object.entries(PROGRAMS)) {
    let taken = 0;
    for (const file of programs) {
        if (taken >= COUNT) break;
        const page = reportOf(file, { options: ["--isa", isa] });
        const documents = documentsOf(page);
        const disasm = JSON.parse(documents.disasm.bytes).lines.filter((line) => line.instruction !== undefined);
        const isShort = disasm.length > 0 && disasm.length <= 60;
        if (!documents.glsl.bytes.length || !documents.ir.bytes.length || !isShort) continue;
        ++taken;
        test(`${isa}: ${file.slice(data("").length)}`, { timeout: 120_000 }, async () => {
            const opened = await open(page, { viewport: { width: 1800, height: HEIGHT } });
            await show(opened.page, "disasm", "glsl", "ir");
            const step = Math.max(1, Math.floor(disasm.length / LINES));
            for (let at = 0; at < disasm.length; at += step) {
                const shown = lines(opened.page, "disasm");
                const all = await shown.allTextContents();
                const wanted = all.map((text, line) => [text, line]).filter(([text]) => text.includes(disasm[at].text.split("\n")[0]));
                if (wanted.length !== 1) continue; // two instructions of the same text
                await shown.nth(wanted[0][1]).hover({ position: { x: 10, y: 5 } });
                const expected = recorded(documents, disasm[at].instruction);
                assert.deepEqual(texts(await marked(opened.page, "glsl", "line-hovered")), expected.glsl, `GLSL of ${disasm[at].text}`);
                assert.deepEqual(texts(await marked(opened.page, "ir", "line-hovered")), expected.ir, `IR of ${disasm[at].text}`);
            }
            assert.deepEqual(opened.trouble, []);
            await opened.page.close();
        });
    }
    test(`${isa}: there are programs`, () => assert.ok(taken >= Math.min(COUNT, 5), `${taken}`));
}
