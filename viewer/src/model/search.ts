// Search in all texts of a program.
import type { Artefact } from "./artefact.ts";

export interface Hit {
    pane: string;
    line: number;
    text: string;
    from: number;
    to: number;
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
