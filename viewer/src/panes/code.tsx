// A pane with a text: the editor, and buttons that copy or save the text.
import { useEffect, useRef } from "preact/hooks";
import { type Artefact, textOf } from "../model/artefact.ts";
import type { Selection } from "../model/selection.ts";
import { follow, makeEditor } from "./editor.ts";
import { TextButtons } from "./save.tsx";

export function CodePane({ artefact, selection }: { artefact: Artefact; selection: Selection }) {
    return (
        <div class="pane-body code-pane" data-pane={artefact.id}>
            <div class="bar">
                <span class="quiet">{artefact.lines.length} lines</span>
                <TextButtons text={() => textOf(artefact)} file={artefact.file} binary={artefact.binary} />
            </div>
            <Editor artefact={artefact} selection={selection} />
        </div>
    );
}

export function Editor({ artefact, selection }: { artefact: Artefact; selection: Selection }) {
    const parent = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const view = makeEditor(parent.current!, artefact, selection);
        const leave = follow(view, artefact, selection);
        return () => {
            leave();
            view.destroy();
        };
    }, [artefact, selection]);
    return <div class="editor" ref={parent} />;
}
