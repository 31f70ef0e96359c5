// The tables of a video BIOS of AtomBIOS, from its listing: where each lies, and which command tables it calls.
import type { Disasm, DisasmLine, Explain } from "./documents.ts";

export interface AtomTable {
    name: string;
    isCommand: boolean;
    /// In the list of tables of its kind; undefined of the lists themselves and of tables that no list names.
    number?: number;
    offset: number;
    bytes: string;
    /// The line of the listing that begins it.
    line: number;
    instructions: number[];
    calls: string[];
}

/// Lines that are explained are instructions: they are numbered in the order of the listing.
export function withInstructions(disasm: Disasm, explain: Explain | undefined): Disasm {
    const explained = new Set(explain?.instructions.map((one) => one.offset));
    let number = 0;
    const isInstruction = (line: DisasmLine) => explained.has(line.offset) && /^[A-Z]/.test(line.text);
    return { ...disasm, lines: disasm.lines.map((line) => (isInstruction(line) ? { ...line, instruction: number++ } : line)) };
}

const TABLE = /^\.(command|table) (\S+) /;
const CALL = /^CALL_TABLE (\S+)/;
const ENTRY = /^\.offset ([A-Za-z_]\w*)/;

export function tablesOf(disasm: Disasm): AtomTable[] {
    const tables: AtomTable[] = [];
    const numbers = new Map<string, number>();
    let open: AtomTable | undefined;
    disasm.lines.forEach((line, at) => {
        const begin = TABLE.exec(line.text);
        if (begin) tables.push((open = { name: begin[2]!, isCommand: begin[1] === "command", offset: line.offset, bytes: line.note ?? "", line: at, instructions: [], calls: [] }));
        else if (line.text === ".end") open = undefined;
        else if (open) addLine(open, line, numbers);
    });
    return tables.map((table) => (numbers.has(table.name) ? { ...table, number: numbers.get(table.name)! } : table));
}

function addLine(table: AtomTable, line: DisasmLine, numbers: Map<string, number>) {
    if (line.instruction !== undefined) table.instructions.push(line.instruction);
    const called = CALL.exec(line.text)?.[1];
    if (called && !table.calls.includes(called)) table.calls.push(called);
    const entry = ENTRY.exec(line.text)?.[1];
    const number = /^\d+/.exec(line.note ?? "")?.[0];
    if (entry && number && /^(?:command|data)_list$/.test(table.name)) numbers.set(entry, Number(number));
}

/// The tables on a way of calls to or from one.
export function aroundTable(graph: readonly { name: string; targets: string[] }[], name: string): { name: string; targets: string[] }[] {
    const spread = (next: (one: string) => string[]) => {
        const found = new Set([name]);
        for (const one of found) for (const other of next(one)) found.add(other);
        return found;
    };
    const down = spread((one) => graph.find((node) => node.name === one)?.targets ?? []);
    const up = spread((one) => graph.filter((node) => node.targets.includes(one)).map((node) => node.name));
    return graph.filter((node) => down.has(node.name) || up.has(node.name));
}

export const callersOf = (tables: readonly AtomTable[], name: string) => tables.filter((one) => one.calls.includes(name)).map((one) => one.name);

/// Tables that call one or are called; a table that the image lacks is called by its number.
export function callGraph(tables: readonly AtomTable[]): { name: string; targets: string[] }[] {
    const called = new Set(tables.flatMap((one) => one.calls));
    const known = tables.filter((one) => one.calls.length > 0 || called.has(one.name)).map((one) => ({ name: one.name, targets: one.calls }));
    const names = new Set(known.map((one) => one.name));
    return [...known, ...[...called].filter((name) => !names.has(name)).map((name) => ({ name, targets: [] }))];
}
