// The panes that a program has: one row each, in the order of the menu.
import type { ComponentChild } from "preact";
import type { Artefact } from "../model/artefact.ts";
import type { Part } from "../model/documents.ts";
import type { Verified } from "../model/verified.ts";
import type { Selection } from "../model/selection.ts";
import { GraphPane } from "./cfg.tsx";
import { CodePane } from "./code.tsx";
import { ConstantsPane } from "./constants.tsx";
import { DetailsPane } from "./details.tsx";
import { InterfacePane } from "./interface.tsx";
import { IrPane, type StepChoice } from "./ir.tsx";
import { MessagesPane } from "./messages.tsx";
import { OutputImagePane } from "./output_image.tsx";
import { RegistersPane } from "./registers.tsx";
import { SteppingPane } from "./stepping.tsx";
import { DocumentsView } from "./tree.tsx";

export interface PaneEntry {
    id: string;
    title: string;
    show: () => ComponentChild;
}

export function panesOf(part: Part, texts: readonly Artefact[], selection: Selection, irStep: StepChoice): PaneEntry[] {
    const { ir, trace } = part;
    const row = (has: unknown, id: string, title: string, show: () => ComponentChild) => (has ? [{ id, title, show }] : []);
    return [
        ...texts.map((artefact) => ({
            id: artefact.id,
            title: artefact.title,
            show: () => <CodePane key={artefact.id} artefact={artefact} selection={selection} />,
        })),
        ...row(ir, "ir", "IR", () => <IrPane ir={ir!} selection={selection} choice={irStep} />),
        ...row(part.disasm, "details", "Details", () => <DetailsPane part={part} selection={selection} />),
        ...row(trace, "stepping", "Stepping", () => (
            <SteppingPane trace={trace!} verified={part.others["verify"] as Verified | undefined} selection={selection} />
        )),
        ...row(part.others["grid"], "output", "Image of the output", () => <OutputImagePane content={part.others["grid"]} />),
        ...row(ir, "graph", "Control flow", () => <GraphPane ir={ir!} selection={selection} />),
        ...row(ir, "registers", "Registers and constants", () => <RegistersPane part={part} selection={selection} />),
        ...row(part.kind === "program" && part.info, "constants", "Values of constants", () => <ConstantsPane part={part} selection={selection} />),
        ...row(part.glsl ?? part.spirv, "interface", "Interface and context", () => <InterfacePane part={part} />),
        ...row(true, "messages", "Messages", () => <MessagesPane part={part} selection={selection} />),
        ...row(true, "documents", "Documents", () => <DocumentsView part={part} />),
    ];
}
