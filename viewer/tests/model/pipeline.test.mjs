// What goes from one stage to the next, the tables of a BIOS, and packets with their draws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "../bundled.mjs";

const pipeline = await source("model/pipeline.ts");
const atom = await source("model/atom.ts");
const packets = await source("model/packets.ts");
const { readIr } = await source("model/ir.ts");

const VERTEX = `module vertex "x"
file 0 v f32x4[16] input
file 1 o f32x4[4] output
place o[0] position
place o[2] user 5
origin 1 "MOV o2, v0"
origin 2 "MOV o1, v1"
function 0 main() -> void
b0:
  %o2_1: f32x4 = loadfile v[0] @1
  %o1_1: f32x4 = loadfile v[1] @2
  storefile o[1].xyzw, %o1_1 @2
  storefile o[2].xyzw, %o2_1 @1
  return`.split("\n");
const FRAGMENT = `module fragment "y"
file 0 tex f32x4[2] input
place tex[0] user 5
place tex[1] user 6
file 1 col f32x4[2] input
file 2 color f32x4[1] output
origin 3 "MUL"
function 0 main() -> void
b0:
  %tex0_1: f32x4 = loadfile tex[0] @3
  storefile color[0].xyzw, %tex0_1 @3
  return`.split("\n");

test("registers of a location: places come before counting, which goes on from file to file", () => {
    const at = (lines, role, location) => pipeline.registersAt(lines, readIr(lines), role, location);
    assert.deepEqual(at(VERTEX, "output", 5), ["o[2]"]);
    assert.deepEqual(at(VERTEX, "output", 1), ["o[1]"]);
    assert.deepEqual(at(VERTEX, "output", 0), [], "the position has no location");
    assert.deepEqual(at(VERTEX, "output", 2), [], "o[2] is elsewhere");
    assert.deepEqual(at(FRAGMENT, "input", 3), ["col[1]"]);
});

const program = (name, lines, more = {}) => ({
    name, isa: "x", entries: {}, images: {}, others: {}, disasm: { lines: [], warnings: [] }, ir: { lines, steps: [{ name: "lift", lines: lines.map((_, at) => at) }] }, ...more,
});
const varying = { kind: "varying", name: "o2", read_as: "tex0", stage: "both", type: "vec4", location: 5, set: 0, binding: 0, size: 16 };
const code = (text, instructions) => ({ text, instructions });
const PART = {
    programs: [program("b", FRAGMENT, { literal: { interface: [{ kind: "input", name: "f_T", location: 5 }], code: code("in vec4 f_T;\nx = f_T;", [[], [7]]) } }), program("a", VERTEX)],
    glsl: { interface: [varying, { ...varying, kind: "input", name: "v0" }], vertex: code("out vec4 o2;\no2 = v0;", [[], [0]]), fragment: code("in vec4 tex0;", [[]]) },
};

test("a value between stages: who writes and who reads it, in the guest's programs", () => {
    const stages = pipeline.stagesOf(PART);
    assert.deepEqual(stages.map((stage) => [stage.name, stage.programs[0].name]), [["vertex", "a"], ["fragment", "b"]]);
    const found = pipeline.varyingsOf(PART, stages);
    assert.deepEqual(found.map(({ from, to }) => [from, to]), [[{ stage: "vertex", name: "o2", instructions: [0] }, { stage: "fragment", name: "tex0", instructions: [2, 7] }]]);
    const chosen = (stage, instructions, line = "") => pipeline.chosenVaryings(found, stage, new Set(instructions), line).length;
    assert.deepEqual([chosen("vertex", [0]), chosen("vertex", [1]), chosen("fragment", [2]), chosen("fragment", [0])], [1, 0, 1, 0]);
    assert.deepEqual([chosen("vertex", [], "out vec4 o2;"), chosen("vertex", [], "out vec4 o22;"), chosen("vertex", [1], "o2")], [1, 0, 0]);
});

test("of two vertex programs each counts from its own start, and the stage goes on", () => {
    const listing = (count) => ({ warnings: [], lines: Array.from({ length: count }, (_, at) => ({ offset: at, text: `I${at}`, instruction: at })) });
    const programs = [program("first", VERTEX, { disasm: listing(3) }), program("second", VERTEX, { disasm: listing(2) }), program("b", FRAGMENT)];
    const part = { programs, glsl: { interface: [varying], vertex: code("a = 1;\no2 = a;", [[1], [3]]), fragment: code("in vec4 tex0;", [[]]) } };
    const stages = pipeline.stagesOf(part);
    const [vertex] = stages;
    assert.deepEqual(vertex.starts, [0, 3]);
    const text = (id) => vertex.texts.find((one) => one.id === id);
    assert.deepEqual(text("vertex-disasm-0").instructions, [[0], [1], [2]]);
    assert.deepEqual(text("vertex-disasm-1").instructions, [[3], [4]]);
    assert.deepEqual(text("vertex-disasm-1").lines, ["I0", "I1"]);
    assert.deepEqual(text("vertex-glsl").instructions, [[1], [3]]);
    // VERTEX writes o[2] in its instruction 0, which is 3 of the stage where it is the second.
    const [found] = pipeline.varyingsOf(part, stages);
    assert.deepEqual(found.from.instructions, [3]);
    const ranges = (numbers) => numbers.join(",");
    assert.equal(pipeline.placesText(vertex, [0, 2, 3], ranges), "first 0,2; second 0");
    assert.equal(pipeline.placesText(stages[1], [5], ranges), "5");
});

