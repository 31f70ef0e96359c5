// The read-only text view of CodeMirror: line marks follow the selection of guest instructions.
import { defaultKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, StateEffect, Text, type Extension, type Range } from "@codemirror/state";
import {
    Decoration,
    type DecorationSet,
    EditorView,
    highlightSpecialChars,
    keymap,
    lineNumbers,
    ViewPlugin,
    type ViewUpdate,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { modeOf } from "../languages/modes.ts";
import { type Artefact, firstLines } from "../model/artefact.ts";
import type { Selection } from "../model/selection.ts";

const redraw = StateEffect.define<null>();
const HOVERED = Decoration.line({ class: "line-hovered" });
const CHOSEN = Decoration.line({ class: "line-chosen" });
const PLACE = Decoration.line({ class: "line-place" });

function markOf(artefact: Artefact, selection: Selection, line: number) {
    const list = artefact.instructions[line] ?? [];
    const { chosen, hovered } = selection;
    if (list.some((one) => chosen.instructions.has(one))) return CHOSEN;
    if (chosen.place?.pane === artefact.id && chosen.place.line === line) return PLACE;
    return list.some((one) => hovered.has(one)) ? HOVERED : undefined;
}

/// Marks of the lines in sight only: a choice costs the same in a text of any length.
function marksInSight(view: EditorView, artefact: Artefact, selection: Selection): DecorationSet {
    const marks: Range<Decoration>[] = [];
    for (const { from, to } of view.visibleRanges) {
        for (let at = from; at <= to; ) {
            const line = view.state.doc.lineAt(at);
            const look = artefact.classes?.[line.number - 1];
            if (look) marks.push(Decoration.line({ class: look }).range(line.from));
            const mark = markOf(artefact, selection, line.number - 1);
            if (mark) marks.push(mark.range(line.from));
            at = line.to + 1;
        }
    }
    return Decoration.set(marks, true);
}

function marks(artefact: Artefact, selection: Selection): Extension {
    return ViewPlugin.define(
        (view) => ({
            decorations: marksInSight(view, artefact, selection),
            update(update: ViewUpdate) {
                const told = update.transactions.some((one) => one.effects.some((effect) => effect.is(redraw)));
                if (told || update.viewportChanged || update.docChanged)
                    this.decorations = marksInSight(update.view, artefact, selection);
            },
        }),
        { decorations: (plugin) => plugin.decorations },
    );
}

function lineAt(view: EditorView, event: MouseEvent): number | undefined {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    return at === null ? undefined : view.state.doc.lineAt(at).number - 1;
}

function pointer(artefact: Artefact, selection: Selection): Extension {
    return EditorView.domEventHandlers({
        mousemove(event, view) {
            const line = lineAt(view, event);
            selection.hover(line === undefined ? [] : (artefact.instructions[line] ?? []));
        },
        mouseleave() {
            selection.hover([]);
        },
    });
}

/// The cursor's line is the choice, whether a click or a key moved the cursor there.
function cursor(artefact: Artefact, selection: Selection): Extension {
    return EditorView.updateListener.of((update) => {
        if (!update.selectionSet || !update.transactions.some((one) => one.isUserEvent("select"))) return;
        const line = update.state.doc.lineAt(update.state.selection.main.head).number - 1;
        selection.choose(artefact.instructions[line] ?? [], artefact.id, { pane: artefact.id, line });
    });
}

export function makeEditor(parent: HTMLElement, artefact: Artefact, selection: Selection): EditorView {
    const name = `${artefact.title}, ${artefact.lines.length} lines`;
    return new EditorView({
        parent,
        state: EditorState.create({
            doc: Text.of(artefact.lines.length ? artefact.lines : [""]),
            extensions: [
                lineNumbers(artefact.numbers ? { formatNumber: (line) => artefact.numbers?.[line - 1] ?? String(line) } : {}),
                highlightSpecialChars(),
                search({ top: true }),
                keymap.of([...searchKeymap, ...defaultKeymap]),
                EditorState.readOnly.of(true),
                EditorView.editable.of(false),
                EditorView.contentAttributes.of({ tabindex: "0", "aria-label": name, "aria-readonly": "true" }),
                modeOf(artefact.language),
                syntaxHighlighting(classHighlighter),
                marks(artefact, selection),
                pointer(artefact, selection),
                cursor(artefact, selection),
            ],
        }),
    });
}

/// The line that a choice wants in sight, if this text has it.
function lineToShow(artefact: Artefact, first: Map<number, number>, selection: Selection): number | undefined {
    const { place, instructions, source } = selection.chosen;
    if (place?.pane === artefact.id) return source === artefact.id ? undefined : place.line;
    const lines = [...instructions].map((one) => first.get(one)).filter((line) => line !== undefined);
    return lines.length ? Math.min(...lines) : undefined;
}

/// Connects a view with the selection; returns what disconnects it.
export function follow(view: EditorView, artefact: Artefact, selection: Selection): () => void {
    const first = firstLines(artefact);
    const show = (what: "chosen" | "hovered") => {
        const line = what === "chosen" ? lineToShow(artefact, first, selection) : undefined;
        const effects: StateEffect<unknown>[] = [redraw.of(null)];
        if (line === undefined || line >= view.state.doc.lines) return view.dispatch({ effects });
        const from = view.state.doc.line(line + 1).from;
        const y = selection.chosen.place?.pane === artefact.id ? "center" : "nearest"; // a place has what follows it in sight, too
        effects.push(EditorView.scrollIntoView(from, { y, yMargin: 60 }));
        view.dispatch({ effects, selection: EditorSelection.cursor(from) });
    };
    if (selection.chosen.source !== "") queueMicrotask(() => show("chosen"));
    return selection.listen(show);
}
