// Bits of an instruction: `bits` of a field is a list of ranges such as "29:24+95", high parts first, over the words in file order.
import type { Explain, FieldRow } from "./documents.ts";

export interface BitRange {
    high: number;
    low: number;
}

export function rangesOf(bits: string): BitRange[] {
    return bits.split("+").flatMap((range) => {
        const found = /^(\d+)(?::(\d+))?$/.exec(range.trim());
        if (!found) return [];
        const high = Number(found[1]);
        return [{ high, low: found[2] === undefined ? high : Number(found[2]) }];
    });
}

/// The field of each bit of `count` bits, as an index into the rows; -1 where no row has the bit.
export function ownersOfBits(rows: readonly FieldRow[], count: number): Int32Array {
    const owners = new Int32Array(count).fill(-1);
    rows.forEach((row, at) => {
        for (const { high, low } of rangesOf(row[0])) {
            for (let bit = low; bit <= high && bit < count; ++bit) owners[bit] = at;
        }
    });
    return owners;
}

export interface Cell {
    owner: number;
    /// The digits of a run of neighbouring bits of one field, highest first.
    digits: string;
    high: number;
    low: number;
}

/// A word as runs of bits of one field each, highest bit first.
export function cellsOfWord(word: string, index: number, owners: Int32Array): Cell[] {
    const digits = Number.parseInt(word, 16).toString(2).padStart(32, "0");
    const cells: Cell[] = [];
    for (let bit = 31; bit >= 0; --bit) {
        const owner = owners[index * 32 + bit] ?? -1;
        const last = cells[cells.length - 1];
        const digit = digits[31 - bit] ?? "0";
        if (last && last.owner === owner) {
            last.digits += digit;
            last.low = index * 32 + bit;
        } else cells.push({ owner, digits: digit, high: index * 32 + bit, low: index * 32 + bit });
    }
    return cells;
}

/// The explanation of the instruction at an offset in the file.
export function explanationAt(explain: Explain | undefined, offset: number) {
    const found = explain?.instructions.find((one) => one.offset === offset);
    if (!explain || !found) return undefined;
    const rows = found.fields.map((at) => explain.rows[at]).filter((row): row is FieldRow => row !== undefined);
    return { summary: found.summary, rows };
}
