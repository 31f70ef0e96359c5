// The difference of two programs, dumps or captures: what panes derive from the documents of both sides.
import { alignLines, type Row } from "./align.ts";
import { artefactsOf, type Artefact } from "./artefact.ts";
import { withoutNumbers } from "./diff.ts";
import type { DisasmLine, FieldRow, Part } from "./documents.ts";
import { instructionsOfIr } from "./ir.ts";
import { linesByInstruction } from "./listing.ts";
import { showBits } from "./numbers.ts";
import { MOST_LINES } from "./packets.ts";

export const SIDES = ["left", "right"] as const;
export type SideName = (typeof SIDES)[number];

/// Instructions of both programs that stand beside each other; -1 where one has none.
export interface Pair {
    left: number;
    right: number;
    same: boolean;
}

/// A text of both sides, line beside line: blank lines stand where one has none.
export interface SideBySide {
    id: string;
    title: string;
    rows: Row[];
    sides: [Artefact, Artefact];
}

/// Addresses in front of instructions move with each instruction that is added.
const withoutAddress = (line: string) => line.replace(/^\s*(?:[0-9a-f]+:\s+)?/, "");

/// SPIR-V numbers its values and types in the order in which they come.
const withoutIds = (line: string) => line.replace(/%\w+/g, "%");

const KEYS: Record<string, (line: string) => string> = { disasm: withoutAddress, spirv: withoutIds, ir: withoutNumbers };

/// The listings' instructions, as the lines of the listings stand beside each other.
export function pairsOf(left: Part, right: Part): Pair[] {
    if (!left.disasm || !right.disasm) return [];
    const [a, b] = [[...linesByInstruction(left.disasm)], [...linesByInstruction(right.disasm)]];
    const texts = (lines: [number, DisasmLine][]) => lines.map(([, line]) => line.text);
    return alignLines(texts(a), texts(b), withoutAddress).map((row) => ({ left: a[row.left]?.[0] ?? -1, right: b[row.right]?.[0] ?? -1, same: row.same }));
}

/// What a program needs and what was assumed of it, as a text.
function interfaceOf(part: Part): Artefact[] {
    const { code: _, ...about } = part.glsl ?? part.spirv ?? {};
    if (Object.keys(about).length === 0) return [];
    const lines = JSON.stringify(about, null, 2).split("\n");
    return [{ id: "interface", title: "Interface and context", language: "json", lines, instructions: lines.map(() => []), file: "interface.json" }];
}

function irOf(part: Part): Artefact[] {
    const step = part.ir?.steps.at(-1);
    if (!part.ir || !step) return [];
    const lines = step.lines.map((at) => part.ir!.lines[at] ?? "");
    return [{ id: "ir", title: "IR after all passes", language: "ir", lines, instructions: instructionsOfIr(lines), file: "program.ir" }];
}

