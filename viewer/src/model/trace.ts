// Values of registers while a program runs, from the steps of a trace.
import type { Lane, Step, Trace } from "./documents.ts";
import { isNan } from "./numbers.ts";

export interface Value {
    bits: string;
    kind: string;
    /// The step that wrote it; 0: it was given.
    step: number;
}

/// The invocations that a trace has, each with its steps in order.
export function invocationsOf(trace: Trace): Map<number, Step[]> {
    const found = new Map<number, Step[]>();
    for (const step of trace.runs.flatMap((run) => run.steps)) {
        const list = found.get(step.invocation);
        if (list) list.push(step);
        else found.set(step.invocation, [step]);
    }
    for (const list of found.values()) list.sort((a, b) => a.step - b.step);
    return new Map([...found].sort(([a], [b]) => a - b));
}

/// The values after the steps up to `count`: lanes by name. Values that are only read were given.
export function valuesAfter(steps: readonly Step[], count: number): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const step of steps)
        for (const read of step.reads)
            if (!read.from && !values.has(read.name)) values.set(read.name, { bits: read.bits, kind: read.kind, step: 0 });
    for (const step of steps.slice(0, count)) {
        for (const write of step.writes) values.set(write.name, { bits: write.bits, kind: write.kind, step: step.step });
    }
    return values;
}

function registerOf(lane: string): string {
    return lane.replace(/\.[xyzw]$/, "");
}

/// The lanes of a register in one row: "R0.x" belongs to R0.
export function registersOf(names: Iterable<string>): Map<string, string[]> {
    const rows = new Map<string, string[]>();
    for (const name of names) {
        const register = registerOf(name);
        const lanes = rows.get(register);
        if (lanes) lanes.push(name);
        else rows.set(register, [name]);
    }
    for (const lanes of rows.values()) lanes.sort((a, b) => "xyzw".indexOf(a.slice(-1)) - "xyzw".indexOf(b.slice(-1)));
    return new Map([...rows].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

/// How many steps must run until the first NaN is written; 0: none is.
export function stepsToNan(steps: readonly Step[]): number {
    return steps.findIndex((step) => step.writes.some((write: Lane) => isNan(write.bits, write.kind))) + 1;
}

/// What the file of the program calls the lanes of a register, by register.
export function namesInFile(steps: readonly Step[]): Map<string, string> {
    const names = new Map<string, string>();
    for (const lane of steps.flatMap((step) => [...step.reads, ...step.writes]))
        if (lane.name_in_file) names.set(registerOf(lane.name), lane.name_in_file);
    return names;
}

export function changedBy(step: Step | undefined): Set<string> {
    return new Set(step?.writes.filter((write) => write.bits !== write.before).map((write) => write.name));
}
