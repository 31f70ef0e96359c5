// Which instructions read and write each register and constant, from the IR as lifted.
import { instructionOfIrLine, type IrModule } from "./ir.ts";

export interface Use {
    name: string;
    kind: string;
    called?: string;
    reads: number[];
    writes: number[];
}

interface Names {
    /// The name of a register by file and index, as the guest writes it.
    register: (file: string, index: number, half: boolean) => string;
}

/// RSX fragment programs: file h contains the halves of all registers, R0 is h[0] and h[1].
function namesOf(isa: string): Names {
    if (isa !== "rsx.fp") return { register: (file, index) => `${file}[${index}]` };
    return {
        register: (file, index, half) => (file !== "h" ? `${file}[${index}]` : half || index % 2 ? `H${index}` : `R${index / 2}`),
    };
}

const DEFINITION = /^\s+%(\S+): ([a-z0-9]+) = (\S+)(.*)$/;
const VALUE = /%([A-Za-z0-9_.]+)/g;

class Uses {
    private found = new Map<string, Use>();

    add(what: "reads" | "writes", name: string, kind: string, instruction: number, called?: string) {
        if (instruction < 0) return;
        let use = this.found.get(name);
        if (!use) this.found.set(name, (use = { name, kind, reads: [], writes: [], ...(called ? { called } : {}) }));
        if (!use[what].includes(instruction)) use[what].push(instruction);
    }

    all(): Use[] {
        return [...this.found.values()];
    }
}

/// A value named after a register, `%r4_1` or `%r4y_1`, holds what an instruction wrote there: file, index, is it of f16.
class Values {
    private files: Map<string, { role: string; count: number }>;
    private made = new Map<string, { half: boolean; constant: boolean; instruction: number }>();
    constants = new Map<string, number>();

    constructor(module: IrModule) {
        this.files = new Map(module.files.map((file) => [file.name, file]));
    }

    define(name: string, type: string, operation: string, instruction: number) {
        this.made.set(name, { half: type.startsWith("f16"), constant: operation === "const", instruction });
    }

    /// Whether a use of the value by an instruction is a read of the register. Inside of the instruction that made it, it is not;
    /// and a constant that several instructions share is one only where their texts name the register.
    isRead(value: string, instruction: number, names: (instruction: number) => boolean): boolean {
        const made = this.made.get(value);
        return made?.instruction !== instruction && (!made?.constant || names(instruction));
    }

    registerOf(value: string): { file: string; index: number; half: boolean; role: string } | undefined {
        const found = /^(.*?)[xyzw]?_\d+$/.exec(value);
        if (!found) return undefined;
        const half = this.made.get(value)?.half ?? false;
        for (const stem of [found[1]!, value.replace(/_\d+$/, "")]) {
            const whole = this.files.get(stem);
            if (whole?.count === 1) return { file: stem, index: 0, half, role: whole.role };
            const numbered = /^(.*?)(\d+)$/.exec(stem);
            const file = numbered && this.files.get(numbered[1]!);
            if (file) return { file: numbered[1]!, index: Number(numbered[2]), half, role: file.role };
        }
        return undefined;
    }
    roleOf(file: string): string {
        return this.files.get(file)?.role ?? "register";
    }
}

const ORIGIN = /^origin (\d+) "(.*)"$/;

function textsOf(lines: readonly string[]): Map<number, string> {
    return new Map(
        lines
            .map((line) => ORIGIN.exec(line))
            .filter((found) => found !== null)
            .map((found) => [Number(found[1]) - 1, found[2]!]),
    );
}

