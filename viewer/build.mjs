// Type-checks the viewer and bundles it to the three files that `relit report` embeds. The same sources make the same bytes.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeTables } from "./tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "../src/report/viewer");
const LICENCE = /^licen[cs]e/i;

function checkTypes() {
    const checked = spawnSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", here], {
        stdio: "inherit",
    });
    if (checked.status !== 0) process.exit(1);
}

async function bundle() {
    const result = await build({
        absWorkingDir: here,
        entryPoints: ["src/main.tsx"],
        bundle: true,
        minify: true,
        format: "iife",
        target: "es2022",
        charset: "ascii",
        legalComments: "none",
        metafile: true,
        write: false,
        outdir: "out",
        logLevel: "warning",
    });
    const output = (end) => result.outputFiles.find((file) => file.path.endsWith(end)).text;
    return { script: output(".js"), style: output(".css"), inputs: Object.keys(result.metafile.inputs) };
}

/// The packages whose files are in the bundle, sorted.
function packagesOf(inputs) {
    const names = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
    return [...new Set(names.filter((name) => name))].sort();
}

function licenceOf(name) {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => LICENCE.test(entry));
    if (!file) throw new Error(`${name} has no file with its licence`);
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r", "").trimEnd();
    return `${name} ${about.version} (${about.license})\n\n${text}\n`;
}

/// A page contains script and style as they are: neither may end its element early.
function checkEmbeddable({ script, style }) {
    if (/<\/script|<!--|[\u2028\u2029]/i.test(script)) throw new Error("the script contains </script, <!-- or U+2028");
    if (/<\/style|[\u2028\u2029]/i.test(style)) throw new Error("the stylesheet contains </style or U+2028");
}

writeTables();
checkTypes();
const made = await bundle();
checkEmbeddable(made);
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "viewer.js"), made.script);
writeFileSync(join(target, "viewer.css"), made.style);
writeFileSync(
    join(target, "licences.txt"),
    packagesOf(made.inputs)
        .map(licenceOf)
        .join(`\n${"-".repeat(80)}\n\n`),
);
console.log(`viewer.js ${made.script.length} bytes, viewer.css ${made.style.length} bytes`);