/// What each step of a run writes, for each set of inputs.
function stepsText(part: Part): Artefact[] {
    const all = (part.trace?.runs ?? []).flatMap((run) => [
        { line: `set ${run.set}`, instructions: [] as number[] },
        ...run.steps.map((step) => {
            const written = step.writes.map((lane) => `${lane.name} = ${showBits(lane.bits, lane.kind)}`).join(", ");
            return { line: `    ${step.text ?? ""}${written && ` // ${written}`}${step.discards ? " // discards" : ""}`, instructions: step.instruction === undefined ? [] : [step.instruction] };
        }),
    ]);
    if (all.length === 0) return [];
    return [{ id: "steps", title: "Steps of the runs", language: "", lines: all.map((one) => one.line), instructions: all.map((one) => one.instructions), file: "steps.txt" }];
}

/// Texts that a side has; words are left to the fields of a pair.
function textsOf(part: Part): Artefact[] {
    return [...artefactsOf(part).filter((one) => one.id !== "words"), ...irOf(part), ...stepsText(part), ...interfaceOf(part)];
}

/// One side of a text: its lines at the rows, and pairs in place of instructions, so that one choice is of both sides.
function sideOf(text: Artefact, rows: readonly Row[], side: SideName, numbers: ReadonlyMap<number, number>): Artefact {
    const pairsAt = (line: number) => (text.instructions[line] ?? []).flatMap((one) => numbers.get(one) ?? []);
    const lineOf = (row: Row) => row[side];
    const look = (row: Row) => (row.same ? "" : lineOf(row) < 0 ? "line-none" : side === "left" ? "line-removed" : "line-added");
    return {
        ...text,
        id: `${side}-${text.id}`,
        title: `${text.title}, ${side}`,
        lines: rows.map((row) => text.lines[lineOf(row)] ?? ""),
        instructions: rows.map((row) => pairsAt(lineOf(row))),
        text: text.text ?? `${text.lines.join("\n")}\n`,
        classes: rows.map(look),
        numbers: rows.map((row) => (lineOf(row) < 0 ? "" : String(lineOf(row) + 1))),
        file: `${side}-${text.file}`,
    };
}

function numbersOf(pairs: readonly Pair[], side: SideName): Map<number, number> {
    return new Map(pairs.flatMap((pair, at) => (pair[side] < 0 ? [] : [[pair[side], at] as const])));
}

/// The texts that both sides have; those that differ are marked by their rows.
export function textsSideBySide(left: Part, right: Part, pairs: readonly Pair[]): SideBySide[] {
    const others = new Map(textsOf(right).map((one) => [one.id, one]));
    return textsOf(left).flatMap((one) => {
        const other = others.get(one.id);
        if (!other) return [];
        const rows = alignLines(one.lines, other.lines, KEYS[one.id]);
        const side = (text: Artefact, name: SideName) => sideOf(text, rows, name, numbersOf(pairs, name));
        return [{ id: one.id, title: one.title, rows, sides: [side(one, "left"), side(other, "right")] as [Artefact, Artefact] }];
    });
}

export interface FieldPair {
    bits: string;
    name: string;
    left?: FieldRow;
    right?: FieldRow;
    same: boolean;
}

/// Fields of two instructions, joined by their bits and names, in the order of the left one.
export function fieldPairs(left: readonly FieldRow[], right: readonly FieldRow[]): FieldPair[] {
    const nameOf = (row: FieldRow) => `${row[0]} ${row[1]}`;
    const others = new Map(right.map((row) => [nameOf(row), row]));
    const all: FieldPair[] = left.map((row) => {
        const other = others.get(nameOf(row));
        others.delete(nameOf(row));
        return { bits: row[0], name: row[1], left: row, ...(other ? { right: other } : {}), same: other?.[2] === row[2] };
    });
    return [...all, ...[...others.values()].map((row) => ({ bits: row[0], name: row[1], right: row, same: false }))];
}

// ---- dumps and captures

export interface StateDifference {
    what: string;
    left: string;
    right: string;
}
export interface DiffedLine {
    in: "both" | "left" | "right";
    text: string;
}
export interface DiffedDraw {
    draw: number;
    right_draw?: number;
    count?: number;
    in?: SideName;
    state?: StateDifference[];
    vertex_program?: DiffedLine[];
    fragment_program?: DiffedLine[];
}
interface DiffLocation {
    packet?: number;
    offset: number;
    draws: number;
}
export interface Hunk {
    left: DiffLocation;
    right: DiffLocation;
    lines: DiffedLine[];
}
export interface Diff<T> {
    kind: string;
    same: boolean;
    not_compared?: string;
    differences: T[];
}

/// The draws in words: "draws 3 to 9", "draw 4, in the right one draw 5", "draw 7, only left".
export function drawTitle(draw: DiffedDraw): string {
    const last = draw.draw + (draw.count ?? 1) - 1;
    const name = last === draw.draw ? `Draw ${draw.draw}` : `Draws ${draw.draw} to ${last}`;
    if (draw.in) return `${name}, only ${draw.in}`;
    return draw.right_draw !== undefined && draw.right_draw !== draw.draw ? `${name}, right ${draw.right_draw}` : name;
}

function placeText(place: DiffLocation): string {
    const packet = place.packet === undefined ? "in front of the packets" : `packet ${place.packet}`;
    return `${packet} at 0x${place.offset.toString(16)}, draw ${place.draws}`;
}

const SIGNS = { both: " ", left: "-", right: "+" };
const LOOKS = { both: "", left: "line-removed", right: "line-added" };

/// Lines of two dumps that differ, with those around them, as one text.
export function hunksText(hunks: readonly Hunk[]): Artefact {
    const whole = hunks.flatMap((hunk) => {
        const [left, right] = [placeText(hunk.left), placeText(hunk.right)];
        const title = { line: `@@ ${left === right ? left : `${left} | ${right}`} @@`, look: "" };
        return [title, ...hunk.lines.map((one) => ({ line: `${SIGNS[one.in]} ${one.text}`, look: LOOKS[one.in] }))];
    });
    const left = whole.length - MOST_LINES;
    const all = left <= 0 ? whole : [...whole.slice(0, MOST_LINES), { line: `${left} lines after these are not shown: relit diff prints all`, look: "" }];
    return {
        id: "packets", title: "Packets that differ", language: "", file: "difference.txt",
        lines: all.map((one) => one.line), instructions: all.map(() => []), classes: all.map((one) => one.look),
    };
}

/// Programs of a draw as one text.
export function programText(id: string, title: string, lines: readonly DiffedLine[]): Artefact {
    return {
        id, title, language: "", file: `${id}.txt`, lines: lines.map((one) => `${SIGNS[one.in]} ${one.text}`),
        instructions: lines.map(() => []), classes: lines.map((one) => LOOKS[one.in]),
    };
}

export interface ImagePair {
    title: string;
    left?: number; // documents
    right?: number;
}

/// Images of a side by what they show: groups of draws, draws, and the last frame.
function imagesOfSide(side: Part): Map<string, number> {
    const found = new Map<string, number>();
    const add = (title: string, file: string | undefined) => {
        const number = file === undefined ? undefined : side.images[file];
        if (number !== undefined) found.set(title, number);
    };
    add("Last frame", "frame.png");
    const list = side.others["list"] as { groups?: { group: number; images?: Record<string, string> }[] } | undefined;
    for (const group of list?.groups ?? [])
        for (const [name, file] of Object.entries(group.images ?? {})) add(`Group ${group.group}: ${name}`, file);
    const draws = Object.entries(side.others).filter(([role]) => role.startsWith("draw/"));
    for (const [, one] of draws) {
        const draw = one as { draw: number; images?: Record<string, string> };
        for (const [name, file] of Object.entries(draw.images ?? {})) add(`Draw ${draw.draw}: ${name}`, file);
    }
    return found;
}

/// The first difference, then what both sides have.
export function imagePairsOf(part: Part): ImagePair[] {
    const [left, right] = part.sides ?? [];
    const [a, b] = [part.images["a.png"], part.images["b.png"]];
    const first = a !== undefined && b !== undefined ? [{ title: "After the first draw that differs", left: a, right: b }] : [];
    if (!left || !right) return first;
    const others = imagesOfSide(right);
    const pairs = [...imagesOfSide(left)].flatMap(([title, number]) => {
        const other = others.get(title);
        return other === undefined ? [] : [{ title, left: number, right: other }];
    });
    return [...first, ...pairs];
}
