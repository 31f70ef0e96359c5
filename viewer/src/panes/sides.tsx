// Two texts side by side, which scroll together.
import { useEffect, useRef } from "preact/hooks";
import type { EditorView } from "@codemirror/view";
import { type Artefact, textOf } from "../model/artefact.ts";
import type { SideBySide } from "../model/difference.ts";
import type { Selection } from "../model/selection.ts";
import { follow, makeEditor } from "./editor.ts";
import { TextButtons } from "./save.tsx";

function scrollTogether(one: EditorView, other: EditorView): () => void {
    const copy = (from: EditorView, to: EditorView) => () => {
        if (Math.abs(from.scrollDOM.scrollTop - to.scrollDOM.scrollTop) > 1) to.scrollDOM.scrollTop = from.scrollDOM.scrollTop;
    };
    const [forth, back] = [copy(one, other), copy(other, one)];
    one.scrollDOM.addEventListener("scroll", forth);
    other.scrollDOM.addEventListener("scroll", back);
    return () => {
        one.scrollDOM.removeEventListener("scroll", forth);
        other.scrollDOM.removeEventListener("scroll", back);
    };
}

interface SidesProps {
    text: SideBySide;
    names: readonly [string, string];
    selection: Selection;
}

export function Sides({ text, names, selection }: SidesProps) {
    const parents = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
    useEffect(() => {
        const views = text.sides.map((side, at) => makeEditor(parents[at]!.current!, side, selection));
        const leave = [...text.sides.map((side, at) => follow(views[at]!, side, selection)), scrollTogether(views[0]!, views[1]!)];
        return () => {
            for (const one of leave) one();
            for (const view of views) view.destroy();
        };
    }, [text, selection]);
    return (
        <div class="sides">
            {text.sides.map((side, at) => (
                <section class="column" key={side.id} aria-label={`${at === 0 ? "Left" : "Right"}: ${names[at]}`} data-pane={side.id}>
                    <SideBar side={side} name={names[at]!} />
                    <div class="editor" ref={parents[at]} />
                </section>
            ))}
        </div>
    );
}

function SideBar({ side, name }: { side: Artefact; name: string }) {
    return (
        <div class="bar">
            <b>{name}</b>
            <TextButtons text={() => textOf(side)} file={side.file} />
        </div>
    );
}
