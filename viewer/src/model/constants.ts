// Constants that lie in a program's file, and the file with other values: those in the code of RSX fragment programs, after the
// instruction that reads them, and those that streams and texts of R500 load.
import type { Disasm, Part } from "./documents.ts";
import { disasmText, numberLines } from "./listing.ts";
import { floatOfBits, shortFloat } from "./numbers.ts";

export interface EmbeddedConstant {
    /// That reads it; absent where the file does not say it in one place.
    instruction?: number;
    /// Byte offset of the first of the four words in the file, or in what a text assembles to.
    offset: number;
    words: number[];
    name?: string;
    slot?: number; // of R500: its number
}
/// Words by their offsets.
export type Changes = ReadonlyMap<number, number>;

const INSTRUCTION_BYTES = 16;
const LANES = 4;

export function embeddedConstants(disasm: Disasm | undefined): EmbeddedConstant[] {
    if (disasm?.isa === "rsx.fp") return constantsInCode(disasm);
    return disasm?.isa === "r500.vs" || disasm?.isa === "r500.fs" ? loadedConstants(disasm) : [];
}

function constantsInCode(disasm: Disasm): EmbeddedConstant[] {
    const numbers = numberLines(disasm);
    return disasm.lines.flatMap((line, at) => {
        if (line.words?.length !== 8) return [];
        const name = line.names?.find((one) => one.operand === "{}")?.name;
        const words = line.words.slice(LANES).map((word) => Number.parseInt(word, 16));
        return [{ instruction: numbers[at]!, offset: line.offset + INSTRUCTION_BYTES, words, ...(name ? { name } : {}) }];
    });
}

const DIRECTIVE = /^\.const (\d+) = /;

function loadedConstants(disasm: Disasm): EmbeddedConstant[] {
    return disasm.lines.flatMap((line) => {
        const slot = DIRECTIVE.exec(line.text)?.[1];
        if (slot === undefined || line.words?.length !== LANES) return [];
        return [{ slot: Number(slot), offset: line.offset, words: line.words.map((word) => Number.parseInt(word, 16)) }];
    });
}

/// For each byte of a word in the file, how far the word is shifted right for it.
export type ByteOrder = readonly [number, number, number, number];
const ORDERS: ByteOrder[] = [
    [24, 16, 8, 0],
    [0, 8, 16, 24],
    [8, 0, 24, 16],
    [16, 24, 0, 8],
];

/// The order in which the file's bytes give the disassembly's words; undefined if none fits all of them.
export function byteOrderOf(disasm: Disasm, bytes: Uint8Array): ByteOrder | undefined {
    const fits = (order: ByteOrder) =>
        disasm.lines.every((line) =>
            (line.words ?? []).every((word, at) => {
                const value = Number.parseInt(word, 16);
                return order.every((shift, byte) => bytes[line.offset + at * 4 + byte] === ((value >>> shift) & 255));
            }),
        );
    return ORDERS.find(fits);
}

/// A copy of the file with other words: by byte offset, the word.
export function patched(bytes: Uint8Array, order: ByteOrder, changes: Changes): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(bytes);
    for (const [offset, word] of changes) order.forEach((shift, byte) => (copy[offset + byte] = (word >>> shift) & 255));
    return copy;
}

// ---- the same in texts

/// A word as the assembler of R500 reads it back: a decimal number, or its bits.
function textOfWord(word: number): string {
    const bits = (word >>> 0).toString(16).padStart(8, "0");
    const value = floatOfBits(bits, "f32");
    return Number.isFinite(value) && !Object.is(value, -0) ? shortFloat(value) : `0x${bits}`;
}

const SOURCE = /\.const\s+(\d+)\s*=\s*([^\s,]+)\s*,\s*([^\s,]+)\s*,\s*([^\s,]+)\s*,\s*([^\s,]+)/dgi;
const COMMENT = /(?:--|\/\/)[^\n]*/g;

/// The text with other values in its directives, where they are those of the listing, one after the other; else undefined.
function patchedText(text: string, list: readonly EmbeddedConstant[], changes: Changes): string | undefined {
    if (/#\s*include/i.test(text)) return undefined; // the directives of other files would be counted too
    const directives = [...text.replace(COMMENT, (comment) => " ".repeat(comment.length)).matchAll(SOURCE)];
    if (directives.length !== list.length || directives.some((one, at) => Number(one[1]) !== list[at]!.slot)) return undefined;
    let made = text;
    for (const [at, directive] of [...directives.entries()].reverse())
        for (let lane = LANES - 1; lane >= 0; --lane) {
            const word = changes.get(list[at]!.offset + lane * 4);
            const [from, to] = directive.indices![lane + 2]!;
            if (word !== undefined) made = made.slice(0, from) + textOfWord(word) + made.slice(to);
        }
    return made;
}

/// The listing with other values in its directives.
function patchedListing(disasm: Disasm, list: readonly EmbeddedConstant[], changes: Changes): string {
    const ofOffset = new Map(list.map((one) => [one.offset, one]));
    const lines = disasm.lines.map((line) => {
        const found = DIRECTIVE.test(line.text) ? ofOffset.get(line.offset) : undefined;
        if (!found) return line;
        const words = found.words.map((word, lane) => changes.get(found.offset + lane * 4) ?? word);
        return { ...line, text: `.const ${found.slot} = ${words.map(textOfWord).join(", ")}` };
    });
    return disasmText({ ...disasm, lines });
}

export interface ChangedFile {
    name: string;
    content: Uint8Array<ArrayBuffer> | string;
    isListing?: true; // and not the file itself, in which the constants were not found
}

/// The file of the part with other words; undefined if they are found neither in its bytes nor in its text.
export function changedFile(part: Part, list: readonly EmbeddedConstant[], changes: Changes): ChangedFile | undefined {
    const { disasm, bytes } = part;
    if (!disasm) return undefined;
    const name = `patched-${part.name.split("/").pop()}`; // a bundle's program has the name of the bundle in front
    const order = bytes && byteOrderOf(disasm, bytes);
    if (order) return { name, content: patched(bytes, order, changes) };
    if (list.some((one) => one.slot === undefined)) return undefined;
    const text = bytes && patchedText(new TextDecoder().decode(bytes), list, changes);
    if (text !== undefined) return { name, content: text };
    return { name: `${name}.txt`, content: patchedListing(disasm, list, changes), isListing: true };
}
