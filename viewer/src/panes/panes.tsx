// The panes that a program has: one row each, in the order of the menu.
import type { ComponentChild } from "preact";
import { artefactsOf } from "../model/artefact.ts";
import type { Part } from "../model/documents.ts";
import type { Selection } from "../model/selection.ts";
import { CodePane } from "./code.tsx";
import { DetailsPane } from "./details.tsx";

export interface PaneEntry {
    id: string;
    title: string;
    show: () => ComponentChild;
}

export function panesOf(part: Part, selection: Selection): PaneEntry[] {
    const texts = artefactsOf(part).map((artefact) => ({
        id: artefact.id,
        title: artefact.title,
        show: () => <CodePane key={artefact.id} artefact={artefact} selection={selection} />,
    }));
    const rows: (PaneEntry | false | undefined)[] = [
        ...texts,
        part.disasm && { id: "details", title: "Details", show: () => <DetailsPane part={part} selection={selection} /> },
    ];
    return rows.filter((row): row is PaneEntry => Boolean(row));
}
