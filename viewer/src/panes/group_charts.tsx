// Groups along one axis: pixels that were written and that failed tests, and the pages of local memory that each group uses.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { pageRanges, PAGES, type Group } from "../model/groups.ts";

const HEIGHT = 90;

interface ChartProps {
    groups: Group[];
    chosen: number;
    choose: (at: number) => void;
}

/// Written pixels upwards in the accent colour; failed ones above them in that of warnings. The scale is logarithmic.
export function PixelChart({ groups, chosen, choose }: ChartProps) {
    const most = Math.max(1, ...groups.map((group) => group.pixels.covered));
    const height = (count: number) => (count ? (Math.log2(1 + count) / Math.log2(1 + most)) * HEIGHT : 0);
    const width = 1000 / Math.max(1, groups.length);
    return (
        <figure class="chart">
            <figcaption>Pixels of each group, covered and written (logarithmic, at most {most})</figcaption>
            <svg viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`Pixels of ${groups.length} groups, at most ${most}`} onClick={(event) => choose(placeOf(event, groups.length))}>
                {groups.map((group, at) => (
                    <g key={group.group}>
                        <rect class="covered" x={at * width} width={width} y={HEIGHT - height(group.pixels.covered)} height={height(group.pixels.covered)} />
                        <rect class="written" x={at * width} width={width} y={HEIGHT - height(group.pixels.colour_written)} height={height(group.pixels.colour_written)} />
                    </g>
                ))}
                <rect class="now" x={chosen * width} width={Math.max(2, width)} y="0" height={HEIGHT} />
            </svg>
        </figure>
    );
}

/// The group under the pointer.
function placeOf(event: MouseEvent, count: number): number {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - box.left) / box.width) * count)));
}

const COLOURS = { colour: "#4f9df0", depth: "#b07cf0", texture: "#57b26a" };

export function MemoryMap({ groups, chosen, choose }: ChartProps) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const ranges = useMemo(() => groups.map(pageRanges), [groups]);
    useEffect(() => {
        const context = canvas.current?.getContext("2d");
        if (!context) return;
        context.clearRect(0, 0, groups.length, PAGES);
        ranges.forEach((used, at) => used.forEach((range) => {
            context.fillStyle = COLOURS[range.use];
            context.fillRect(at, range.first, 1, range.count);
        }));
    }, [ranges, groups]);
    return (
        <figure class="chart map">
            <figcaption>
                Pages of local memory by use, from page 0 at the top, one column a group:{" "}
                {Object.entries(COLOURS).map(([use, colour]) => <span key={use} class="key"><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" fill={colour} /></svg> {use} </span>)}
                <span class="quiet">(sizes are those of rectangles and registers, an estimate)</span>
            </figcaption>
            <div class="layers">
                <canvas ref={canvas} width={groups.length} height={PAGES} role="img" aria-label="Pages of memory that groups use" onClick={(event) => choose(placeOf(event, groups.length))} />
                <span class="now" style={{ left: `${(100 * chosen) / Math.max(1, groups.length)}%` }} />
            </div>
        </figure>
    );
}
