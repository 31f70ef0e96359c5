// The programs of one draw: their stages, and which instructions write and read what goes from one stage to the next.
import { type Artefact, artefactsOf, linesOf } from "./artefact.ts";
import type { Binding, Part, StageCode, Translation } from "./documents.ts";
import { type IrModule, readIr, stageOfIr } from "./ir.ts";
import { numberLines } from "./listing.ts";
import { usesOf } from "./usage.ts";

/// In the order of the pipeline; names as the translation has them.
const STAGES = ["vertex", "tess_control", "tess_eval", "geometry", "fragment"] as const;
export type StageName = (typeof STAGES)[number];

export interface Stage {
    name: StageName;
    /// One, or two vertex programs that run one after the other.
    programs: Part[];
    /// Of each program, the number in the stage that its instruction 0 has: those of the second come after those of the first.
    starts: number[];
    texts: Artefact[];
}

/// A value that one stage writes and a later one reads.
export interface Varying {
    location: number;
    type: string;
    from: StageEnd;
    to: StageEnd;
}
export interface StageEnd {
    stage: StageName;
    name: string;
    instructions: number[]; // of the stage
}

/// Instructions of a stage by their own programs' numbers: "2-4", or, where there are two programs, "a.bin 2-4; b.bin 0".
export function placesText(stage: Stage, instructions: readonly number[], ranges: (numbers: readonly number[]) => string): string {
    if (stage.programs.length < 2) return ranges(instructions);
    const own = stage.programs.map((program, at): [string, number[]] => {
        const [start, end] = [stage.starts[at]!, stage.starts[at + 1] ?? Infinity];
        return [program.name, instructions.filter((one) => start <= one && one < end).map((one) => one - start)];
    });
    return own.filter(([, numbers]) => numbers.length).map(([name, numbers]) => `${name} ${ranges(numbers)}`).join("; ");
}

export function stagesOf(part: Part): Stage[] {
    return STAGES.flatMap((name) => {
        const programs = (part.programs ?? []).filter((program) => stageOfIr(program.ir) === name);
        const isAlone = programs.length === part.programs?.length; // its code has no name then
        const code = part.glsl?.[name] ?? (isAlone ? part.glsl?.code : undefined);
        if (!programs.length && !code) return [];
        const starts = startsOf(programs);
        return [{ name, programs, starts, texts: [...programs.flatMap((program, at) => disasmOf(program, name, at, starts[at]!)), ...glslOf(code, name)] }];
    });
}

function startsOf(programs: readonly Part[]): number[] {
    let next = 0;
    return programs.map((program) => {
        const start = next;
        next += 1 + Math.max(-1, ...(program.disasm ? numberLines(program.disasm) : []));
        return start;
    });
}

/// The listing counts from its own start; its instructions have the numbers of the stage.
function disasmOf(program: Part, stage: StageName, at: number, start: number): Artefact[] {
    const found = artefactsOf(program).find((one) => one.id === "disasm");
    const instructions = found?.instructions.map((some) => some.map((one) => one + start)) ?? [];
    return found ? [{ ...found, instructions, id: `${stage}-disasm-${at}`, title: `Disassembly of ${program.name}` }] : [];
}

function glslOf(code: StageCode | undefined, stage: StageName): Artefact[] {
    if (code?.text === undefined) return [];
    const lines = linesOf(code.text);
    const instructions = lines.map((_, line) => code.instructions?.[line] ?? []);
    return [{ id: `${stage}-glsl`, title: `GLSL of the ${titleOf(stage)} stage`, language: "glsl", lines, instructions, text: code.text, file: `${stage}.glsl` }];
}

export const titleOf = (stage: string) => stage.replaceAll("_", " ").replace("tess", "tessellation").replace("eval", "evaluation");

/// `both` are the two stages that there are.
function endsOf(one: Binding, stages: readonly Stage[]): [Stage, Stage] | undefined {
    const named = (name: string | undefined) => stages.find((stage) => stage.name === name);
    const [from, to] = one.stage === "both" ? [stages[0], stages[1]] : [named(one.stage), named(one.read_in)];
    return from && to && [from, to];
}

