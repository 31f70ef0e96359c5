// The view of a GS dump: a filmstrip of its groups of draws, the chosen group, and charts over all of them.
import { useMemo, useState } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import { drawsText, primitivesText, type Group, type GroupList } from "./model/groups.ts";
import { factorOf, nearest } from "./model/histories.ts";
import { Filmstrip, type FilmItem, type PickPixel } from "./panes/filmstrip.tsx";
import { MemoryMap, PixelChart } from "./panes/group_charts.tsx";
import { GroupPane } from "./panes/group.tsx";
import { HistoryPane, usePixels } from "./panes/history.tsx";
import { RemarkList } from "./panes/messages.tsx";
import { pixelAt } from "./panes/pixel_image.tsx";
import { DocumentsView } from "./panes/tree.tsx";

function itemOf(group: Group): FilmItem {
    const isNothing = group.nothing_written !== undefined;
    return {
        id: `group-${group.group}`, number: group.group, title: drawsText(group), about: primitivesText(group),
        result: isNothing ? "writes nothing" : `${group.pixels.colour_written} pixels`, isSuspicious: isNothing, image: group.images?.["colour"],
    };
}

export function DumpView({ part }: { part: Part }) {
    const [chosen, choose] = useState(0);
    const list = part.others["list"] as GroupList | undefined;
    const group = list?.groups[chosen];
    const items = useMemo(() => (list?.groups ?? []).map(itemOf), [list]);
    const pixels = usePixels(part);
    const groupOf = (draw: number) => list?.groups.findIndex((one) => one.first_draw <= draw && draw <= one.last_draw) ?? -1;
    const pick: PickPixel = (at, image, event) => {
        const shown = list?.groups[at];
        if (pixels && shown) pixels.choose(nearest(pixels.histories, ...pixelAt(image, event, factorOf(shown.colour_buffer.width, image.naturalWidth))));
    };
    return (
        <div class="program">
            <div class="heading">
                <h2>{part.name}</h2><span class="badge">{part.isa}</span>
                {list && <span class="count">{list.groups.length} groups, {list.draws} draws, {list.frames} frames</span>}
            </div>
            {list && group && <Filmstrip part={part} items={items} label="Groups of draws" chosen={chosen} choose={choose} pick={pick} />}
            <div class="dump">
                {group && <GroupPane part={part} group={group} pixels={pixels} />}
                <div class="overview" role="region" aria-label="Overview" tabIndex={0}>
                    {pixels && (
                        <HistoryPane pixels={pixels} owner={(draw) => `group ${list?.groups[groupOf(draw)]?.group ?? "?"}`} isShown={(draw) => groupOf(draw) === chosen}
                            show={(draw) => choose(Math.max(0, groupOf(draw)))} />
                    )}
                    {list && list.groups.length > 0 && <PixelChart groups={list.groups} chosen={chosen} choose={choose} />}
                    {list && list.groups.length > 0 && <MemoryMap groups={list.groups} chosen={chosen} choose={choose} />}
                    <RemarkList part={part} />
                    <DocumentsView part={part} />
                </div>
            </div>
        </div>
    );
}
