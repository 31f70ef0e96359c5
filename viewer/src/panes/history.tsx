// The history of the chosen pixel: each event with its values, and a way to its draw.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { historiesOf, type Histories, type HistoryEvent } from "../model/histories.ts";
import { readJson } from "../model/load.ts";
import type { PixelChoice } from "./pixel_image.tsx";

/// The recorded pixels of a part, which are read once the part is shown.
export function usePixels(part: Part): PixelChoice | undefined {
    const [histories, setHistories] = useState<Histories>();
    const [chosen, choose] = useState<number>();
    const number = part.later["pixels"];
    useEffect(() => {
        let isShown = true;
        setHistories(undefined);
        choose(undefined);
        if (number !== undefined) void readJson(number).then((content) => isShown && setHistories(historiesOf(content)));
        return () => {
            isShown = false;
        };
    }, [number]);
    return histories && histories.pixels.length > 0 ? { histories, chosen, choose } : undefined;
}

interface HistoryProps {
    pixels: PixelChoice;
    owner: (draw: number) => string; // of a draw: what it is shown in
    isShown: (draw: number) => boolean; // the draw, beside this
    show: (draw: number) => void;
}

export function HistoryPane({ pixels: { histories, chosen }, owner, isShown, show }: HistoryProps) {
    const pane = useRef<HTMLElement>(null);
    useEffect(() => pane.current?.scrollIntoView({ block: "nearest" }), [chosen]);
    const pixel = chosen === undefined ? undefined : histories.pixels[chosen];
    if (!pixel)
        return <p class="quiet">The histories of {histories.pixels.length} pixels are recorded: click on the frame, or go through them with the arrow keys.</p>;
    const { events, leftOut, ends } = pixel;
    return (
        <section class="history" aria-label="History of the pixel" ref={pane}>
            <h3 aria-live="polite">Pixel {pixel.x}, {pixel.y}: {events.length + leftOut} {events.length + leftOut === 1 ? "event" : "events"}</h3>
            <ol>{events.map((event, at) => <Event key={`${chosen} ${at}`} event={event} owner={owner} isShown={isShown} show={show} />)}</ol>
            {leftOut > 0 && <p class="warning">{leftOut} events after these are not in the page: <code>relit replay --pixel {pixel.x},{pixel.y}</code> tells all.</p>}
            <h4>At the end</h4>
            <ul class="ends">{ends.map((text) => <li key={text}><code>{text}</code></li>)}{ends.length === 0 && <li>No buffer has the pixel.</li>}</ul>
        </section>
    );
}

interface EventProps extends Omit<HistoryProps, "pixels"> {
    event: HistoryEvent;
}

function Event({ event, owner, isShown, show }: EventProps) {
    const { draw } = event;
    return (
        <li class={draw !== undefined && isShown(draw) ? "now" : undefined}>
            <details>
                <summary>{event.title} <span class="quiet">{event.result}</span></summary>
                <table>
                    <tbody>{event.rows.map(([name, value], at) => <tr key={at}><th scope="row">{name}</th><td><code>{value}</code></td></tr>)}</tbody>
                </table>
            </details>
            {draw !== undefined && <button type="button" class="number" onClick={() => show(draw)}>{owner(draw)}</button>}
        </li>
    );
}