export function varyingsOf(part: Part, stages: readonly Stage[]): Varying[] {
    return (part.glsl?.interface ?? []).filter((one) => one.kind === "varying").flatMap((one) => {
        const ends = endsOf(one, stages);
        if (!ends) return [];
        const end = (stage: Stage, role: "output" | "input", name: string): StageEnd => ({ stage: stage.name, name, instructions: accessesOf(stage, role, one.location, name) });
        return [{ location: one.location, type: one.type, from: end(ends[0], "output", one.name), to: end(ends[1], "input", one.read_as ?? one.name) }];
    });
}

const PLACE = /^place (\S+)\[(\d+)\](?:\+\d)? (\w+)(?: (\d+))?/;

/// The registers of a role at a location of the interface: a `place` line says it, otherwise registers of a role count one after the other.
export function registersAt(lines: readonly string[], module: IrModule, role: string, location: number): string[] {
    const placed = new Map<string, number[]>();
    for (const line of lines) {
        const found = PLACE.exec(line);
        if (!found) continue;
        const name = `${found[1]}[${found[2]}]`;
        placed.set(name, [...(placed.get(name) ?? []), ...(found[3] === "user" ? [Number(found[4])] : [])]);
    }
    const names: string[] = [];
    let first = 0;
    for (const file of module.files.filter((one) => one.role === role)) {
        for (let at = 0; at < file.count; ++at) {
            const name = `${file.name}[${at}]`;
            if ((placed.get(name) ?? [first + at]).includes(location)) names.push(name);
        }
        first += file.count;
    }
    return names;
}

/// What the guest's instructions do: the lifted program and its literal GLSL say it; what they do not, the linked GLSL does.
function accessesOf(stage: Stage, role: "output" | "input", location: number, name: string): number[] {
    // Of two programs the first reads what comes into the stage, and the second writes what leaves it.
    const at = role === "input" ? 0 : stage.programs.length - 1;
    const program = stage.programs[at];
    if (!program) return [];
    const own = [...fromIr(program, role, location), ...fromLiteral(program.literal, role, location)];
    const found = new Set(own.map((one) => one + stage.starts[at]!));
    const glsl = stage.texts.find((text) => text.language === "glsl");
    if (found.size === 0 && glsl) for (const one of mentions(glsl.lines, glsl.instructions, name)) found.add(one);
    return [...found].sort((a, b) => a - b);
}

function fromIr(program: Part, role: "output" | "input", location: number): number[] {
    const { ir } = program;
    if (!ir?.steps[0]) return [];
    const lines = ir.steps[0].lines.map((at) => ir.lines[at] ?? "");
    const module = readIr(lines);
    const names = new Set(registersAt(lines, module, role, location));
    return usesOf(lines, module, program.isa).filter((use) => names.has(use.name)).flatMap((use) => (role === "output" ? use.writes : use.reads));
}

function fromLiteral(literal: Translation | undefined, role: "output" | "input", location: number): number[] {
    const code = literal?.code;
    const names = (literal?.interface ?? []).filter((one) => one.kind === role && one.location === location).map((one) => one.name);
    if (code?.text === undefined) return [];
    const lines = linesOf(code.text);
    return names.flatMap((name) => mentions(lines, code.instructions ?? [], name));
}

export function names(line: string, name: string): boolean {
    return new RegExp(`(?<![\\w.])${name.replace(/\W/g, "\\$&")}(?!\\w)`).test(line);
}

function mentions(lines: readonly string[], instructions: readonly (readonly number[])[], name: string): number[] {
    return lines.flatMap((line, at) => (instructions[at]?.length && names(line, name) ? [...instructions[at]!] : []));
}

/// The varyings that a choice in a stage is about: by its instructions, or by the line that it is on.
export function chosenVaryings(varyings: readonly Varying[], stage: StageName, instructions: ReadonlySet<number>, line: string): Varying[] {
    const ends = (one: Varying) => [one.from, one.to].filter((end) => end.stage === stage);
    return varyings.filter((one) => ends(one).some((end) => end.instructions.some((each) => instructions.has(each)) || (instructions.size === 0 && names(line, end.name))));
}
