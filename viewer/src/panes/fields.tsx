// Two instructions that stand beside each other: the bits and fields in which they differ.
import { useMemo, useState } from "preact/hooks";
import { explanationAt } from "../model/bits.ts";
import { fieldPairs, type FieldPair, type Pair } from "../model/difference.ts";
import type { DisasmLine, FieldRow, Part } from "../model/documents.ts";
import { linesByInstruction } from "../model/listing.ts";
import type { Selection } from "../model/selection.ts";
import { useChoice } from "./use_choice.ts";

const AT_ONCE = 8;

export function FieldsPane({ sides, pairs, selection }: { sides: readonly [Part, Part]; pairs: readonly Pair[]; selection: Selection }) {
    const choice = useChoice(selection);
    const [all, setAll] = useState(false);
    const lines = useMemo(() => sides.map((side) => (side.disasm ? linesByInstruction(side.disasm) : new Map<number, DisasmLine>())), [sides]);
    const chosen = [...choice.instructions].filter((one) => pairs[one] !== undefined);
    return (
        <div class="pane-body scrolls" tabIndex={0} role="region" aria-label="Fields of the instructions">
            <label>
                <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> all fields
            </label>
            {chosen.length === 0 && <p class="quiet">Choose an instruction: a click on a line, the arrow keys in a text, or n and p.</p>}
            {chosen.slice(0, AT_ONCE).map((one) => (
                <PairOfInstructions key={one} sides={sides} lines={[lines[0]!.get(pairs[one]!.left), lines[1]!.get(pairs[one]!.right)]} pair={pairs[one]!} all={all} />
            ))}
            {chosen.length > AT_ONCE && <p class="quiet">and {chosen.length - AT_ONCE} more instructions</p>}
        </div>
    );
}

interface PairProps {
    sides: readonly [Part, Part];
    lines: [DisasmLine | undefined, DisasmLine | undefined];
    pair: Pair;
    all: boolean;
}

const numberText = (number: number) => (number < 0 ? "none" : String(number));

function PairOfInstructions({ sides, lines, pair, all }: PairProps) {
    const rows = lines.map((line, at) => (line ? (explanationAt(sides[at]!.explain, line.offset)?.rows ?? []) : []));
    const fields = fieldPairs(rows[0]!, rows[1]!);
    const shown = all ? fields : fields.filter((one) => !one.same);
    return (
        <section class="instruction">
            <h3>
                Instruction {pair.left === pair.right ? pair.left : `${numberText(pair.left)} and ${numberText(pair.right)}`}
            </h3>
            <pre class="text">{lines[0]?.text ?? "(none)"}</pre>
            <pre class="text">{lines[1]?.text ?? "(none)"}</pre>
            <Words words={lines.map((line) => line?.words ?? []) as [string[], string[]]} />
            {shown.length === 0 ? <p class="quiet">No field differs.</p> : <FieldTable fields={shown} />}
        </section>
    );
}

/// Words of both in which bits differ, with those bits marked.
function Words({ words: [left, right] }: { words: [string[], string[]] }) {
    const both = left.flatMap((word, at) => (right[at] !== undefined && right[at] !== word ? [[word, right[at]!, at] as const] : []));
    const digits = (word: string) => [...Number.parseInt(word, 16).toString(2).padStart(32, "0")];
    if (both.length === 0) return null;
    return (
        <div class="bits" role="img" aria-label={`Words that differ: ${both.map(([a, b]) => `${a} and ${b}`).join(", ")}`}>
            {both.map(([a, b, at]) =>
                [a, b].map((word, side) => (
                    <div class="bit-row" key={`${at}-${side}`}>
                        <span class="bit-word">{word}</span>
                        <span>
                            {digits(word).map((digit, bit) => (
                                <span class={digit !== digits(side === 0 ? b : a)[bit] ? (side === 0 ? "bit-removed" : "bit-added") : ""}>{digit}</span>
                            ))}
                        </span>
                    </div>
                )),
            )}
        </div>
    );
}

const meaningOf = (row: FieldRow | undefined) => (row ? `${row[2]}${row[3] === "" ? "" : ` ${row[3]}`}` : "");

function FieldTable({ fields }: { fields: FieldPair[] }) {
    return (
        <table class="fields" aria-label="Fields of both">
            <thead>
                <tr>
                    <th scope="col">Bits</th>
                    <th scope="col">Field</th>
                    <th scope="col">Left</th>
                    <th scope="col">Right</th>
                </tr>
            </thead>
            <tbody>
                {fields.map((one) => (
                    <tr key={`${one.bits} ${one.name}`} class={one.same ? "" : "differs"}>
                        <td><code>{one.bits}</code></td>
                        <td>{one.name}</td>
                        <td>{meaningOf(one.left)}</td>
                        <td>{meaningOf(one.right)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
