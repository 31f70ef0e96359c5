// The colours of a grid of fragments (`relit run --grid N --numbers`) as the bytes of an image.

/// A number, or "nan", "inf", "-inf".
export type Colour = (number | string)[];
export interface GridTarget {
    name: string;
    target: number;
    values: Colour[];
}
export interface Grid {
    width: number;
    height: number;
    over: string[];
    targets: GridTarget[];
    discarded?: number[];
    hit_loop_limit?: number[];
}

export type Mark = "NaN" | "infinity" | "discarded" | "loop without end";
export const MARKS: Record<Mark, [number, number, number]> = {
    NaN: [255, 0, 255],
    infinity: [0, 255, 255],
    discarded: [96, 96, 96],
    "loop without end": [255, 255, 0],
};

/// A set of inputs has a grid; several have a list of them.
export function gridsOf(content: unknown): Grid[] {
    return Array.isArray(content) ? (content as Grid[]) : [content as Grid];
}

/// Why fragment `at` is not shown in its colour.
export function markOf(grid: Grid, target: GridTarget | undefined, at: number): Mark | undefined {
    if (grid.hit_loop_limit?.includes(at)) return "loop without end";
    if (grid.discarded?.includes(at)) return "discarded";
    const values = target?.values[at] ?? [];
    if (values.includes("nan")) return "NaN";
    return values.some((value) => typeof value === "string") ? "infinity" : undefined;
}

const byteOf = (value: number | string | undefined) => Math.round(255 * Math.max(0, Math.min(1, Number(value ?? 0))));

/// RGBA bytes, row by row. Values are cut to 0 to 1; alpha is not shown, for it is no transparency of the program.
export function pixelsOf(grid: Grid, target: GridTarget | undefined): Uint8ClampedArray<ArrayBuffer> {
    const bytes = new Uint8ClampedArray(4 * grid.width * grid.height);
    const marked = new Map([
        ...(grid.discarded ?? []).map((at) => [at, MARKS.discarded] as const),
        ...(grid.hit_loop_limit ?? []).map((at) => [at, MARKS["loop without end"]] as const),
    ]);
    for (let at = 0; at < grid.width * grid.height; ++at) {
        const values = target?.values[at] ?? [];
        const mark = values.includes("nan") ? MARKS.NaN : values.some((one) => typeof one === "string") ? MARKS.infinity : undefined;
        const colour = marked.get(at) ?? mark ?? [0, 1, 2].map((lane) => byteOf(values[lane]));
        bytes.set([...colour, 255], 4 * at);
    }
    return bytes;
}

/// How many fragments have each mark.
export function marksOf(grid: Grid, target: GridTarget | undefined): Map<Mark, number> {
    const counts = new Map<Mark, number>();
    for (let at = 0; at < grid.width * grid.height; ++at) {
        const mark = markOf(grid, target, at);
        if (mark) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    return counts;
}
