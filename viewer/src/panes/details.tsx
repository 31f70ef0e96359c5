// Details of the chosen instruction: its words as bits, what every field means, names of its operands.
import { cellsOfWord, explanationAt, ownersOfBits } from "../model/bits.ts";
import type { DisasmLine, FieldRow, Part } from "../model/documents.ts";
import { linesByInstruction } from "../model/listing.ts";
import type { Selection } from "../model/selection.ts";
import { useMemo, useState } from "preact/hooks";
import { useChoice } from "./use_choice.ts";

const AT_ONCE = 8;

export function DetailsPane({ part, selection }: { part: Part; selection: Selection }) {
    const choice = useChoice(selection);
    const lines = useMemo(() => (part.disasm ? linesByInstruction(part.disasm) : new Map<number, DisasmLine>()), [part]);
    const chosen = [...choice.instructions].filter((one) => lines.has(one));
    return (
        <div class="pane-body scrolls" tabIndex={0} role="region" aria-label="Details of the instruction">
            {chosen.length === 0 && <p class="quiet">Choose an instruction: a click on a line, or the arrow keys in a text.</p>}
            {chosen.slice(0, AT_ONCE).map((one) => (
                <Instruction key={one} number={one} line={lines.get(one)!} part={part} />
            ))}
            {chosen.length > AT_ONCE && <p class="quiet">and {chosen.length - AT_ONCE} more instructions</p>}
        </div>
    );
}

function Instruction({ number, line, part }: { number: number; line: DisasmLine; part: Part }) {
    const found = explanationAt(part.explain, line.offset);
    return (
        <section class="instruction">
            <h3>
                Instruction {number}{" "}
                <span class="quiet">
                    at byte {line.offset} (0x{line.offset.toString(16)})
                </span>
            </h3>
            <pre class="text">{line.text}</pre>
            {line.known === false && <p class="warning">The word does not decode.</p>}
            {found && <p>{found.summary}</p>}
            {line.note && (
                <p>
                    <b>Note:</b> {line.note}
                </p>
            )}
            {line.names && <Names names={line.names} />}
            {found && <Fields words={line.words ?? []} rows={found.rows} />}
        </section>
    );
}

function Names({ names }: { names: NonNullable<DisasmLine["names"]> }) {
    return (
        <dl class="names">
            {names.map((one) => [
                <dt>
                    <code>{one.operand}</code>
                </dt>,
                <dd>
                    {one.name}
                    {one.indexed ? " (index register 0)" : ""}
                </dd>,
            ])}
        </dl>
    );
}

function Fields({ words, rows }: { words: string[]; rows: FieldRow[] }) {
    const [pointed, point] = useState(-1);
    const owners = useMemo(() => ownersOfBits(rows, words.length * 32), [words, rows]);
    return (
        <>
            {words.length > 0 && (
                <div class="bits" role="img" aria-label={`Words ${words.join(" ")}, as bits; the table below explains them`}>
                    {words.map((word, index) => (
                        <BitRow key={index} word={word} index={index} owners={owners} pointed={pointed} point={point} />
                    ))}
                </div>
            )}
            <table class="fields">
                <thead>
                    <tr>
                        <th scope="col">Bits</th>
                        <th scope="col">Field</th>
                        <th scope="col">Value</th>
                        <th scope="col">Meaning</th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row, at) => (
                        <tr
                            key={at}
                            class={at === pointed ? "pointed" : at % 2 ? "odd" : ""}
                            onMouseEnter={() => point(at)}
                            onMouseLeave={() => point(-1)}
                        >
                            <td>
                                <code>{row[0]}</code>
                            </td>
                            <td>{row[1]}</td>
                            <td>
                                <code>{String(row[2])}</code>
                            </td>
                            <td>{row[3]}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </>
    );
}

interface BitRowProps {
    word: string;
    index: number;
    owners: Int32Array;
    pointed: number;
    point: (at: number) => void;
}

function BitRow({ word, index, owners, pointed, point }: BitRowProps) {
    return (
        <div class="bit-row">
            <span class="bit-word">{word}</span>
            {cellsOfWord(word, index, owners).map((cell) => (
                <span
                    key={cell.high}
                    class={`cell ${cell.owner < 0 ? "none" : cell.owner % 2 ? "odd" : "even"}${cell.owner >= 0 && cell.owner === pointed ? " pointed" : ""}`}
                    title={cell.high === cell.low ? `bit ${cell.high}` : `bits ${cell.high}:${cell.low}`}
                    onMouseEnter={() => point(cell.owner)}
                    onMouseLeave={() => point(-1)}
                >
                    {cell.digits}
                </span>
            ))}
        </div>
    );
}
