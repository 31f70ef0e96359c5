// Any JSON as a tree whose branches open on demand.
import { useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";

const AT_ONCE = 200;

export function DocumentsView({ part }: { part: Part }) {
    const documents = Object.entries({ ...part, others: undefined, entries: undefined, bytes: undefined, programs: undefined, images: undefined, sides: undefined, later: undefined, ...part.others });
    return (
        <div class="padded">
            <h2>{part.name}</h2>
            {documents
                .filter(([role, value]) => value !== undefined && !role.includes("/"))
                .map(([role, value]) => (
                    <Tree key={role} name={role} value={value} />
                ))}
        </div>
    );
}

export function Tree({ name, value }: { name: string; value: unknown }) {
    const [open, set] = useState(false);
    if (value === null || typeof value !== "object")
        return (
            <div class="leaf">
                <b>{name}</b>: <code>{JSON.stringify(value)}</code>
            </div>
        );
    const entries = Object.entries(value);
    const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
    return (
        <details class="tree" open={open} onToggle={(event) => set(event.currentTarget.open)}>
            <summary>
                <b>{name}</b> <span class="quiet">{size}</span>
            </summary>
            {open && entries.slice(0, AT_ONCE).map(([key, one]) => <Tree key={key} name={key} value={one} />)}
            {open && entries.length > AT_ONCE && <div class="quiet">and {entries.length - AT_ONCE} more</div>}
        </details>
    );
}
