// Two images: side by side, one over the other behind a slider, and their difference, amplified.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ImagePair } from "../model/difference.ts";
import { readImage } from "../model/load.ts";
import { differenceOf, type Pixels } from "../model/pixels.ts";

/// Colours of pixels that are not opaque count as far as a canvas keeps them.
async function pixelsOf(number: number | undefined): Promise<Pixels | undefined> {
    const blob = number === undefined ? undefined : await readImage(number);
    if (!blob) return undefined;
    const bitmap = await createImageBitmap(blob);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/// Both, once they are unpacked.
function useBoth(pair: ImagePair): [Pixels, Pixels] | Error | undefined {
    const [both, set] = useState<[Pixels, Pixels] | Error>();
    useEffect(() => {
        let isShown = true;
        set(undefined);
        Promise.all([pixelsOf(pair.left), pixelsOf(pair.right)]).then(
            ([left, right]) => isShown && set(left && right ? [left, right] : new Error("the page has no such image")),
            (error: Error) => isShown && set(error),
        );
        return () => void (isShown = false);
    }, [pair.left, pair.right]);
    return both;
}

/// `wiped`: shown instead of the image, from this column on.
function Canvas({ pixels, label, wiped, from }: { pixels: Pixels; label: string; wiped?: Pixels; from?: number }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    useEffect(() => {
        const target = canvas.current!;
        [target.width, target.height] = [pixels.width, pixels.height];
        const context = target.getContext("2d", { willReadFrequently: true })!; // kept in memory, as its pixels come from there
        const put = (one: Pixels, left: number, width: number) => {
            if (width > 0) context.putImageData(new ImageData(new Uint8ClampedArray(one.data), one.width), 0, 0, left, 0, width, one.height);
        };
        put(pixels, 0, pixels.width);
        if (wiped && from !== undefined) put(wiped, from, wiped.width - from);
    }, [pixels, wiped, from]);
    return (
        <figure>
            <canvas ref={canvas} role="img" aria-label={label} />
            <figcaption>{label}</figcaption>
        </figure>
    );
}

export function ImagePairs({ pairs, names }: { pairs: ImagePair[]; names: readonly [string, string] }) {
    const [chosen, choose] = useState(0);
    const pair = pairs[chosen];
    if (!pair) return <p class="quiet padded">There are no images of both.</p>;
    return (
        <section class="image-pair" aria-label="Images">
            <label>
                Image{" "}
                <select value={String(chosen)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                    {pairs.map((one, at) => <option key={at} value={String(at)}>{one.title}</option>)}
                </select>
            </label>
            <Compared pair={pair} names={names} />
        </section>
    );
}

function Compared({ pair, names }: { pair: ImagePair; names: readonly [string, string] }) {
    const both = useBoth(pair);
    if (both === undefined) return <p class="quiet" role="status">Reading the images …</p>;
    if (both instanceof Error) return <p class="error" role="alert">An image cannot be shown: {both.message}</p>;
    return <Shown both={both} names={names} />;
}

function Shown({ both: [left, right], names }: { both: [Pixels, Pixels]; names: readonly [string, string] }) {
    const [factor, setFactor] = useState(16);
    const [percent, setPercent] = useState(50);
    const difference = useMemo(() => differenceOf(left, right, factor), [left, right, factor]);
    const { width, height, count, most, first } = difference;
    return (
        <>
            <p role="status">
                {count} of {width} x {height} pixels differ
                {first && `, by at most ${most} of 255; the first one is ${first.x},${first.y}`}
                {(left.width !== right.width || left.height !== right.height) && "; the images have different sizes"}
            </p>
            <div class="images">
                <Canvas pixels={left} label={`Left: ${names[0]}`} />
                <Canvas pixels={right} label={`Right: ${names[1]}`} />
            </div>
            <div class="images">
                <div>
                    <label class="slider">
                        Differences times {factor}
                        <input type="range" min={1} max={255} value={factor} onInput={(event) => setFactor(Number(event.currentTarget.value))} />
                    </label>
                    <Canvas pixels={difference} label={`Differences times ${factor}`} />
                </div>
                <div>
                    <label class="slider">
                        Left up to {percent} %
                        <input type="range" min={0} max={100} value={percent} onInput={(event) => setPercent(Number(event.currentTarget.value))} />
                    </label>
                    <Canvas pixels={left} label="Left, then right" wiped={right} from={Math.round((percent * right.width) / 100)} />
                </div>
            </div>
        </>
    );
}
