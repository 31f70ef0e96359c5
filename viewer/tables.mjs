// Writes src/languages/tables.ts: the names of operations and registers of each language, from the tables of the C++ sources.
// usage: node tables.mjs; build.mjs does it, too
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "../src");
export const target = join(here, "src/languages/tables.ts");

const registers = [
    ["isa/r500/encoding/registers.inc", "R500_REG", [3]],
    ["machine/r500/registers/registers.inc", "R500_REG", [3]],
    ["machine/r500/registers/display.inc", "R500_REG", [3]],
];

/// By language and kind of name: tables, the macro of their rows, and the columns that have names.
const LANGUAGES = {
    nv2a: {
        operations: [["isa/nv2a/encoding/mac_ops.inc", "MAC_OP", [2]], ["isa/nv2a/encoding/ilu_ops.inc", "ILU_OP", [2]]],
        registers: [["isa/nv2a/encoding/inputs.inc", "INPUT", [1, 2]], ["isa/nv2a/encoding/outputs.inc", "OUTPUT", [1, 2, 3]]],
    },
    "rsx.vp": {
        operations: [["isa/rsx/vp/encoding/vec_ops.inc", "VEC_OP", [2]], ["isa/rsx/vp/encoding/sca_ops.inc", "SCA_OP", [2]]],
        registers: [["isa/rsx/vp/encoding/inputs.inc", "INPUT", [1]], ["isa/rsx/vp/encoding/outputs.inc", "OUTPUT", [2]]],
    },
    "rsx.fp": {
        operations: [["isa/rsx/fp/encoding/ops.inc", "FP_OP", [2]]],
        registers: [["isa/rsx/fp/encoding/inputs.inc", "INPUT", [1]]],
    },
    maxwell: { operations: [["isa/maxwell/encoding/ops.inc", "OP", [1]]], registers: [] },
    "r500.vs": {
        operations: [
            ["isa/r500/vs/encoding/ve_ops.inc", "VE_OP", [2, 3]],
            ["isa/r500/vs/encoding/me_ops.inc", "ME_OP", [2, 3]],
            ["isa/r500/vs/encoding/macro_ops.inc", "MACRO_OP", [2, 3]],
        ],
        registers: [["isa/r500/vs/encoding/state.inc", "R500_STATE", [0]]],
    },
    "r500.fs": {
        operations: [
            ["isa/r500/fs/encoding/rgb_ops.inc", "RGB_OP", [2]],
            ["isa/r500/fs/encoding/alpha_ops.inc", "ALPHA_OP", [2]],
            ["isa/r500/fs/encoding/tex_ops.inc", "TEX_OP", [2]],
            ["isa/r500/fs/encoding/fc_ops.inc", "FC_OP", [2]],
        ],
        registers: [["isa/r500/fs/encoding/state.inc", "R500_STATE", [0]]],
    },
    atom: { operations: [["machine/r500/atom/operations.inc", "ATOM_OP", [3]]], registers },
    packets: { operations: [["machine/r500/stream/packets.inc", "PM4_OP", [2]]], registers },
    ir: { operations: [["ir/opcodes.inc", "IR_(?:OP|VALUE)", [0]]], registers: [] },
};

/// The arguments of a row; commas inside of texts part none.
function argumentsOf(row) {
    const pieces = row.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|,|[^,"']+/g) ?? [];
    const found = [""];
    for (const piece of pieces) piece === "," ? found.push("") : (found[found.length - 1] += piece);
    return found.map((one) => one.trim().replace(/^"(.*)"$/, "$1"));
}

function namesIn([file, macro, columns]) {
    const row = new RegExp(`^\\s*${macro}\\(\\s*(.*)\\)`);
    const rows = readFileSync(join(sources, file), "utf8").split("\n").map((line) => row.exec(line)?.[1]).filter((one) => one !== undefined);
    if (rows.length === 0) throw new Error(`${file} has no row of ${macro}`);
    const names = rows.flatMap((one) => columns.map((column) => argumentsOf(one)[column] ?? "")).filter((name) => /^\w[\w.]*$/.test(name));
    if (names.length < rows.length / 2) throw new Error(`columns ${columns} of ${file} have few names`);
    return names;
}

const wordsIn = (tables) => [...new Set(tables.flatMap(namesIn).map((name) => name.toUpperCase()))].sort().join(" ");

export function tablesText() {
    const rows = Object.entries(LANGUAGES).map(([language, { operations, registers }]) =>
        `    ${JSON.stringify(language)}: { operations: ${JSON.stringify(wordsIn(operations))}, registers: ${JSON.stringify(wordsIn(registers))} },`);
    return `// Names of operations and registers of each language, in capital letters. Made by tables.mjs from tables of the C++ sources; do not edit.
export const TABLES: Record<string, { operations: string; registers: string }> = {
${rows.join("\n")}
};
`;
}

export const writeTables = () => writeFileSync(target, tablesText());
if (process.argv[1] === fileURLToPath(import.meta.url)) writeTables();
