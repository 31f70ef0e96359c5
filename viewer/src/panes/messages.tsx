// Warnings, errors, notes and findings of all documents, with links to their places.
import { useMemo } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { linesByInstruction } from "../model/listing.ts";
import { messagesOf, type Remark } from "../model/messages.ts";
import type { Selection } from "../model/selection.ts";

export function MessagesPane({ part, selection }: { part: Part; selection: Selection }) {
    const remarks = messagesOf(part);
    const offsets = useMemo(() => {
        const lines = part.disasm ? [...linesByInstruction(part.disasm)] : [];
        return lines.map(([instruction, line]) => ({
            instruction,
            from: line.offset,
            to: line.offset + 4 * (line.words?.length ?? 0),
        }));
    }, [part]);
    const instructionAt = (offset?: number) =>
        offsets.find((one) => offset !== undefined && one.from <= offset && offset < one.to)?.instruction;
    return (
        <div class="pane-body scrolls" tabIndex={0} role="region" aria-label="Messages">
            {remarks.length === 0 && <p class="quiet">There is no message.</p>}
            <ul class="messages">
                {remarks.map((one, at) => (
                    <Row key={at} one={one} instruction={instructionAt(one.offset)} selection={selection} />
                ))}
            </ul>
            <h3>Commands</h3>
            <table>
                <thead>
                    <tr>
                        <th scope="col">Command</th>
                        <th scope="col">Exit</th>
                        <th scope="col">Bytes</th>
                    </tr>
                </thead>
                <tbody>
                    {Object.entries(part.entries).map(([role, entry]) => (
                        <tr key={role}>
                            <td>
                                <code>{entry.command || `the bytes of ${part.name}`}</code>
                            </td>
                            <td class="figure">{entry.exit}</td>
                            <td class="figure">{entry.size}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/// Without places: of parts that have no listing.
export function RemarkList({ part }: { part: Part }) {
    const remarks = messagesOf(part);
    if (remarks.length === 0) return null;
    return <ul class="messages">{remarks.map((one, at) => <li key={at}><span class={`badge ${one.level}`}>{one.level}</span> {one.text} <span class="quiet">({one.from})</span></li>)}</ul>;
}

function Row({ one, instruction, selection }: { one: Remark; instruction: number | undefined; selection: Selection }) {
    return (
        <li>
            <span class={`badge ${one.level}`}>{one.level}</span> {one.text} <span class="quiet">({one.from})</span>{" "}
            {instruction !== undefined && (
                <button type="button" onClick={() => selection.choose([instruction], "messages")}>
                    instruction {instruction}
                </button>
            )}
            {instruction === undefined && one.offset !== undefined && <span class="quiet">at byte {one.offset}</span>}
        </li>
    );
}
