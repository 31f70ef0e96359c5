// Colours of texts: names of operations and registers are those of the guests' tables.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { source } from "../bundled.mjs";
import { data, GUESTS } from "../programs.mjs";
import { relit } from "../report.mjs";
import { tablesText, target } from "../../tables.mjs";

const { tokensOf } = await source("languages/modes.ts");
const { linesOfDisasm } = await source("model/listing.ts");
const tokenOf = (language, line, text) => tokensOf(language, line).find(([one]) => one === text)?.[1];

test("the names are those that the tables have now: node tables.mjs writes them", () => {
    assert.equal(readFileSync(target, "utf8"), tablesText());
});

test("operations have modifiers, saturation and precisions; what no table has is none", () => {
    for (const [language, line, text] of [
        ["nv2a", "dp4 oPos.x, v0, c[96]", "dp4"], ["rsx.fp", "MOVR_sat R0.x, R1;", "MOVR_sat"], ["rsx.fp", "LG2R_d2 R6.x, |R3.x|", "LG2R_d2"], ["rsx.fp", "MULXC H0, H1, H2", "MULXC"],
        ["maxwell", "/*0008*/ --:-:1:Y:1      LOP.AND R0, R0, 0x3 ;", "LOP.AND"], ["r500.vs", "temp[0].x = VE_ADD input[0].x", "VE_ADD"], ["r500.fs", "temp[0].a = MAD src0.1 src0.1", "MAD"],
        ["atom", "MASK_REG D1CRTC_CONTROL[7:0], 0xFE", "MASK_REG"], ["packets", "   302  3D_DRAW_IMMD_2 {PRIM_TYPE=POINTS}", "3D_DRAW_IMMD_2"],
    ]) assert.equal(tokenOf(language, line, text), "keyword", `${language}: ${text}`);
    assert.equal(tokenOf("nv2a", "VE_ADD R0", "VE_ADD"), "meta");
    assert.equal(tokenOf("nv2a", "mova R0", "mova"), null);
    assert.equal(tokenOf("ir", "  %1: f32 = fadd %2, %3 @4", "fadd"), "propertyName");
    assert.equal(tokenOf("ir", "  %1: f32 = nothing %2, %3 @4", "nothing"), null);
});

test("registers have the names of their guests", () => {
    assert.equal(tokenOf("nv2a", "mov oPos.x, v0", "oPos"), "propertyName");
    assert.equal(tokenOf("packets", "    12  TX_FILTER0_3 = 1", "TX_FILTER0_3"), "propertyName");
    assert.equal(tokenOf("packets", "    12  CP_RB_BASE = 1", "CP_RB_BASE"), "propertyName");
    assert.equal(tokenOf("atom", "TEST_REG D1CRTC_STATUS[7:0], 0x01", "D1CRTC_STATUS"), "propertyName");
    assert.equal(tokenOf("maxwell", "IADD R0, R4, 0x1", "R4"), "variableName");
});

for (const [isa, file] of GUESTS) {
    test(`${isa}: every instruction of a listing has an operation`, () => {
        const disasm = JSON.parse(spawnSync(relit, ["disasm", "--json", data(file)], { encoding: "utf8" }).stdout);
        const { lines, instructions } = linesOfDisasm(disasm);
        const without = lines.filter((line, at) => instructions[at].length && !/^(?:L[0-9a-f]+:|\/\/.*)?$/.test(line) && !tokensOf(isa, line).some(([, token]) => token === "keyword"));
        assert.deepEqual(without, []);
        assert.ok(instructions.flat().length > 2);
    });
}
