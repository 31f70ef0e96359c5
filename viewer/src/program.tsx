// The view of a program: a heading and columns, each with a pane that the reader chooses.
import { useEffect, useMemo, useState } from "preact/hooks";
import { artefactsOf } from "./model/artefact.ts";
import type { Part } from "./model/documents.ts";
import { instructionsOfIr } from "./model/ir.ts";
import type { Hit } from "./model/search.ts";
import { Selection } from "./model/selection.ts";
import { ProgramHeading } from "./panes/heading.tsx";
import { Guard } from "./panes/guard.tsx";
import { artefactOfStep, linesOfStep } from "./panes/ir.tsx";
import { panesOf, type PaneEntry } from "./panes/panes.tsx";
import { SearchBox } from "./panes/search.tsx";

const WANTED = ["disasm", "glsl", "details"];
const MOST_COLUMNS = 5;

interface ProgramViewProps {
    part: Part;
    /// Panes that parts of its kind have beside those of all, and which are shown at first.
    more?: (selection: Selection) => PaneEntry[];
    wanted?: readonly string[];
}

export function ProgramView({ part, more, wanted = WANTED }: ProgramViewProps) {
    const selection = useMemo(() => new Selection(), [part]);
    const texts = useMemo(() => artefactsOf(part), [part]);
    const [step, setStep] = useState(0);
    const panes = [...(more?.(selection) ?? []), ...panesOf(part, texts, selection, { step, set: setStep })];
    const [columns, setColumns] = useState(() => firstColumns(panes, wanted));
    const searched = useMemo(() => (part.ir ? [...texts, artefactOfStep(part.ir, step)] : texts), [part, texts, step]);
    useClearKey(selection);
    const open = (id: string) => {
        if (!columns.includes(id)) setColumns([...columns.slice(0, -1), id]);
    };
    const go = (hit: Hit) => {
        open(hit.pane);
        if (part.ir && hit.step !== undefined) {
            setStep(hit.step);
            const lines = instructionsOfIr(linesOfStep(part.ir, hit.step));
            return selection.choose(lines[hit.line] ?? [], "search", { pane: hit.pane, line: hit.line });
        }
        const instructions = searched.find((one) => one.id === hit.pane)?.instructions[hit.line] ?? [];
        selection.choose(instructions, "search", { pane: hit.pane, line: hit.line });
    };
    const add = () => setColumns([...columns, panes.find((pane) => !columns.includes(pane.id))?.id ?? "details"]);
    return (
        <div class="program">
            <ProgramHeading part={part} open={open}>
                <SearchBox artefacts={searched} ir={part.ir} step={step} go={go} />
                <button type="button" disabled={columns.length >= MOST_COLUMNS} onClick={add}>
                    Add a column
                </button>
            </ProgramHeading>
            <div class="columns" style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(16rem, 1fr))` }}>
                {columns.map((id, at) => (
                    <Column
                        key={at}
                        at={at}
                        id={id}
                        panes={panes}
                        change={(next) => setColumns(columns.map((old, other) => (other === at ? next : old)))}
                        close={columns.length > 1 ? () => setColumns(columns.filter((_, other) => other !== at)) : undefined}
                    />
                ))}
            </div>
        </div>
    );
}

function firstColumns(panes: PaneEntry[], wanted: readonly string[]): string[] {
    const ids = new Set(panes.map((pane) => pane.id));
    const found = wanted.filter((id) => ids.has(id));
    return found.length ? found : panes.slice(0, 1).map((pane) => pane.id);
}

function useClearKey(selection: Selection) {
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            if (event.key === "Escape") selection.clear();
        };
        addEventListener("keydown", onKey);
        return () => removeEventListener("keydown", onKey);
    }, [selection]);
}

interface ColumnProps {
    at: number;
    id: string;
    panes: PaneEntry[];
    change: (id: string) => void;
    close: (() => void) | undefined;
}

function Column({ at, id, panes, change, close }: ColumnProps) {
    const pane = panes.find((one) => one.id === id);
    return (
        <section class="column" aria-label={`Column ${at + 1}: ${pane?.title ?? id}`}>
            <div class="column-head">
                <select aria-label={`Pane of column ${at + 1}`} value={id} onChange={(event) => change(event.currentTarget.value)}>
                    {panes.map((one) => (
                        <option key={one.id} value={one.id}>
                            {one.title}
                        </option>
                    ))}
                </select>
                {close && (
                    <button type="button" class="plain" aria-label={`Close column ${at + 1}`} onClick={close}>
                        ×
                    </button>
                )}
            </div>
            <Guard key={id}>{pane?.show()}</Guard>
        </section>
    );
}
