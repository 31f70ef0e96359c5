// The packets of a command stream of R500 (docs/schemas/pm4.json), and what checks say of them, by draw.
import type { Artefact } from "./artefact.ts";
import type { Part } from "./documents.ts";

interface Violation {
    rule: string;
    /// Whether the kernel would reject the packet for it.
    kernel: boolean;
    dword: number;
    text: string;
}
export interface Packet {
    dword: number;
    text: string[];
    violations: Violation[];
    messages?: { dword: number; text: string }[];
}
interface Submission {
    submission: number;
    packets: Packet[];
    draws: { draw: number; dword: number }[];
}
export interface Pm4 {
    problems?: string[];
    warnings?: string[];
    submissions?: Submission[];
}

/// What a check says; `draws` are those that it concerns.
export interface Finding {
    from: "checker" | "lint";
    /// Whether the kernel would reject the stream for it.
    isRejected: boolean;
    rule: string;
    text: string;
    draws: number[];
    /// Where it is: in the text of the packets, or in a program.
    line?: number;
    place: string;
}
/// Lines that a text of packets has at most: a longer one takes seconds to show.
export const MOST_LINES = 100_000;

export interface PacketText {
    artefact: Artefact;
    findings: Finding[];
    packets: number;
}

/// The packets before a draw's own belong to it: they make its state. What comes after the last draw belongs to none.
function drawOf(submission: Submission, dword: number): number | undefined {
    return submission.draws.find((one) => dword <= one.dword)?.draw;
}

class TextOfPackets {
    lines: string[] = [];
    draws: number[][] = [];
    classes: string[] = [];
    findings: Finding[] = [];
    left = 0; // lines that are not shown

    add(line: string, draw: number | undefined, look = "") {
        for (const one of line.split(/\r\n?|\n/)) {
            if (this.lines.length >= MOST_LINES) {
                ++this.left;
                continue;
            }
            this.lines.push(one);
            this.draws.push(draw === undefined ? [] : [draw]);
            this.classes.push(look);
        }
    }

    /// The line that comes next, if it is shown.
    private next(): { line?: number } {
        return this.lines.length < MOST_LINES ? { line: this.lines.length } : {};
    }

    addPacket(packet: Packet, submission: number, draw: number | undefined) {
        const place = String(packet.dword).padStart(6);
        packet.text.forEach((line, at) => this.add(`${at === 0 ? place : "      "}  ${line}`, draw));
        if (packet.text.length === 0) this.add(place, draw);
        for (const one of packet.messages ?? []) this.add(`        // ${one.dword}: ${one.text}`, draw);
        for (const one of packet.violations) {
            const finding: Finding = { from: "checker", isRejected: one.kernel, rule: one.rule, text: one.text, draws: draw === undefined ? [] : [draw], ...this.next(), place: `submission ${submission}, dword ${one.dword}` };
            this.findings.push(finding);
            this.add(`        // ${one.dword}: ${one.rule}: ${one.text}`, draw, "line-removed");
        }
    }
}

export function textOfPackets(part: Part): PacketText {
    const pm4 = (part.others["pm4"] ?? {}) as Pm4;
    const text = new TextOfPackets();
    let packets = 0;
    for (const submission of pm4.submissions ?? []) {
        text.add(`// submission ${submission.submission}: ${submission.packets.length} packets, ${submission.draws.length} draws`, undefined);
        for (const packet of submission.packets) text.addPacket(packet, submission.submission, drawOf(submission, packet.dword));
        packets += submission.packets.length;
    }
    if (text.left > 0) {
        text.lines.push(`// ${text.left} lines after these are not shown: relit pm4 prints all`);
        text.draws.push([]);
        text.classes.push("");
    }
    const artefact: Artefact = { id: "packets", title: "Packets", language: "packets", lines: text.lines, instructions: text.draws, classes: text.classes, file: "packets.txt" };
    return { artefact, findings: [...text.findings, ...lintFindings(part)], packets };
}

function lintFindings(part: Part): Finding[] {
    return (part.lint?.findings ?? []).map((one) => ({
        from: "lint", isRejected: false, rule: one.rule, text: one.reason, draws: one.draws ?? [],
        place: one.program ? `${one.program}, instruction ${one.instruction}` : `dword ${one.offset / 4}`,
    }));
}

/// How many findings concern each draw.
export function findingsByDraw(findings: readonly Finding[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const finding of findings) for (const draw of finding.draws) counts.set(draw, (counts.get(draw) ?? 0) + 1);
    return counts;
}
