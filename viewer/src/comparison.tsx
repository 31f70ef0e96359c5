// The views of `batch compare`: a table of all, and a unit with its images and lines of both stores.
import { useMemo } from "preact/hooks";
import { programText, type DiffedLine, type ImagePair } from "./model/difference.ts";
import type { Part } from "./model/documents.ts";
import { Selection } from "./model/selection.ts";
import { CodePane } from "./panes/code.tsx";
import { ImagePairs } from "./panes/image_pair.tsx";
import { DocumentsView } from "./panes/tree.tsx";

interface Change {
    unit: string;
    change: string;
    exit_a?: number;
    exit_b?: number;
    parts?: string[];
    images?: { part: string; pixels: number; most: number; mean: number }[];
}
interface Store {
    store: string;
    command: string;
}
interface Summary {
    a: Store;
    b: Store;
    counts: Record<string, number>;
    other_messages: number;
    worst: Change[];
}

const wordsOf = (name: string) => name.replaceAll("_", " ");

function exitsOf(change: Change): string {
    return change.exit_a === change.exit_b ? String(change.exit_a ?? "") : `${change.exit_a ?? "none"}, ${change.exit_b ?? "none"}`;
}

function imagesOf(change: Change): string {
    return (change.images ?? []).map((one) => `${one.pixels} pixels, by at most ${one.most}, mean ${one.mean.toFixed(3)}`).join("; ");
}

export function ComparisonView({ part }: { part: Part }) {
    const summary = part.others["summary"] as Summary | undefined;
    if (!summary) return <DocumentsView part={part} />;
    return (
        <div class="padded">
            <p>A: <code>{summary.a.command}</code> ({summary.a.store})<br />B: <code>{summary.b.command}</code> ({summary.b.store})</p>
            <table class="states">
                <caption>Units</caption>
                <tbody>
                    {Object.entries({ ...summary.counts, other_messages: summary.other_messages }).map(([name, count]) => (
                        <tr key={name}><th scope="row">{wordsOf(name)}</th><td>{count}</td></tr>
                    ))}
                </tbody>
            </table>
            <table class="states">
                <caption>Those that differ most, each a part of this page</caption>
                <thead><tr><th scope="col">Unit</th><th scope="col">Change</th><th scope="col">Exit code</th><th scope="col">Parts</th><th scope="col">Images</th></tr></thead>
                <tbody>
                    {summary.worst.map((one, at) => (
                        <tr key={at}><th scope="row">{one.unit}</th><td>{wordsOf(one.change)}</td><td>{exitsOf(one)}</td><td>{(one.parts ?? []).join(", ")}</td><td>{imagesOf(one)}</td></tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function ChangeView({ part }: { part: Part }) {
    const change = part.others["change"] as Change | undefined;
    const selection = useMemo(() => new Selection(), [part]);
    const texts = useMemo(() => ((part.others["lines"] as { texts: { part: string; lines: DiffedLine[] }[] } | undefined)?.texts ?? []).map((one) => programText(one.part, one.part, one.lines)), [part]);
    const pairs = useMemo(() => (change?.images ?? []).map((one): ImagePair => pairOf(part, one.part)), [part, change]);
    if (!change || !part.sides) return <DocumentsView part={part} />;
    return (
        <div class="dump">
            <div class="group" role="region" aria-label="Change and images" tabIndex={0}>
                <h2>{change.unit}</h2>
                <p>{wordsOf(change.change)}; exit code {exitsOf(change)}; {(change.parts ?? []).join(", ") || "no part differs"}</p>
                {change.images && <p>{imagesOf(change)}</p>}
                {pairs.length > 0 && <ImagePairs pairs={pairs} names={[part.sides[0].name, part.sides[1].name]} />}
            </div>
            <div class="overview" role="region" aria-label="What differs" tabIndex={0}>
                {texts.map((one) => <div class="framed" key={one.id}><h3>{one.title}</h3><CodePane artefact={one} selection={selection} /></div>)}
                <DocumentsView part={part} />
            </div>
        </div>
    );
}

/// The images of a part of the result, in both stores.
function pairOf(part: Part, name: string): ImagePair {
    const [left, right] = [part.sides?.[0].images[name], part.sides?.[1].images[name]];
    return { title: name, ...(left !== undefined && { left }), ...(right !== undefined && { right }) };
}