export function usesOf(lines: readonly string[], module: IrModule, isa: string): Use[] {
    const uses = new Uses();
    const values = new Values(module);
    const names = namesOf(isa);
    const texts = textsOf(lines);
    for (const line of lines) {
        if (!/^\s/.test(line)) continue;
        const instruction = instructionOfIrLine(line);
        const definition = DEFINITION.exec(line);
        if (definition) values.define(definition[1]!, definition[2]!, definition[3]!, instruction);
        addFileAccess(uses, values, module, names, line, instruction);
        addBufferAccess(uses, values, module, line, instruction);
        addNamedValues({ uses, values, module, names, texts }, line, instruction);
    }
    for (const use of uses.all()) for (const list of [use.reads, use.writes]) list.sort((a, b) => a - b);
    return uses.all().sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

const LOAD = /= loadfile(?:at|of)? (\S+?)\[(\d+)\]/;
const STORE = /^\s+storefile(?:at)? (\S+?)\[(\d+)\](?:\.\w+)?, %(\S+)/;

function addFileAccess(uses: Uses, values: Values, module: IrModule, names: Names, line: string, instruction: number) {
    const load = LOAD.exec(line);
    const store = load ? null : STORE.exec(line);
    const found = load ?? store;
    if (!found) return;
    if (store && values.registerOf(store[3]!)) return; // the value's definition is the write; the end of the block repeats it
    const [file, index] = [found[1]!, Number(found[2])];
    const half = load !== null && /: f16/.test(line);
    uses.add(
        load ? "reads" : "writes",
        names.register(file, index, half),
        values.roleOf(file),
        instruction,
        module.called.get(`${file}[${index}]`),
    );
}

const CONSTANT = /^\s+%(\S+): i32 = const (0x[0-9a-f]+|\d+)/;
const BUFFER = /(= load|\s+store)buffer (\S+?), %([A-Za-z0-9_]+)/;

/// Rows of 16 bytes count as the constants of a buffer, if the offset is known.
function addBufferAccess(uses: Uses, values: Values, module: IrModule, line: string, instruction: number) {
    const constant = CONSTANT.exec(line);
    if (constant) values.constants.set(constant[1]!, Number(constant[2]));
    const access = BUFFER.exec(line);
    if (!access) return;
    const offset = values.constants.get(access[3]!);
    const name = offset === undefined ? `${access[2]}[…]` : `${access[2]}[${offset >> 4}]`;
    const label = module.labels.find((one) => one.resource === access[2] && offset !== undefined && one.offset === (offset & ~15));
    uses.add(access[1]!.includes("load") ? "reads" : "writes", name, "constant", instruction, label?.name);
}

interface Reading {
    uses: Uses;
    values: Values;
    module: IrModule;
    names: Names;
    texts: Map<number, string>;
}

function addNamedValues({ uses, values, module, names, texts }: Reading, line: string, instruction: number) {
    const definition = DEFINITION.exec(line);
    const add = (what: "reads" | "writes", value: string) => {
        const found = values.registerOf(value);
        if (!found || (what === "writes" && found.role === "input")) return;
        const { file, index, half, role } = found;
        const mention = new RegExp(
            `\\b(${file}\\[?${index}|${names.register(file, index, half).replace(/\W/g, "\\$&")})(?!\\d)`,
            "i",
        );
        if (what === "reads" && !values.isRead(value, instruction, (one) => mention.test(texts.get(one) ?? ""))) return;
        uses.add(what, names.register(file, index, half), role, instruction, module.called.get(`${file}[${index}]`));
    };
    if (definition && !LOAD.test(line)) add("writes", definition[1]!);
    if (STORE.test(line)) return;
    for (const [, value] of (definition ? definition[4]! : line).matchAll(VALUE)) add("reads", value!.replace(/\.\w+$/, ""));
}

/// Spans of places in the program over which a register holds a value that is read later; `at` gives the place of an instruction.
export function spansOf(use: Use, at: (instruction: number) => number): { from: number; to: number }[] {
    const writes = use.writes.map(at).sort((a, b) => a - b);
    const reads = use.reads.map(at).sort((a, b) => a - b);
    const spans: { from: number; to: number }[] = [];
    for (const read of reads) {
        const from = writes.filter((write) => write < read).pop() ?? (writes.length ? Math.min(read, writes[0]!) : reads[0]!);
        const last = spans[spans.length - 1];
        if (last && from <= last.to) last.to = Math.max(last.to, read);
        else spans.push({ from, to: read });
    }
    for (const write of writes)
        if (!spans.some((span) => span.from <= write && write <= span.to)) spans.push({ from: write, to: write });
    return spans.sort((a, b) => a.from - b.from);
}
