// Constants with their values and names. Those that lie in the file can be changed, and the changed file saved.
import { useMemo, useState } from "preact/hooks";
import { changedFile, type EmbeddedConstant, embeddedConstants } from "../model/constants.ts";
import type { ConstantValue, Part } from "../model/documents.ts";
import { type Form, formatWord, parseWord } from "../model/numbers.ts";
import type { Selection } from "../model/selection.ts";
import { saveFile } from "./save.tsx";

const FORMS: Form[] = ["float", "hex", "integer"];

export function ConstantsPane({ part, selection }: { part: Part; selection: Selection }) {
    const [form, setForm] = useState<Form>("float");
    const values = part.info?.["constant values"] ?? [];
    const embedded = useMemo(() => embeddedConstants(part.disasm), [part]);
    return (
        <div class="pane-body">
            <div class="bar">
                <label>
                    Values as{" "}
                    <select value={form} onChange={(event) => setForm(event.currentTarget.value as Form)}>
                        {FORMS.map((one) => (
                            <option key={one}>{one}</option>
                        ))}
                    </select>
                </label>
            </div>
            <div class="scrolls" tabIndex={0} role="region" aria-label="Constants">
                {embedded.length > 0 && <Editable key={part.name} part={part} list={embedded} form={form} selection={selection} />}
                {embedded.length === 0 && values.length === 0 && <p class="quiet">The file has no values of constants.</p>}
                {embedded.length === 0 && values.length > 0 && <Values list={values} form={form} />}
            </div>
        </div>
    );
}

function Values({ list, form }: { list: ConstantValue[]; form: Form }) {
    return (
        <table>
            <caption>Constants</caption>
            <thead>
                <tr>
                    <th scope="col">Place</th>
                    <th scope="col">Name</th>
                    <th scope="col">Values</th>
                </tr>
            </thead>
            <tbody>
                {list.map((one, at) => (
                    <tr key={at}>
                        <td>
                            <code>{String(one.slot ?? one.offset ?? at)}</code>
                        </td>
                        <td>{one.name ?? ""}</td>
                        <td>
                            <code>{(one.words ?? []).map((word) => formatWord(Number.parseInt(word, 16), form)).join("  ")}</code>
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

interface EditableProps {
    part: Part;
    list: EmbeddedConstant[];
    form: Form;
    selection: Selection;
}

function Editable({ part, list, form, selection }: EditableProps) {
    const [changes, setChanges] = useState<ReadonlyMap<number, number>>(new Map());
    const unchanged = useMemo(() => changedFile(part, list, new Map()), [part, list]);
    const change = (offset: number, word: number, old: number) => {
        const next = new Map(changes);
        if (word === old) next.delete(offset);
        else next.set(offset, word);
        setChanges(next);
    };
    const save = () => {
        const file = changedFile(part, list, changes);
        if (file) saveFile(file.name, file.content);
    };
    return (
        <>
            <table class="constants">
                <caption>{list[0]!.slot === undefined ? "Constants in the code" : "Constants that the file loads"}</caption>
                <thead>
                    <tr>
                        <th scope="col">{list[0]!.slot === undefined ? "Read by" : "Constant"}</th>
                        <th scope="col">Name</th>
                        {[..."xyzw"].map((lane) => (
                            <th key={lane} scope="col">
                                {lane}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {list.map((one) => (
                        <tr key={one.offset}>
                            <td>
                                {one.instruction === undefined ? (
                                    <code>{one.slot}</code>
                                ) : (
                                    <button type="button" class="plain number" onClick={() => selection.choose([one.instruction!], "constants")}>
                                        {one.instruction}
                                    </button>
                                )}
                            </td>
                            <td>{one.name ?? ""}</td>
                            {one.words.map((word, lane) => {
                                const offset = one.offset + lane * 4;
                                const label = `${"xyzw"[lane]} of ${one.slot === undefined ? `the constant of instruction ${one.instruction}` : `constant ${one.slot}`}`;
                                return (
                                    <td key={lane}>
                                        <WordInput
                                            key={form}
                                            label={label}
                                            old={word}
                                            word={changes.get(offset) ?? word}
                                            form={form}
                                            change={(next) => change(offset, next, word)}
                                        />
                                    </td>
                                );
                            })}
                        </tr>
                    ))}
                </tbody>
            </table>
            <p>
                <button type="button" disabled={changes.size === 0 || !unchanged} onClick={save}>
                    Save the changed program
                </button>{" "}
                <button type="button" disabled={changes.size === 0} onClick={() => setChanges(new Map())}>
                    Undo all
                </button>{" "}
                <span class="quiet" role="status">
                    {changes.size === 0 ? "no change" : `${changes.size} changed`}
                </span>
            </p>
            {unchanged?.isListing && (
                <p class="quiet">The file is neither a binary nor a text with these directives: what is saved is its listing, which `relit asm` takes.</p>
            )}
            {!unchanged && (
                <p class="warning">
                    The report has no bytes of the file that fit the disassembly, so that changes cannot be saved.
                </p>
            )}
        </>
    );
}

interface WordInputProps {
    label: string;
    old: number;
    word: number;
    form: Form;
    change: (word: number) => void;
}

function WordInput({ label, old, word, form, change }: WordInputProps) {
    const [typed, type] = useState<string>();
    const wrong = typed !== undefined && parseWord(typed, form) === undefined;
    const input = (text: string) => {
        const next = parseWord(text, form);
        type(next === undefined ? text : undefined);
        if (next !== undefined && next !== word) change(next);
    };
    return (
        <input
            class={`word${word !== old ? " changed" : ""}`}
            type="text"
            size={form === "hex" ? 10 : 9}
            aria-label={label}
            aria-invalid={wrong}
            value={typed ?? formatWord(word, form)}
            onChange={(event) => input(event.currentTarget.value)}
        />
    );
}
