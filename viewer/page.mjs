// Assembles the page of a report from what `relit VERB FILE --json` prints, for work on the viewer without a new build of Relit.
// usage: node page.mjs OUT.html FILE [--inputs IN.json] [--isa GUEST]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const relit = process.env["RELIT"] ?? join(root, "build/dev/relit");
const PASSES = ["inline_calls", "to_ssa", "fold", "simplify", "cse", "licm", "dce", "structure"];
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

function call(args) {
    const done = spawnSync(relit, args, { encoding: "utf8", maxBuffer: 1 << 30 });
    const messages = done.stderr
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
    return { out: done.stdout, exit: done.status, messages };
}

/// A document of a verb: its JSON, changed by `change` where today's verb lacks what the contract says.
function documentOf(verb, file, options, form = verb, change = (value) => value) {
    const done = call([verb, ...options, "--json", file]);
    const bytes = done.out === "" ? Buffer.alloc(0) : Buffer.from(JSON.stringify(change(JSON.parse(done.out))));
    return {
        command: `relit ${[verb, ...options].join(" ")} --json ${basename(file)}`,
        exit: done.exit,
        form,
        messages: done.messages,
        bytes,
    };
}

function compactExplain(list) {
    const rows = new Map();
    const instructions = list.map((one) => ({
        offset: one.offset,
        summary: one.summary,
        fields: one.fields.map((field) => {
            const key = JSON.stringify([field.bits, field.name, field.value, field.meaning]);
            if (!rows.has(key)) rows.set(key, rows.size);
            return rows.get(key);
        }),
    }));
    return { rows: [...rows.keys()].map((key) => JSON.parse(key)), instructions };
}

/// Numbers for lines with words, if the verb gives none.
function numberInstructions(disasm) {
    let running = 0;
    const numbered = disasm.lines.some((line) => line.instruction !== undefined);
    for (const line of disasm.lines) if (!numbered && line.words?.length) line.instruction = running++;
    return disasm;
}

function assembly(spirv) {
    if (spirv.code.text !== undefined) return spirv;
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    writeFileSync(join(folder, "a.spv"), Buffer.from(Uint32Array.from(spirv.code.words).buffer));
    const done = spawnSync("spirv-dis", [join(folder, "a.spv")], { encoding: "utf8", maxBuffer: 1 << 30 });
    rmSync(folder, { recursive: true });
    if (done.status === 0) spirv.code.text = done.stdout;
    return spirv;
}

/// GLSL whose verb has no --lines yet lacks its instructions.
function glsl(file, literal, options, form) {
    const lines = documentOf("translate", file, ["--to", "glsl", ...literal, "--lines", ...options], form);
    return lines.exit === 2 ? documentOf("translate", file, ["--to", "glsl", ...literal, ...options], form) : lines;
}

function irDocument(file, options) {
    const table = new Map();
    const step = (name, text) => ({
        name,
        lines: text
            .replace(/\n$/, "")
            .split("\n")
            .map((line) => {
                if (!table.has(line)) table.set(line, table.size);
                return table.get(line);
            }),
    });
    const first = call(["ir", ...options, "--json", file]);
    if (first.out === "")
        return { command: "relit ir", exit: first.exit, form: "ir", messages: first.messages, bytes: Buffer.alloc(0) };
    const lifted = JSON.parse(first.out);
    const steps = [step("lift", lifted.text)];
    for (let count = 1; count <= PASSES.length; ++count) {
        const done = call(["ir", ...options, "--passes", PASSES.slice(0, count).join(","), "--json", file]);
        if (done.out !== "") steps.push(step(PASSES[count - 1], JSON.parse(done.out).text));
    }
    const document = { stage: lifted.stage, lines: [...table.keys()], steps };
    return {
        command: `relit ir --json ${basename(file)}`,
        exit: 0,
        form: "ir",
        messages: first.messages,
        bytes: Buffer.from(JSON.stringify(document)),
    };
}

export function documentsOf(file, { inputs, options = [] } = {}) {
    const documents = {
        info: documentOf("info", file, options),
        disasm: documentOf("disasm", file, options, "disasm", numberInstructions),
        explain: documentOf("explain", file, options, "explain", compactExplain),
        lint: documentOf("lint", file, options),
        ir: irDocument(file, options),
        literal: glsl(file, ["--literal"], options, "literal"),
        glsl: glsl(file, [], options, "glsl"),
        spirv: documentOf("translate", file, ["--to", "spirv", ...options], "spirv", assembly),
    };
    if (inputs) documents.trace = documentOf("run", file, ["--trace", "--inputs", inputs, ...options], "trace");
    documents.bytes = { command: "", exit: 0, form: "bytes", messages: [], bytes: readFileSync(file) };
    return documents;
}

const escapeText = (text) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const escapeJson = (text) => text.replace(/[<\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);

/// The page of parts; each is { kind, name, isa, documents: { role: document } }.
export function pageOf(title, parts) {
    const all = [];
    const numbered = parts.map((part) => {
        const numbers = {};
        for (const [role, document] of Object.entries(part.documents)) numbers[role] = all.push(document) - 1;
        return { ...part, documents: numbers };
    });
    const index = {
        version: 1,
        relit: "0.1.0",
        title,
        parts: numbered,
        documents: all.map(({ command, exit, form, messages, bytes }) => ({ command, exit, form, size: bytes.length, messages })),
    };
    const texts = all.map((one, at) =>
        one.bytes.length === 0
            ? ""
            : `<script type="text/plain" id="document-${at}">${deflateRawSync(one.bytes).toString("base64")}</script>\n`,
    );
    const embedded = (name) => readFileSync(join(root, "src/report/viewer", name), "utf8");
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><title>${escapeText(title)} - Relit</title><style>${embedded("viewer.css")}</style></head>
<body><div id="app"></div><noscript>This report needs JavaScript.</noscript>
<script type="application/json" id="report">${escapeJson(JSON.stringify(index))}</script>
${texts.join("")}<script>${embedded("viewer.js")}</script></body></html>
`;
}

export function programPage(file, choices = {}) {
    const documents = documentsOf(file, choices);
    const isa = documents.disasm.bytes.length ? JSON.parse(documents.disasm.bytes).isa : "";
    return pageOf(basename(file), [{ kind: "program", name: basename(file), isa, documents }]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [out, file, ...rest] = process.argv.slice(2);
    const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
    if (!file || !existsSync(relit))
        throw new Error("usage: node page.mjs OUT.html FILE [--inputs IN.json] [--isa GUEST], after a build");
    const isa = option("--isa");
    writeFileSync(out, programPage(file, { inputs: option("--inputs"), options: isa ? ["--isa", isa] : [] }));
}
