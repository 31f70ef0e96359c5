// An image whose recorded pixels can be chosen: by a click, which takes the nearest one, or by the arrow keys.
import { useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { factorOf, type Histories, nearest, stepped } from "../model/histories.ts";
import { DocumentImage } from "./image.tsx";

/// The pixels of a part, which of them is chosen, and how to choose another one.
export interface PixelChoice {
    histories: Histories;
    chosen: number | undefined;
    choose: (at: number) => void;
}

interface PixelImageProps {
    part: Part;
    name: string | undefined;
    alt: string;
    width: number; // of the buffer, in pixels: the image may be smaller
    pixels: PixelChoice | undefined;
    flipped?: boolean; // the last row of memory is the first of the image
}

/// Which pixel of the buffer a point of an image is, both from 0 to 1.
export function pixelAt(image: HTMLImageElement, event: MouseEvent, factor: number): [number, number] {
    const box = image.getBoundingClientRect();
    const at = (from: number, size: number, count: number) => Math.max(0, Math.min(count, ((from / size) * count))) * factor;
    return [at(event.clientX - box.left, box.width, image.naturalWidth), at(event.clientY - box.top, box.height, image.naturalHeight)];
}

/// Rows of an image that shows memory from its end on count from there.
const rowIn = (row: number, height: number, flipped: boolean) => (flipped ? height - row : row);

export function PixelImage({ part, name, alt, width, pixels, flipped = false }: PixelImageProps) {
    const [size, setSize] = useState<[number, number]>();
    const image = <DocumentImage part={part} name={name} alt={alt} sized={(w, h) => setSize([w, h])} />;
    if (!pixels) return image;
    const { histories, chosen, choose } = pixels;
    const factor = size ? factorOf(width, size[0]) : 1;
    const pick = (event: MouseEvent) => {
        const shown = (event.currentTarget as Element).querySelector("img");
        if (!shown || !size) return;
        if (event.detail === 0) return choose(chosen ?? 0); // by a key
        const [x, y] = pixelAt(shown, event, factor);
        choose(nearestIn(histories, x, rowIn(y, size[1] * factor, flipped), flipped));
    };
    const onKey = (event: KeyboardEvent) => {
        const next = chosen === undefined && event.key.startsWith("Arrow") ? 0 : stepped(histories, chosen ?? 0, event.key);
        if (next === undefined) return;
        event.preventDefault();
        choose(next);
    };
    return (
        <button type="button" class="pixels" onClick={pick} onKeyDown={onKey} title="A click or the arrow keys choose a recorded pixel">
            {image}
            {size && <Marks histories={histories} chosen={chosen} size={size} factor={factor} flipped={flipped} />}
        </button>
    );
}

function nearestIn(histories: Histories, x: number, row: number, flipped: boolean): number {
    if (!flipped) return nearest(histories, x, row);
    return nearest({ ...histories, pixels: histories.pixels.map((one) => ({ ...one, y: one.row })) }, x, row);
}

interface MarksProps {
    histories: Histories;
    chosen: number | undefined;
    size: [number, number];
    factor: number;
    flipped: boolean;
}

/// The recorded pixels within the image: all while it is pointed at or has the focus, the chosen one always.
function Marks({ histories, chosen, size: [width, height], factor, flipped }: MarksProps) {
    const radius = Math.max(width, height) / 160;
    return (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {histories.pixels.map((pixel, at) => {
                const x = (pixel.x + 0.5) / factor, y = rowIn((flipped ? pixel.row : pixel.y) + 0.5, height * factor, flipped) / factor;
                if (x > width || y > height || y < 0) return null;
                return <circle key={at} class={at === chosen ? "now" : undefined} cx={x} cy={y} r={at === chosen ? 2.2 * radius : radius} />;
            })}
        </svg>
    );
}
