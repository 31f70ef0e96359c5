// The difference of two programs: a text of both, side by side, and the fields of the chosen instructions.
import { useEffect, useMemo, useState } from "preact/hooks";
import { firstRows } from "../model/align.ts";
import { pairsOf, textsSideBySide, type SideBySide } from "../model/difference.ts";
import type { Part } from "../model/documents.ts";
import { Selection } from "../model/selection.ts";
import { FieldsPane } from "./fields.tsx";
import { RemarkList } from "./messages.tsx";
import { Sides } from "./sides.tsx";
import { DocumentsView } from "./tree.tsx";
import { isTyping } from "./typing.ts";

interface ListingProps {
    part: Part;
    sides: [Part, Part];
    names: [string, string];
}

export function ListingDifference({ part, sides, names }: ListingProps) {
    const selection = useMemo(() => new Selection(), [part]);
    const pairs = useMemo(() => pairsOf(sides[0], sides[1]), [sides]);
    const texts = useMemo(() => textsSideBySide(sides[0], sides[1], pairs), [sides, pairs]);
    const [at, choose] = useState(() => Math.max(0, texts.findIndex((one) => firstRows(one.rows).length > 0)));
    const text = texts[at];
    const changed = pairs.filter((one) => !one.same).length;
    return (
        <>
            <div class="bar difference-bar">
                {texts.length > 0 && (
                    <label>
                        Text{" "}
                        <select value={String(at)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                            {texts.map((one, number) => <option key={one.id} value={String(number)}>{one.title}{firstRows(one.rows).length === 0 && " (same)"}</option>)}
                        </select>
                    </label>
                )}
                <span class="quiet">{changed === 0 ? "all instructions are the same" : `${changed} of ${pairs.length} instructions differ`}</span>
                {text && <Steps key={text.id} text={text} selection={selection} />}
            </div>
            <div class="difference">
                {text ? <Sides key={text.id} text={text} names={names} selection={selection} /> : <p class="quiet padded">The sides have no text in common.</p>}
                <div class="difference-side">
                    <FieldsPane sides={sides} pairs={pairs} selection={selection} />
                    <div class="overview" role="region" aria-label="Messages and documents" tabIndex={0}>
                        {[part, ...sides].map((one, number) => <RemarkList key={number} part={one} />)}
                        <DocumentsView part={part} />
                    </div>
                </div>
            </div>
        </>
    );
}

/// Goes from difference to difference, with n and p as well; the first one is chosen to begin with.
function Steps({ text, selection }: { text: SideBySide; selection: Selection }) {
    const places = useMemo(() => firstRows(text.rows), [text]);
    const [at, setAt] = useState(0);
    const go = (next: number) => setAt(Math.max(0, Math.min(places.length - 1, next)));
    useEffect(() => {
        const row = places[at];
        if (row === undefined) return;
        const [left, right] = text.sides;
        const pane = text.rows[row]!.left >= 0 ? left : right;
        selection.choose([...(left.instructions[row] ?? []), ...(right.instructions[row] ?? [])], "steps", { pane: pane.id, line: row });
    }, [at, text, places, selection]);
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey) return;
            if (event.key === "n") setAt((old) => Math.min(places.length - 1, old + 1));
            if (event.key === "p") setAt((old) => Math.max(0, old - 1));
        };
        addEventListener("keydown", onKey);
        return () => removeEventListener("keydown", onKey);
    }, [places]);
    if (places.length === 0) return <span role="status">no difference</span>;
    return (
        <span class="buttons">
            <button type="button" onClick={() => go(0)}>First</button>
            <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>Previous (p)</button>
            <button type="button" disabled={at + 1 >= places.length} onClick={() => go(at + 1)}>Next (n)</button>
            <span role="status">difference {at + 1} of {places.length}</span>
        </span>
    );
}
