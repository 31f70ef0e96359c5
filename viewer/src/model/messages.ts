// All that the verbs said of a program, with the place that each message names.
import type { DocumentEntry, Message, MessageLine, Part } from "./documents.ts";

export type Level = "error" | "warning" | "note" | "finding";
export interface Remark {
    level: Level;
    text: string;
    /// The verb that said it.
    from: string;
    offset?: number;
    instruction?: number;
}

function remarkOf(level: Level, message: Message, from: string): Remark {
    return { level, text: message.text, from, ...(message.offset === undefined ? {} : { offset: message.offset }) };
}

function remarksOf(line: MessageLine, from: string): Remark[] {
    if (line.error) return [remarkOf("error", line.error, from)];
    if (line.warning) return [remarkOf("warning", line.warning, from)];
    return line.note ? [remarkOf("note", line.note, from)] : [];
}

/// "relit lint: there are no checks for nv2a" is no error of the program.
function isAnswer(entry: DocumentEntry, role: string): boolean {
    return role === "lint" && entry.exit === 4;
}

/// Messages of all documents, each text once, errors first.
export function messagesOf(part: Part): Remark[] {
    const all: Remark[] = [];
    for (const [role, entry] of Object.entries(part.entries)) {
        const level = isAnswer(entry, role) ? "note" : undefined;
        for (const line of entry.messages) {
            for (const one of remarksOf(line, role)) all.push(level ? { ...one, level } : one);
        }
    }
    for (const text of part.disasm?.warnings ?? []) all.push({ level: "warning", text, from: "disasm" });
    for (const one of part.lint?.findings ?? []) {
        all.push({ level: "finding", text: `${one.rule}: ${one.reason}`, from: "lint", offset: one.offset });
    }
    const order: Level[] = ["error", "warning", "finding", "note"];
    const seen = new Set<string>();
    const once = all.filter((one) => {
        const key = JSON.stringify([one.level, one.text, one.offset]);
        return !seen.has(key) && seen.add(key);
    });
    return once.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}
