// The difference between two texts, line by line.

export interface DiffLine {
    sign: " " | "-" | "+";
    old: number;
    new: number;
}

const MOST_CELLS = 1_000_000;

/// Numbers of IR values change with every pass; without them equal lines are equal.
export function withoutNumbers(line: string): string {
    return line.replace(/%\d+\b/g, "%").replace(/(%[A-Za-z]\w*?)_\d+\b/g, "$1");
}

export function diffLines(
    old: readonly string[],
    next: readonly string[],
    key: (line: string) => string = (line) => line,
): DiffLine[] {
    const a = old.map(key);
    const b = next.map(key);
    const made: DiffLine[] = [];
    diffRange(a, b, { a: 0, aEnd: a.length, b: 0, bEnd: b.length }, made);
    return made;
}

interface Range {
    a: number;
    aEnd: number;
    b: number;
    bEnd: number;
}

/// Equal ends first, then lines that occur once in both texts as anchors, then the longest common part of what is small.
function diffRange(a: string[], b: string[], range: Range, made: DiffLine[]) {
    const tail: DiffLine[] = [];
    let { a: i, aEnd, b: j, bEnd } = range;
    while (i < aEnd && j < bEnd && a[i] === b[j]) made.push({ sign: " ", old: i++, new: j++ });
    while (i < aEnd && j < bEnd && a[aEnd - 1] === b[bEnd - 1]) tail.push({ sign: " ", old: --aEnd, new: --bEnd });
    const inner = { a: i, aEnd, b: j, bEnd };
    const anchors = i < aEnd && j < bEnd ? anchorsOf(a, b, inner) : [];
    if (anchors.length) diffBetween(a, b, inner, anchors, made);
    else if ((aEnd - i) * (bEnd - j) <= MOST_CELLS) diffSmall(a, b, inner, made);
    else replace(inner, made);
    made.push(...tail.reverse());
}

function replace(range: Range, made: DiffLine[]) {
    for (let i = range.a; i < range.aEnd; ++i) made.push({ sign: "-", old: i, new: range.b });
    for (let j = range.b; j < range.bEnd; ++j) made.push({ sign: "+", old: range.aEnd, new: j });
}

function diffBetween(a: string[], b: string[], range: Range, anchors: [number, number][], made: DiffLine[]) {
    let [i, j] = [range.a, range.b];
    for (const [x, y] of anchors) {
        diffRange(a, b, { a: i, aEnd: x, b: j, bEnd: y }, made);
        made.push({ sign: " ", old: x, new: y });
        [i, j] = [x + 1, y + 1];
    }
    diffRange(a, b, { a: i, aEnd: range.aEnd, b: j, bEnd: range.bEnd }, made);
}

/// Pairs of lines that occur once in each range, as the longest run that ascends in both.
function anchorsOf(a: string[], b: string[], range: Range): [number, number][] {
    const once = (texts: string[], from: number, to: number) => {
        const places = new Map<string, number>();
        for (let at = from; at < to; ++at) places.set(texts[at]!, places.has(texts[at]!) ? -1 : at);
        return places;
    };
    const inB = once(b, range.b, range.bEnd);
    const pairs: [number, number][] = [];
    for (const [text, at] of once(a, range.a, range.aEnd)) {
        const other = inB.get(text) ?? -1;
        if (at >= 0 && other >= 0) pairs.push([at, other]);
    }
    return longestAscent(pairs.sort((x, y) => x[0] - y[0]));
}

function longestAscent(pairs: [number, number][]): [number, number][] {
    const ends: number[] = [];
    const before = new Array<number>(pairs.length).fill(-1);
    pairs.forEach(([, y], at) => {
        let [low, high] = [0, ends.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (pairs[ends[middle]!]![1] < y) low = middle + 1;
            else high = middle;
        }
        before[at] = low > 0 ? ends[low - 1]! : -1;
        ends[low] = at;
    });
    const found: [number, number][] = [];
    for (let at = ends[ends.length - 1] ?? -1; at >= 0; at = before[at]!) found.push(pairs[at]!);
    return found.reverse();
}

function diffSmall(a: string[], b: string[], range: Range, made: DiffLine[]) {
    const [n, m] = [range.aEnd - range.a, range.bEnd - range.b];
    const width = m + 1;
    const common = new Uint32Array((n + 1) * width);
    for (let i = n - 1; i >= 0; --i) {
        for (let j = m - 1; j >= 0; --j) {
            common[i * width + j] =
                a[range.a + i] === b[range.b + j]
                    ? common[(i + 1) * width + j + 1]! + 1
                    : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
        }
    }
    let [i, j] = [0, 0];
    while (i < n || j < m) {
        const at = { old: range.a + i, new: range.b + j };
        if (i < n && j < m && a[at.old] === b[at.new]) (made.push({ sign: " ", ...at }), ++i, ++j);
        else if (j >= m || (i < n && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
            (made.push({ sign: "-", ...at }), ++i);
        else (made.push({ sign: "+", ...at }), ++j);
    }
}
