// Constants that lie in the code of RSX fragment programs, after the instruction that reads them, and the file with other values.
import type { Disasm } from "./documents.ts";
import { numberLines } from "./listing.ts";

export interface EmbeddedConstant {
    instruction: number;
    /// Byte offset in the file of the first of the four words.
    offset: number;
    words: number[];
    name?: string;
}

const INSTRUCTION_BYTES = 16;

export function embeddedConstants(disasm: Disasm | undefined): EmbeddedConstant[] {
    if (disasm?.isa !== "rsx.fp") return [];
    const numbers = numberLines(disasm);
    return disasm.lines.flatMap((line, at) => {
        if (line.words?.length !== 8) return [];
        const name = line.names?.find((one) => one.operand === "{}")?.name;
        const words = line.words.slice(4).map((word) => Number.parseInt(word, 16));
        return [{ instruction: numbers[at]!, offset: line.offset + INSTRUCTION_BYTES, words, ...(name ? { name } : {}) }];
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
export function patched(bytes: Uint8Array, order: ByteOrder, changes: ReadonlyMap<number, number>): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(bytes);
    for (const [offset, word] of changes) order.forEach((shift, byte) => (copy[offset + byte] = (word >>> shift) & 255));
    return copy;
}