test("of more than two stages the one that reads is named", () => {
    const part = { ...PART, glsl: { ...PART.glsl, interface: [{ ...varying, stage: "vertex", read_in: "geometry" }] } };
    assert.deepEqual(pipeline.varyingsOf(part, pipeline.stagesOf(part)), []);
    const geometry = { ...part, glsl: { ...part.glsl, geometry: code("", []) } };
    assert.equal(pipeline.varyingsOf(geometry, pipeline.stagesOf(geometry))[0].to.stage, "geometry");
});

const LISTING = [
    [0, ".atombios"], [10, ".command A format 1 content 1", "30 bytes"], [16, "CALL_TABLE B"], [18, "CALL_TABLE B"], [20, "CALL_TABLE 7"], [22, "EOT"], [24, ".bytes 00"], [25, ".end"],
    [25, ".command B format 1 content 1", "8 bytes"], [31, "EOT"], [32, ".end"], [32, ".table Lonely format 1 content 1", "4 bytes"], [36, ".end"],
    [36, ".table command_list format 1 content 1"], [40, ".offset 0x0000", "0 X: absent"], [42, ".offset A", "1"], [44, ".offset B", "2"], [46, ".end"],
].map(([offset, text, note]) => ({ offset, text, ...(note ? { note } : {}) }));

test("AtomBIOS: tables with their numbers, instructions and calls", () => {
    const explain = { rows: [], instructions: [16, 18, 20, 22, 31].map((offset) => ({ offset, summary: "", fields: [] })) };
    const disasm = atom.withInstructions({ isa: "atom", unknown: 0, warnings: [], lines: LISTING }, explain);
    const tables = atom.tablesOf(disasm);
    assert.deepEqual(tables.map((one) => [one.name, one.isCommand, one.number, one.instructions, one.calls]), [
        ["A", true, 1, [0, 1, 2, 3], ["B", "7"]], ["B", true, 2, [4], []], ["Lonely", false, undefined, [], []], ["command_list", false, undefined, [], []],
    ]);
    assert.deepEqual(atom.callersOf(tables, "B"), ["A"]);
    const chain = [["a", "b"], ["b", "c"], ["c", "a"], ["x", "b"], ["y", "x"], ["z"], ["c2"]].map(([name, ...targets]) => ({ name, targets }));
    assert.deepEqual(atom.aroundTable(chain, "x").map((one) => one.name), ["a", "b", "c", "x", "y"]);
    assert.deepEqual(atom.aroundTable(chain, "z").map((one) => one.name), ["z"]);
    assert.deepEqual(atom.callGraph(tables), [{ name: "A", targets: ["B", "7"] }, { name: "B", targets: [] }, { name: "7", targets: [] }]);
});

test("packets belong to the draw that comes next, and findings to draws", () => {
    const packet = (dword, violations = []) => ({ dword, text: [`P${dword}`, "+ more"], violations });
    const bad = { rule: "size", kernel: true, dword: 5, text: "too large" };
    const part = {
        others: { pm4: { submissions: [{ submission: 0, packets: [packet(0), packet(4, [bad]), packet(8), packet(9)], draws: [{ draw: 1, dword: 4 }, { draw: 2, dword: 8 }] }] } },
        lint: { findings: [{ draws: [1, 2], program: "r500.fs", instruction: 3, offset: 0, rule: "r", reason: "why" }] },
    };
    const { artefact, findings } = packets.textOfPackets(part);
    const draws = (text) => artefact.instructions[artefact.lines.findIndex((line) => line.includes(text))];
    assert.deepEqual([draws("P0"), draws("P4"), draws("P8"), draws("P9")], [[1], [1], [2], []]);
    assert.deepEqual(findings.map((one) => [one.from, one.isRejected, one.draws, one.place]), [["checker", true, [1], "submission 0, dword 5"], ["lint", false, [1, 2], "r500.fs, instruction 3"]]);
    assert.match(artefact.lines[findings[0].line], /size: too large/);
    assert.deepEqual([...packets.findingsByDraw(findings)], [[1, 2], [2, 1]]);
    assert.deepEqual(packets.textOfPackets({ others: {} }).artefact.lines, []);
});

test("of very many packets the first lines are shown, and all findings", () => {
    const bad = { rule: "size", kernel: true, dword: 5, text: "too large" };
    const many = Array.from({ length: packets.MOST_LINES + 10 }, (_, at) => ({ dword: at, text: ["NOP"], violations: at % 100_005 === 5 ? [bad] : [] }));
    const { artefact, findings } = packets.textOfPackets({ others: { pm4: { submissions: [{ submission: 0, packets: many, draws: [] }] } } });
    assert.equal(artefact.lines.length, packets.MOST_LINES + 1);
    // A line for the submission, one for each packet, one for each finding.
    assert.equal(artefact.lines.at(-1), "// 12 lines after these are not shown: relit pm4 prints all".replace("12", String(1 + many.length + findings.length - packets.MOST_LINES)));
    assert.deepEqual(findings.map((one) => one.line !== undefined), [true]);
    assert.equal(artefact.classes.length, artefact.lines.length);
});

