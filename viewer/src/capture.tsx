// The view of a capture of R500: a filmstrip of its draws, the chosen draw, and the documents about all of them.
import { useMemo, useState } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import { drawsOf, imagesOf, isDark, resultText, type CaptureDraw } from "./model/draws.ts";
import { DrawPane } from "./panes/draw.tsx";
import { Filmstrip, type FilmItem } from "./panes/filmstrip.tsx";
import { RemarkList } from "./panes/messages.tsx";
import { DocumentsView } from "./panes/tree.tsx";

function itemOf(draw: CaptureDraw): FilmItem {
    return {
        id: `draw-${draw.draw}`, number: draw.draw, title: String(draw.fields["PRIM_TYPE"] ?? "draw"), about: `${draw.count} vertices`,
        result: resultText(draw), isSuspicious: isDark(draw), image: imagesOf(draw)[0]?.[1],
    };
}

export function CaptureView({ part }: { part: Part }) {
    const [chosen, choose] = useState(0);
    const draws = useMemo(() => drawsOf(part), [part]);
    const items = useMemo(() => draws.map(itemOf), [draws]);
    const draw = draws[chosen];
    return (
        <div class="program">
            <div class="heading">
                <h2>{part.name}</h2><span class="badge">{part.isa}</span>
                {draws.length > 0 && <span class="count">{draws.length} draws, {draws.filter(isDark).length} of them write nothing</span>}
            </div>
            {draw && <Filmstrip part={part} items={items} label="Draws" chosen={chosen} choose={choose} />}
            <div class="dump">
                {draw && <DrawPane part={part} draw={draw} />}
                <div class="overview" role="region" aria-label="Overview" tabIndex={0}>
                    <RemarkList part={part} />
                    <DocumentsView part={part} />
                </div>
            </div>
        </div>
    );
}
