// One search over all texts; a hit opens its pane and shows its line.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Artefact } from "../model/artefact.ts";
import type { IrSteps } from "../model/documents.ts";
import { type Hit, type HitGroup, searchAll, searchSteps } from "../model/search.ts";
import { isTyping } from "./typing.ts";

interface SearchBoxProps {
    artefacts: readonly Artefact[];
    ir?: IrSteps | undefined; // the IR after all passes, which is searched as well
    step?: number; // of the IR that is among the artefacts
    go: (hit: Hit) => void;
}

export function SearchBox({ artefacts, ir, step = 0, go }: SearchBoxProps) {
    const [query, setQuery] = useState("");
    const [open, setOpen] = useState(false);
    const input = useRef<HTMLInputElement>(null);
    const groups = useMemo(
        () => [...searchAll(artefacts, query), ...(ir ? searchSteps(ir, step, query) : [])],
        [artefacts, ir, step, query],
    );
    useSlashKey(() => input.current?.focus());
    const close = (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setOpen(false);
        input.current?.focus();
    };
    const total = groups.reduce((sum, group) => sum + group.total, 0);
    return (
        <div class="search" role="search" onKeyDown={close}>
            <input
                ref={input}
                type="search"
                placeholder="Search all texts  ( / )"
                aria-label="Search all texts"
                value={query}
                onInput={(event) => (setQuery(event.currentTarget.value), setOpen(true))}
                onFocus={() => setOpen(true)}
            />
            <span class="quiet" role="status">
                {query.trim() && `${total} ${total === 1 ? "line" : "lines"}`}
            </span>
            {open && groups.length > 0 && (
                <div class="results" role="region" aria-label="Results of the search" tabIndex={0}>
                    {groups.map((group) => (
                        <Group key={group.title} group={group} names={ir?.steps.map((one) => one.name) ?? []} go={(hit) => (setOpen(false), go(hit))} />
                    ))}
                </div>
            )}
        </div>
    );
}

function Group({ group, names, go }: { group: HitGroup; names: string[]; go: (hit: Hit) => void }) {
    return (
        <section aria-label={group.title}>
            <h3>
                {group.title} <span class="quiet">{group.total}</span>
            </h3>
            {group.hits.map((hit) => (
                <button key={`${hit.step} ${hit.line}`} type="button" class="hit" onClick={() => go(hit)}>
                    <span class="quiet">
                        {hit.step !== undefined && `${names[hit.step]}: `}
                        {hit.line + 1}
                    </span>{" "}
                    <code>
                        {hit.text.slice(0, hit.from)}
                        <mark>{hit.text.slice(hit.from, hit.to)}</mark>
                        {hit.text.slice(hit.to)}
                    </code>
                </button>
            ))}
            {group.total > group.hits.length && <p class="quiet">and {group.total - group.hits.length} more</p>}
        </section>
    );
}

/// "/" goes to the search, unless a text field has the focus.
function useSlashKey(act: () => void) {
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            const typing = isTyping(event);
            if (event.key !== "/" || typing) return;
            event.preventDefault();
            act();
        };
        addEventListener("keydown", onKey);
        return () => removeEventListener("keydown", onKey);
    });
}
