// Lines of the disassembly and of the words beside it.
import type { Disasm, DisasmLine } from "./documents.ts";

export interface Lines {
    lines: string[];
    instructions: number[][];
}

/// The instruction of each line, or -1. Without numbers in the document, lines with words count.
export function numberLines(disasm: Disasm): number[] {
    let running = 0;
    const numbered = disasm.lines.some((line) => line.instruction !== undefined);
    return disasm.lines.map((line) => {
        if (numbered) return line.instruction ?? -1;
        return line.words?.length ? running++ : -1;
    });
}

function noteOf(line: DisasmLine): string {
    const names = (line.names ?? []).map((one) => `${one.operand} ${one.indexed ? "from" : "="} ${one.name}`).join(", ");
    return [names, line.note ?? ""].filter((text) => text !== "").join("; ");
}

/// A line as `relit disasm` prints it: its label on a line of its own, names and a note behind the text.
function printedLines(line: DisasmLine): string[] {
    const note = noteOf(line);
    const text = note === "" ? line.text : `${line.text}${line.text === "" ? "" : "  "}// ${note}`;
    const body = text.split(/\r\n?|\n/);
    return line.label ? [`${line.label}:`, ...body] : body;
}

export function linesOfDisasm(disasm: Disasm): Lines {
    const numbers = numberLines(disasm);
    const lines = disasm.warnings.map((text) => `// warning: ${text}`);
    const instructions: number[][] = disasm.warnings.map(() => []);
    disasm.lines.forEach((line, at) => {
        for (const text of printedLines(line)) {
            lines.push(text);
            instructions.push(numbers[at]! < 0 ? [] : [numbers[at]!]);
        }
    });
    return { lines, instructions };
}

/// The printed line at which each line of the document begins.
export function printedStarts(disasm: Disasm): number[] {
    let next = disasm.warnings.length;
    return disasm.lines.map((line) => {
        const start = next;
        next += printedLines(line).length;
        return start;
    });
}

export function disasmText(disasm: Disasm): string {
    return linesOfDisasm(disasm)
        .lines.map((line) => `${line}\n`)
        .join("");
}

export function linesOfWords(disasm: Disasm): Lines {
    const numbers = numberLines(disasm);
    const lines: string[] = [];
    const instructions: number[][] = [];
    disasm.lines.forEach((line, at) => {
        if (!line.words?.length) return;
        lines.push(`${line.offset.toString(16).padStart(6, "0")}  ${line.words.join(" ")}`);
        instructions.push(numbers[at]! < 0 ? [] : [numbers[at]!]);
    });
    return { lines, instructions };
}

/// The disassembly's line of each instruction, in the order of the program.
export function linesByInstruction(disasm: Disasm): Map<number, DisasmLine> {
    const numbers = numberLines(disasm);
    const found = new Map<number, DisasmLine>();
    disasm.lines.forEach((line, at) => {
        if (numbers[at]! >= 0 && !found.has(numbers[at]!)) found.set(numbers[at]!, line);
    });
    return found;
}
