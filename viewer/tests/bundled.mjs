// Imports a module of src/ in Node, which reads no TypeScript.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export async function source(path) {
    const result = await build({
        entryPoints: [fileURLToPath(new URL(`../src/${path}`, import.meta.url))],
        bundle: true,
        format: "esm",
        platform: "neutral",
        write: false,
        jsx: "automatic",
        jsxImportSource: "preact",
        mainFields: ["module", "main"],
    });
    return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].text).toString("base64")}`);
}
