// The view of a GS dump: a filmstrip of its groups of draws, the chosen group, and charts over all of them.
import { useState } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import type { GroupList } from "./model/groups.ts";
import { messagesOf } from "./model/messages.ts";
import { Filmstrip } from "./panes/filmstrip.tsx";
import { MemoryMap, PixelChart } from "./panes/group_charts.tsx";
import { GroupPane } from "./panes/group.tsx";
import { DocumentsView } from "./panes/tree.tsx";

export function DumpView({ part }: { part: Part }) {
    const [chosen, choose] = useState(0);
    const list = part.others["list"] as GroupList | undefined;
    const group = list?.groups[chosen];
    return (
        <div class="program">
            <div class="heading">
                <h2>{part.name}</h2><span class="badge">{part.isa}</span>
                {list && <span class="count">{list.groups.length} groups, {list.draws} draws, {list.frames} frames</span>}
            </div>
            {list && group && <Filmstrip part={part} groups={list.groups} chosen={chosen} choose={choose} />}
            <div class="dump">
                {group && <GroupPane part={part} group={group} />}
                <div class="overview" role="region" aria-label="Overview" tabIndex={0}>
                    {list && list.groups.length > 0 && <PixelChart groups={list.groups} chosen={chosen} choose={choose} />}
                    {list && list.groups.length > 0 && <MemoryMap groups={list.groups} chosen={chosen} choose={choose} />}
                    <Remarks part={part} />
                    <DocumentsView part={part} />
                </div>
            </div>
        </div>
    );
}

function Remarks({ part }: { part: Part }) {
    const remarks = messagesOf(part);
    if (remarks.length === 0) return null;
    return <ul class="messages">{remarks.map((one, at) => <li key={at}><span class={`badge ${one.level}`}>{one.level}</span> {one.text} <span class="quiet">({one.from})</span></li>)}</ul>;
}
