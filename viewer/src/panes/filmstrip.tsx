// Things one after the other, each with an image; arrow keys go through them.
import { useEffect, useRef } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { DocumentImage } from "./image.tsx";

export interface FilmItem {
    id: string; // of the element
    number: number;
    title: string;
    about: string;
    result: string;
    isSuspicious: boolean; // writes nothing
    image: string | undefined;
    findings?: number;
}
/// A click on the image of a card: where in it.
export type PickPixel = (at: number, image: HTMLImageElement, event: MouseEvent) => void;

interface FilmstripProps {
    part: Part;
    items: FilmItem[];
    label: string;
    chosen: number;
    choose: (at: number) => void;
    pick?: PickPixel;
}

export function Filmstrip({ part, items, label, chosen, choose, pick }: FilmstripProps) {
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [chosen]);
    const onKey = (event: KeyboardEvent) => {
        const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -items.length, End: items.length };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        choose(Math.max(0, Math.min(items.length - 1, chosen + step)));
    };
    return (
        <div class="filmstrip" ref={list} role="listbox" tabIndex={0} aria-label={label} aria-activedescendant={items[chosen]?.id} onKeyDown={onKey}>
            {items.map((item, at) => <Card key={item.id} part={part} item={item} chosen={at === chosen} choose={(event) => {
                choose(at);
                if (event.target instanceof HTMLImageElement) pick?.(at, event.target, event);
            }} />)}
        </div>
    );
}

function Card({ part, item, chosen, choose }: { part: Part; item: FilmItem; chosen: boolean; choose: (event: MouseEvent) => void }) {
    return (
        <div id={item.id} class={`card${chosen ? " chosen" : ""}`} role="option" aria-selected={chosen} onClick={choose}>
            <DocumentImage part={part} name={item.image} alt="" lazy />
            <span><b>{item.number}</b> {item.title}</span>
            <span class="quiet">{item.about}</span>
            <span class={item.isSuspicious ? "warning" : "quiet"}>{item.result}</span>
            {item.findings ? <span class="warning">{item.findings} {item.findings === 1 ? "finding" : "findings"}</span> : null}
        </div>
    );
}
