// The view of a command stream or a capture of R500: a filmstrip of its draws, the chosen draw, the packets, and what checks say.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import { type CaptureDraw, drawsOf, imagesOf, isDark, resultText } from "./model/draws.ts";
import { type Finding, findingsByDraw, type PacketText, textOfPackets } from "./model/packets.ts";
import type { Hit } from "./model/search.ts";
import { Selection } from "./model/selection.ts";
import { CodePane } from "./panes/code.tsx";
import { DrawPane } from "./panes/draw.tsx";
import { Filmstrip, type FilmItem } from "./panes/filmstrip.tsx";
import { Findings } from "./panes/findings.tsx";
import { Guard } from "./panes/guard.tsx";
import { HistoryPane, usePixels } from "./panes/history.tsx";
import { RemarkList } from "./panes/messages.tsx";
import { SearchBox } from "./panes/search.tsx";
import { DocumentsView } from "./panes/tree.tsx";

const STRIP = "strip";

function itemOf(draw: CaptureDraw, findings: number): FilmItem {
    return {
        id: `draw-${draw.draw}`, number: draw.draw, title: String(draw.fields["PRIM_TYPE"] ?? "draw"), about: `${draw.count} vertices`,
        result: resultText(draw), isSuspicious: isDark(draw), image: imagesOf(draw)[0]?.[1], findings,
    };
}

export function CaptureView({ part }: { part: Part }) {
    const draws = useMemo(() => drawsOf(part), [part]);
    const packets = useMemo(() => textOfPackets(part), [part]);
    const selection = useMemo(() => new Selection(), [part]);
    const items = useMemo(() => {
        const counts = findingsByDraw(packets.findings);
        return draws.map((draw) => itemOf(draw, counts.get(draw.draw) ?? 0));
    }, [draws, packets]);
    const [number, choose] = useDrawChoice(draws, selection);
    const at = draws.findIndex((one) => one.draw === number);
    const draw = draws[at];
    const { artefact } = packets;
    const pixels = usePixels(part);
    const showLine = (line: number, source: string) => selection.choose(artefact.instructions[line] ?? [], source, { pane: artefact.id, line });
    return (
        <div class="program">
            <div class="heading">
                <h2>{part.name}</h2><span class="badge">{part.isa}</span>
                <span class="count">{countsText(draws, packets)}</span>
                <span class="spread" />
                <SearchBox artefacts={[artefact]} go={(hit: Hit) => showLine(hit.line, "search")} />
            </div>
            {draw && <Filmstrip part={part} items={items} label="Draws" chosen={at} choose={(place) => choose(draws[place]!.draw)} />}
            <div class={draw ? "dump three" : "dump"}>
                {draw && <DrawPane part={part} draw={draw} pixels={pixels} />}
                <section class="column" aria-label="Packets"><Guard><CodePane artefact={artefact} selection={selection} /></Guard></section>
                <div class="overview" role="region" aria-label="Overview" tabIndex={0}>
                    {pixels && <HistoryPane pixels={pixels} owner={(one) => `draw ${one}`} isShown={(one) => one === number} show={choose} />}
                    <Guard>
                        <Findings findings={packets.findings} draws={draws} chosen={number} choose={choose} show={(one: Finding) => showLine(one.line!, "findings")} />
                    </Guard>
                    <RemarkList part={{ ...part, lint: undefined }} />
                    <DocumentsView part={part} />
                </div>
            </div>
        </div>
    );
}

function countsText(draws: readonly CaptureDraw[], { packets, findings }: PacketText): string {
    const some = [`${packets} packets`, `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`];
    return draws.length ? [`${draws.length} draws, ${draws.filter(isDark).length} of them write nothing`, ...some].join(", ") : some.join(", ");
}

/// The chosen draw: the filmstrip chooses it, and so does a packet that belongs to it.
function useDrawChoice(draws: readonly CaptureDraw[], selection: Selection): [number, (draw: number) => void] {
    const [number, set] = useState(draws[0]?.draw ?? 0);
    useEffect(
        () =>
            selection.listen((what) => {
                const [draw] = selection.chosen.instructions;
                if (what === "chosen" && selection.chosen.source !== STRIP && draw !== undefined && draws.some((one) => one.draw === draw)) set(draw);
            }),
        [draws, selection],
    );
    const choose = (draw: number) => {
        set(draw);
        selection.choose([draw], STRIP);
    };
    return [number, choose];
}
