// Search in all texts of a program.
import type { Artefact } from "./artefact.ts";
import type { IrSteps } from "./documents.ts";

export interface Hit {
    pane: string;
    line: number;
    text: string;
    from: number;
    to: number;
    /// Of IR: the step that has the line, where that is not the one shown.
    step?: number;
}
export interface HitGroup {
    pane: string;
    title: string;
    hits: Hit[];
    total: number;
}

const SHOWN = 50;

/// Lines with the words, without regard to case; at most SHOWN of each text, and how many there are.
export function searchAll(artefacts: readonly Artefact[], query: string): HitGroup[] {
    const wanted = query.trim().toLowerCase();
    if (wanted === "") return [];
    return artefacts.flatMap((artefact) => {
        const group: HitGroup = { pane: artefact.id, title: artefact.title, hits: [], total: 0 };
        artefact.lines.forEach((text, line) => {
            const from = text.toLowerCase().indexOf(wanted);
            if (from < 0) return;
            if (group.total++ < SHOWN) group.hits.push({ pane: artefact.id, line, text, from, to: from + wanted.length });
        });
        return group.total ? [group] : [];
    });
}

/// The same of the steps of IR that are not shown: each line once, in the first of these steps that has it.
export function searchSteps(ir: IrSteps, shown: number, query: string): HitGroup[] {
    const wanted = query.trim().toLowerCase();
    if (wanted === "") return [];
    const from = ir.lines.map((text) => text.toLowerCase().indexOf(wanted));
    const seen = new Set(ir.steps[shown]?.lines);
    const group: HitGroup = { pane: "ir", title: "IR of other steps", hits: [], total: 0 };
    ir.steps.forEach(({ lines }, step) =>
        lines.forEach((number, line) => {
            const at = from[number] ?? -1;
            if (at < 0 || seen.has(number)) return;
            seen.add(number);
            const text = ir.lines[number] ?? "";
            if (group.total++ < SHOWN) group.hits.push({ pane: "ir", line, text, from: at, to: at + wanted.length, step });
        }),
    );
    return group.total ? [group] : [];
}
