// Two texts side by side: which line stands beside which.
import { diffLines } from "./diff.ts";

export interface Row {
    /// Lines of the texts; -1 where a text has none.
    left: number;
    right: number;
    same: boolean;
}

/// Lines that were removed stand beside those that came in their place, in order; lines that are equal but for their key are the same.
export function alignLines(left: readonly string[], right: readonly string[], key?: (line: string) => string): Row[] {
    const rows: Row[] = [];
    let removed: number[] = [];
    let added: number[] = [];
    const pair = () => {
        for (let at = 0; at < Math.max(removed.length, added.length); ++at)
            rows.push({ left: removed[at] ?? -1, right: added[at] ?? -1, same: false });
        [removed, added] = [[], []];
    };
    for (const line of diffLines(left, right, key)) {
        if (line.sign === "-") removed.push(line.old);
        else if (line.sign === "+") added.push(line.new);
        else {
            pair();
            rows.push({ left: line.old, right: line.new, same: true });
        }
    }
    pair();
    return rows;
}

/// The first row of each run of rows that differ.
export function firstRows(rows: readonly Row[]): number[] {
    return rows.flatMap((row, at) => (!row.same && (at === 0 || rows[at - 1]!.same) ? [at] : []));
}
