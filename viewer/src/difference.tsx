// The view of a difference: of two programs, texts side by side; of two dumps or captures, images and what differs in their draws.
import { useMemo } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import { ListingDifference } from "./panes/texts.tsx";
import { StreamDifference } from "./panes/streams.tsx";
import { DocumentsView } from "./panes/tree.tsx";

export function DifferenceView({ part }: { part: Part }) {
    const names = useMemo(() => part.sides?.map((side) => side.name) as [string, string] | undefined, [part]);
    if (!part.sides || !names) return <DocumentsView part={part} />;
    const isOfStreams = part.isa === "gs" || part.isa === "r500";
    return (
        <div class="program">
            <div class="heading">
                <h2>{part.name}</h2>
                <span class="badge">{part.isa}</span>
            </div>
            {isOfStreams ? <StreamDifference part={part} sides={part.sides} names={names} /> : <ListingDifference part={part} sides={part.sides} names={names} />}
        </div>
    );
}
