// The heading of a program: what it is, how large, and how much is to be told about it.
import type { ComponentChildren } from "preact";
import type { Part } from "../model/documents.ts";
import { messagesOf } from "../model/messages.ts";

function countsOf(part: Part): string[] {
    const info = part.info ?? {};
    const number = (key: string, unit: string) => (typeof info[key] === "number" ? [`${info[key]} ${unit}`] : []);
    const instructions = typeof info["instructions"] === "number" ? number("instructions", "instructions") : number("slots", "slots");
    const stage = part.ir?.stage ?? (typeof info["stage"] === "string" ? info["stage"] : undefined);
    return [...(stage ? [stage] : []), ...number("bytes", "bytes"), ...instructions, ...number("register count", "registers")];
}

export function ProgramHeading({ part, children }: { part: Part; children?: ComponentChildren }) {
    const messages = messagesOf(part);
    const errors = messages.filter((one) => one.level === "error").length;
    const warnings = messages.filter((one) => one.level === "warning").length;
    return (
        <div class="heading">
            <h2>{part.name}</h2>
            <span class="badge">{part.isa}</span>
            {countsOf(part).map((text) => <span key={text} class="count">{text}</span>)}
            {errors > 0 && <span class="badge error">{errors} {errors === 1 ? "error" : "errors"}</span>}
            {warnings > 0 && <span class="badge warning">{warnings} {warnings === 1 ? "warning" : "warnings"}</span>}
            <span class="spread" />
            {children}
        </div>
    );
}
