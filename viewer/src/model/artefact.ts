// A text that a code pane shows, with the guest instructions that each line came from.
import type { Part } from "./documents.ts";
import { disasmText, linesOfDisasm, linesOfWords } from "./listing.ts";
import { instructionsOfSpirv } from "./spirv.ts";

export interface Artefact {
    id: string;
    title: string;
    language: string;
    lines: string[];
    instructions: readonly (readonly number[])[];
    /// The text of the copy and download buttons, if it is not the lines.
    text?: string;
    file: string;
    /// A class of each line's look, of differences.
    classes?: readonly string[];
    /// Numbers beside the lines, if they are not those of the lines.
    numbers?: readonly string[];
    /// Another form of the artefact, which a button saves.
    binary?: { label: string; file: string; bytes: () => BlobPart };
}

/// Lines of a text; a trailing newline makes no line.
export function linesOf(text: string): string[] {
    const lines = text.split(/\r\n?|\n/);
    if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
    return lines;
}

export function textOf(artefact: Artefact): string {
    return artefact.text ?? `${artefact.lines.join("\n")}\n`;
}

/// SPIR-V in a file is little-endian, whatever the machine is.
export function bytesOfWords(words: readonly number[]): ArrayBuffer {
    const view = new DataView(new ArrayBuffer(words.length * 4));
    words.forEach((word, at) => view.setUint32(at * 4, word, true));
    return view.buffer;
}

/// The artefacts of a program that are texts, except IR, of which there are many steps.
export function artefactsOf(part: Part): Artefact[] {
    const found: Artefact[] = [];
    if (part.disasm) {
        const listing = linesOfDisasm(part.disasm);
        found.push({
            id: "disasm",
            title: "Disassembly",
            language: part.isa,
            ...listing,
            text: disasmText(part.disasm),
            file: "program.asm",
        });
        const words = linesOfWords(part.disasm);
        if (words.lines.length) found.push({ id: "words", title: "Words", language: "words", ...words, file: "words.txt" });
    }
    for (const [id, title] of [
        ["glsl", "GLSL, optimised"],
        ["literal", "GLSL, literal"],
    ] as const) {
        const code = part[id]?.code;
        if (code?.text === undefined) continue;
        const lines = linesOf(code.text);
        const instructions = lines.map((_, line) => code.instructions?.[line] ?? []);
        found.push({ id, title, language: "glsl", lines, instructions, text: code.text, file: `${id}.glsl` });
    }
    const spirv = part.spirv?.code?.text;
    if (spirv !== undefined) {
        const lines = linesOf(spirv);
        const words = part.spirv?.code?.words;
        found.push({
            id: "spirv",
            title: "SPIR-V",
            language: "spirv",
            lines,
            instructions: instructionsOfSpirv(lines),
            text: spirv,
            file: "program.spvasm",
            ...(words ? { binary: { label: "Save .spv", file: "program.spv", bytes: () => bytesOfWords(words) } } : {}),
        });
    }
    return found;
}

/// The first line of each instruction: where a pane scrolls to.
export function firstLines(artefact: Pick<Artefact, "instructions">): Map<number, number> {
    const first = new Map<number, number>();
    artefact.instructions.forEach((list, line) => {
        for (const one of list) if (!first.has(one)) first.set(one, line);
    });
    return first;
}
