// The colours of a fragment program over a grid of fragments, and the values of a chosen one.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Grid, type GridTarget, gridsOf, markOf, MARKS, marksOf, pixelsOf } from "../model/grid.ts";

export function OutputImagePane({ content }: { content: unknown }) {
    const grids = useMemo(() => gridsOf(content), [content]);
    const [set, setSet] = useState(0);
    const [number, setTarget] = useState(0);
    const [at, choose] = useState(0);
    const grid = grids[set];
    if (!grid) return <p class="padded quiet">There is no set of inputs.</p>;
    const target = grid.targets[number] ?? grid.targets[0];
    return (
        <div class="pane-body scrolls output-image" tabIndex={0} role="region" aria-label="Output over a grid">
            <div class="bar">
                <Choice name="Set" list={grids.map((_, index) => String(index))} chosen={set} choose={setSet} />
                <Choice name="Target" list={grid.targets.map((one) => one.name)} chosen={number} choose={setTarget} />
            </div>
            {target ? (
                <GridImage grid={grid} target={target} at={at} choose={choose} />
            ) : (
                <p class="quiet">The program writes no colour.</p>
            )}
            <Fragment grid={grid} target={target} at={at} choose={choose} />
            <Marks grid={grid} target={target} />
            <p class="quiet">
                {grid.width} by {grid.height} fragments. x and y of {grid.over.length ? grid.over.join(", ") : "no input"} go from 0 to 1, from
                the top left; a position on the screen is that of the fragment. All else is as the inputs say, else 0, 0, 0, 1; a texture that
                is not given has a pattern. Colours are cut to 0 to 1, and alpha is not shown.
            </p>
        </div>
    );
}

interface ChoiceProps {
    name: string;
    list: string[];
    chosen: number;
    choose: (at: number) => void;
}

function Choice({ name, list, chosen, choose }: ChoiceProps) {
    if (list.length < 2) return null;
    return (
        <label>
            {name}{" "}
            <select value={String(chosen)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                {list.map((text, at) => (
                    <option key={at} value={String(at)}>
                        {text}
                    </option>
                ))}
            </select>
        </label>
    );
}

interface GridProps {
    grid: Grid;
    target: GridTarget | undefined;
    at: number;
    choose: (at: number) => void;
}

function GridImage({ grid, target, at, choose }: GridProps) {
    const canvas = useRef<HTMLCanvasElement>(null);
    useEffect(() => {
        const context = canvas.current?.getContext("2d");
        context?.putImageData(new ImageData(pixelsOf(grid, target), grid.width, grid.height), 0, 0);
    }, [grid, target]);
    const pick = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const cell = (part: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(part * count)));
        const column = cell((event.clientX - box.left) / box.width, grid.width);
        choose(cell((event.clientY - box.top) / box.height, grid.height) * grid.width + column);
    };
    const place = { left: `${(100 * (at % grid.width)) / grid.width}%`, top: `${(100 * Math.floor(at / grid.width)) / grid.height}%` };
    const size = { width: `${100 / grid.width}%`, height: `${100 / grid.height}%` };
    return (
        <div class="grid-image">
            <canvas ref={canvas} width={grid.width} height={grid.height} role="img" aria-label={`${target?.name ?? "output"} over the grid`} onClick={pick} />
            <span class="now" style={{ ...place, ...size }} />
        </div>
    );
}

/// The place and the values of a fragment; keys choose it by its column and row.
function Fragment({ grid, target, at, choose }: GridProps) {
    const column = at % grid.width, row = Math.floor(at / grid.width);
    const part = (number: number, count: number) => String(Number(((number + 0.5) / count).toPrecision(6)));
    const go = (x: number, y: number) => {
        if (x >= 0 && y >= 0 && x < grid.width && y < grid.height) choose(y * grid.width + x);
    };
    const mark = markOf(grid, target, at);
    return (
        <p>
            <label>
                Column <input type="number" min={0} max={grid.width - 1} value={column} onInput={(event) => go(event.currentTarget.valueAsNumber, row)} />
            </label>{" "}
            <label>
                Row <input type="number" min={0} max={grid.height - 1} value={row} onInput={(event) => go(column, event.currentTarget.valueAsNumber)} />
            </label>{" "}
            <span role="status">
                at {part(column, grid.width)}, {part(row, grid.height)}: <code>{(target?.values[at] ?? []).join(", ")}</code>
                {mark && <b> {mark}</b>}
            </span>
        </p>
    );
}

function Marks({ grid, target }: { grid: Grid; target: GridTarget | undefined }) {
    const counts = useMemo(() => marksOf(grid, target), [grid, target]);
    if (counts.size === 0) return null;
    return (
        <ul class="marks">
            {[...counts].map(([mark, count]) => (
                <li key={mark}>
                    <svg width="12" height="12" aria-hidden="true">
                        <rect width="12" height="12" fill={`rgb(${MARKS[mark].join(" ")})`} />
                    </svg>{" "}
                    {mark}: {count} {count === 1 ? "fragment" : "fragments"}
                </li>
            ))}
        </ul>
    );
}
