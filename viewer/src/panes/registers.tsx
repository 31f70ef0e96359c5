// Which instructions read and write each register and constant, with spans beside the program.
import { useMemo, useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { readIr } from "../model/ir.ts";
import { linesByInstruction } from "../model/listing.ts";
import type { Selection } from "../model/selection.ts";
import { spansOf, type Use, usesOf } from "../model/usage.ts";
import { linesOfStep } from "./ir.tsx";
import { useChoice } from "./use_choice.ts";

const WIDTH = 260;
const HEIGHT = 14;

export function RegistersPane({ part, selection }: { part: Part; selection: Selection }) {
    const [filter, setFilter] = useState("");
    const lines = useMemo(() => linesOfStep(part.ir!, 0), [part]);
    const uses = useMemo(() => usesOf(lines, readIr(lines), part.isa), [part, lines]);
    const places = useMemo(() => placesOf(part), [part]);
    const wanted = filter.trim().toLowerCase();
    const shown = uses.filter((use) => `${use.name} ${use.called ?? ""}`.toLowerCase().includes(wanted));
    return (
        <div class="pane-body">
            <div class="bar">
                <label>
                    Only <input type="search" size={10} value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
                </label>
                <span class="quiet">
                    {shown.length} of {uses.length}; bars run from a write to its last read
                </span>
            </div>
            <div class="scrolls" tabIndex={0} role="region" aria-label="Registers and constants">
                {["register", "input", "output", "constant", "patch"].map((kind) => (
                    <UseTable
                        key={kind}
                        kind={kind}
                        uses={shown.filter((use) => use.kind === kind)}
                        places={places}
                        selection={selection}
                    />
                ))}
            </div>
        </div>
    );
}

/// The place of each instruction in the program: lists of numbers need not ascend.
function placesOf(part: Part): Map<number, number> {
    const order = part.disasm ? [...linesByInstruction(part.disasm).keys()] : [];
    return new Map(order.map((instruction, at) => [instruction, at]));
}

const TITLES: Record<string, string> = {
    register: "Registers",
    input: "Inputs",
    output: "Outputs",
    constant: "Constants",
    patch: "Patch",
};

interface UseTableProps {
    kind: string;
    uses: Use[];
    places: Map<number, number>;
    selection: Selection;
}

function UseTable({ kind, uses, places, selection }: UseTableProps) {
    if (uses.length === 0) return null;
    const written = uses.some((use) => use.writes.length);
    return (
        <table class="uses">
            <caption>{TITLES[kind]}</caption>
            <thead>
                <tr>
                    <th scope="col">Name</th>
                    {written && <th scope="col">Written by</th>}
                    <th scope="col">Read by</th>
                    <th scope="col">Live</th>
                </tr>
            </thead>
            <tbody>
                {uses.map((use) => (
                    <UseRow key={use.name} use={use} written={written} places={places} selection={selection} />
                ))}
            </tbody>
        </table>
    );
}

interface UseRowProps {
    use: Use;
    /// Whether the table has a column of writes.
    written: boolean;
    places: Map<number, number>;
    selection: Selection;
}

function UseRow({ use, written, places, selection }: UseRowProps) {
    return (
        <tr>
            <th scope="row">
                <button type="button" class="plain" onClick={() => selection.choose([...use.writes, ...use.reads], "registers")}>
                    {use.name}
                </button>
                {use.called && <span class="quiet"> {use.called}</span>}
            </th>
            {written && (
                <td>
                    <Numbers list={use.writes} selection={selection} />
                </td>
            )}
            <td>
                <Numbers list={use.reads} selection={selection} />
            </td>
            <td>
                <Bars use={use} places={places} selection={selection} />
            </td>
        </tr>
    );
}

const AT_ONCE = 12;

function Numbers({ list, selection }: { list: number[]; selection: Selection }) {
    return (
        <>
            {list.slice(0, AT_ONCE).map((one) => (
                <button
                    key={one}
                    type="button"
                    class="plain number"
                    aria-label={`Instruction ${one}`}
                    onClick={() => selection.choose([one], "registers")}
                >
                    {one}
                </button>
            ))}
            {list.length > AT_ONCE && (
                <button type="button" class="plain" onClick={() => selection.choose(list, "registers")}>
                    and {list.length - AT_ONCE}
                </button>
            )}
        </>
    );
}

function Bars({ use, places, selection }: { use: Use; places: Map<number, number>; selection: Selection }) {
    const choice = useChoice(selection);
    const scale = WIDTH / Math.max(1, places.size);
    const at = (instruction: number) => places.get(instruction) ?? 0;
    const chosen = [...choice.instructions].slice(0, 50).map(at);
    return (
        <svg
            class="bars"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`live at ${spansOf(use, at)
                .map((span) => `${span.from} to ${span.to}`)
                .join(", ")}`}
        >
            {chosen.map((place) => (
                <rect class="now" x={place * scale} width={Math.max(1, scale)} y="0" height={HEIGHT} />
            ))}
            {spansOf(use, at).map((span) => (
                <rect
                    class="span"
                    x={span.from * scale}
                    width={Math.max(1.5, (span.to - span.from + 1) * scale)}
                    y="4"
                    height="6"
                />
            ))}
            {use.writes.map((one) => (
                <rect class="write" x={at(one) * scale} width={Math.max(1.5, Math.min(4, scale))} y="1" height="12" />
            ))}
        </svg>
    );
}
