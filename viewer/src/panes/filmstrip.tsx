// The groups of a dump one after the other, each with its frame; arrow keys go through them.
import { useEffect, useRef } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { drawsText, primitivesText, type Group } from "../model/groups.ts";
import { DocumentImage } from "./image.tsx";

interface FilmstripProps {
    part: Part;
    groups: Group[];
    chosen: number;
    choose: (at: number) => void;
}

export function Filmstrip({ part, groups, chosen, choose }: FilmstripProps) {
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [chosen]);
    const onKey = (event: KeyboardEvent) => {
        const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -groups.length, End: groups.length };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        choose(Math.max(0, Math.min(groups.length - 1, chosen + step)));
    };
    return (
        <div class="filmstrip" ref={list} role="listbox" tabIndex={0} aria-label="Groups of draws" aria-activedescendant={`group-${groups[chosen]?.group}`} onKeyDown={onKey}>
            {groups.map((group, at) => <Card key={group.group} part={part} group={group} chosen={at === chosen} choose={() => choose(at)} />)}
        </div>
    );
}

function Card({ part, group, chosen, choose }: { part: Part; group: Group; chosen: boolean; choose: () => void }) {
    const isNothing = group.nothing_written !== undefined;
    return (
        <div id={`group-${group.group}`} class={`card${chosen ? " chosen" : ""}`} role="option" aria-selected={chosen} onClick={choose}>
            <DocumentImage part={part} name={group.images?.["colour"]} alt="" lazy />
            <span><b>{group.group}</b> {drawsText(group)}</span>
            <span class="quiet">{primitivesText(group)}</span>
            <span class={isNothing ? "warning" : "quiet"}>{isNothing ? "writes nothing" : `${group.pixels.colour_written} pixels`}</span>
        </div>
    );
}
