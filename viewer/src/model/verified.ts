// The first difference between interpreter and device, of what `relit verify --json` says.
import type { Step } from "./documents.ts";

interface Differing {
    where: string;
    wanted: string;
    got: string;
}
interface Verdict extends Partial<Differing> {
    language: string;
    ran: string;
    samples: number;
    agrees: boolean;
    refused?: string;
    sample?: number;
    began?: string;
    began_with?: Differing | null;
}
export interface Verified {
    device: string;
    verdicts: Verdict[];
    agrees: boolean;
}
export interface FirstDifference {
    language: string;
    set: number;
    text: string; // "instruction 3: MUL R0, R1, R2"
    instruction: number | undefined;
    /// The lane where it begins, unless looking hides it; and the output at the end.
    began: Differing | undefined;
    end: Differing;
}

export function differencesOf(verified: Verified): FirstDifference[] {
    return verified.verdicts.flatMap((one) => {
        if (one.sample === undefined || one.where === undefined) return [];
        const number = /^instruction (\d+)/.exec(one.began ?? "")?.[1];
        return [
            {
                language: one.language,
                set: one.sample,
                text: one.began ?? "",
                instruction: number === undefined ? undefined : Number(number),
                began: one.began_with ?? undefined,
                end: { where: one.where, wanted: one.wanted ?? "", got: one.got ?? "" },
            },
        ];
    });
}

/// How many steps run until the last time that the instruction was executed; 0: never.
export function stepsToInstruction(steps: readonly Step[], instruction: number | undefined): number {
    return instruction === undefined ? 0 : steps.map((step) => step.instruction).lastIndexOf(instruction) + 1;
}

/// What the device says in a sentence.
export function summaryOf(verified: Verified): string {
    const ran = verified.verdicts.filter((one) => !one.refused);
    const languages = [...new Set(ran.map((one) => one.language))].join(" and ");
    return verified.agrees ? `${verified.device} gives the same, through ${languages}.` : `${verified.device} is not known to give the same.`;
}
