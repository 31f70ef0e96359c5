// The heading of a program: what it is, how large, and how much is to be told about it.
import type { ComponentChildren } from "preact";
import type { Part } from "../model/documents.ts";
import { stageOfIr } from "../model/ir.ts";
import { messagesOf } from "../model/messages.ts";

function countsOf(part: Part): string[] {
    const info = part.info ?? {};
    const number = (key: string, unit: string) => (typeof info[key] === "number" ? [`${info[key]} ${unit}`] : []);
    const instructions =
        typeof info["instructions"] === "number" ? number("instructions", "instructions") : number("slots", "slots");
    const stage = stageOfIr(part.ir) ?? (typeof info["stage"] === "string" ? info["stage"] : undefined);
    return [...(stage ? [stage] : []), ...number("bytes", "bytes"), ...instructions, ...number("register count", "registers")];
}

interface ProgramHeadingProps {
    part: Part;
    open: (pane: string) => void;
    children?: ComponentChildren;
}

export function ProgramHeading({ part, open, children }: ProgramHeadingProps) {
    const messages = messagesOf(part);
    const errors = messages.filter((one) => one.level === "error").length;
    const warnings = messages.filter((one) => one.level === "warning").length;
    return (
        <div class="heading">
            <h2>{part.name}</h2>
            <span class="badge">{part.isa}</span>
            {countsOf(part).map((text) => (
                <span key={text} class="count">
                    {text}
                </span>
            ))}
            <MessageCount count={errors} level="error" open={open} />
            <MessageCount count={warnings} level="warning" open={open} />
            <span class="spread" />
            {children}
        </div>
    );
}

function MessageCount({ count, level, open }: { count: number; level: string; open: (pane: string) => void }) {
    if (count === 0) return null;
    return (
        <button type="button" class={`badge ${level}`} onClick={() => open("messages")}>
            {count} {count === 1 ? level : `${level}s`}
        </button>
    );
}
