// The page: parts to choose from, the theme, and the view of the chosen part.
import { useEffect, useState } from "preact/hooks";
import { viewOfKind } from "./kinds.tsx";
import type { Index, Part } from "./model/documents.ts";
import { readPart } from "./model/load.ts";

export function App({ index }: { index: Index }) {
    const [at, choose] = useState(0);
    const part = usePart(index, at);
    return (
        <>
            <header class={index.parts[at]?.name === index.title ? "page single" : "page"}>
                <h1>{index.title}</h1>
                {index.parts.length > 1 && <PartChoice index={index} at={at} choose={choose} />}
                <span class="spread" />
                <span class="quiet">Relit {index.relit}</span>
                <ThemeButton />
            </header>
            <main>{shown(part)}</main>
        </>
    );
}

function shown(part: Part | Error | undefined) {
    if (part === undefined)
        return (
            <p class="quiet padded" role="status">
                Reading the documents …
            </p>
        );
    if (part instanceof Error)
        return (
            <p class="error padded" role="alert">
                A document cannot be read: {part.message}
            </p>
        );
    const View = viewOfKind(part.kind);
    return <View part={part} />;
}

/// The documents of a part, once they are unpacked.
function usePart(index: Index, at: number): Part | Error | undefined {
    const [part, set] = useState<Part | Error>();
    useEffect(() => {
        let current = true;
        const entry = index.parts[at];
        set(undefined);
        if (!entry) set(new Error("the report has no parts"));
        else
            readPart(index, entry).then(
                (read) => current && set(read),
                (error: Error) => current && set(error),
            );
        return () => void (current = false);
    }, [index, at]);
    return part;
}

function PartChoice({ index, at, choose }: { index: Index; at: number; choose: (at: number) => void }) {
    return (
        <label>
            Part{" "}
            <select value={String(at)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                {index.parts.map((part, number) => (
                    <option value={String(number)}>
                        {part.name} ({part.kind === "pipeline" || part.kind === "difference" ? part.kind : part.isa || part.kind})
                    </option>
                ))}
            </select>
        </label>
    );
}

function ThemeButton() {
    const [theme, set] = useState(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    useEffect(() => {
        document.documentElement.dataset["theme"] = theme;
    }, [theme]);
    const other = theme === "dark" ? "light" : "dark";
    return (
        <button type="button" onClick={() => set(other)} aria-label={`Use ${other} colours`}>
            {theme === "dark" ? "☀" : "☾"}
        </button>
    );
}
