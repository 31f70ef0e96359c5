// Which guest instruction each line of SPIR-V assembly came from.

const LINE = /^\s*OpLine\s+%\S+\s+(\d+)\s+\d+/;
const ENDS = /^\s*Op(Branch|BranchConditional|Switch|Return|ReturnValue|Kill|Unreachable|TerminateInvocation|FunctionEnd|NoLine)\b/;

/// An OpLine holds until the next one or the end of its block. `OpLine %file N 0` is instruction N-1.
export function instructionsOfSpirv(lines: readonly string[]): number[][] {
    let current: number[] = [];
    return lines.map((line) => {
        const number = LINE.exec(line)?.[1];
        if (number !== undefined) current = Number(number) > 0 ? [Number(number) - 1] : [];
        const here = current;
        if (ENDS.test(line)) current = [];
        return here;
    });
}
