// Pages for tests: those of `relit report`, their documents, and pages of invented documents.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const relit = process.env["RELIT"] ?? join(root, "build/dev/relit");
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

/// What `relit report` does with files: its exit code, what it says, and the page, if it writes one. The page
/// names files of the repository relative to it, and others without their folders.
export function tryReport(files, { inputs, options = [] } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "report-"));
    const page = join(folder, "page.html");
    const given = inputs ? ["--inputs", inputs] : [];
    const [first] = [files].flat();
    const cwd = relative(root, first).startsWith("..") ? dirname(first) : root;
    const names = [files].flat().map((file) => relative(cwd, file));
    const done = spawnSync(relit, ["report", ...names, ...options, ...given, "-o", page], { cwd, encoding: "utf8" });
    const html = existsSync(page) ? readFileSync(page, "utf8") : undefined;
    rmSync(folder, { recursive: true });
    return { status: done.status, said: done.stderr, html };
}

/// The page that `relit report` writes of files.
export function reportOf(files, { exits = [0], ...choices } = {}) {
    const { status, said, html } = tryReport(files, choices);
    if (html === undefined || !exits.includes(status)) throw new Error(`relit report: exit ${status}: ${said}`);
    return html;
}

function written(folder, { name, text }) {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
}

/// What `relit VERB` makes of files, or of texts with names, as a file of that name; `remove` takes it away.
function madeBy(words, name) {
    const folder = mkdtempSync(join(tmpdir(), "made-"));
    words = words.map((word) => (typeof word === "string" ? word : written(folder, word)));
    const file = join(folder, name);
    const done = spawnSync(relit, [...words, "-o", file], { cwd: root, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`relit ${words[0]}: exit ${done.status}: ${done.stderr}`);
    return { file, remove: () => rmSync(folder, { recursive: true }) };
}
export const bundleOf = (files, options = []) => madeBy(["bundle", "make", ...files, ...options], "pair.relit");
export const assembled = (file, name, options = []) => madeBy(["asm", file, ...options], name);

export const programPage = (file, choices) => reportOf(file, choices);

/// The documents of the first part of a page, by role.
export function documentsOf(page) {
    const index = JSON.parse(/id="report">(.*?)<\/script>/s.exec(page)[1]);
    const bytesOf = (number) => {
        const packed = new RegExp(`id="document-${number}">(.*?)</script>`).exec(page)?.[1] ?? "";
        return packed ? inflateRawSync(Buffer.from(packed, "base64")) : Buffer.alloc(0);
    };
    const roles = Object.entries(index.parts[0].documents);
    return Object.fromEntries(roles.map(([role, number]) => [role, { ...index.documents[number], bytes: bytesOf(number) }]));
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
