// One draw of a capture: its targets, what became of its fragments, why it writes nothing, state, programs, vertices, surfaces.
import { useState } from "preact/hooks";
import type { Part } from "../model/documents.ts";
import { countRows, explainedOf, fieldsText, hex, imagesOf, shownRegisters, type CaptureDraw } from "../model/draws.ts";
import { type PixelChoice, PixelImage } from "./pixel_image.tsx";
import { Tree } from "./tree.tsx";

export function DrawPane({ part, draw, pixels }: { part: Part; draw: CaptureDraw; pixels: PixelChoice | undefined }) {
    const explained = explainedOf(part, draw.draw);
    return (
        <div class="group" role="region" aria-label={`Draw ${draw.draw}`} tabIndex={0}>
            <h3>Draw {draw.draw}: {draw.count} vertices, {String(draw.fields["PRIM_TYPE"] ?? "")}</h3>
            <p class="quiet">Submission {draw.submission}, dword {draw.dword}</p>
            <div class="images">
                {imagesOf(draw).map(([name, file]) => (
                    <figure key={name}><PixelImage part={part} name={file} alt={`${name} after draw ${draw.draw}`} width={widthOf(draw, name)} pixels={pixels} flipped={isFlipped(pixels)} /><figcaption>{name} after the draw</figcaption></figure>
                ))}
            </div>
            {draw.counts && <Counts draw={draw} />}
            {explained !== undefined && <section class="warning"><h3>What keeps it from writing</h3><Tree name="suspects" value={explained} /></section>}
            {draw.registers.length > 0 && <Registers draw={draw} />}
            <Program title="Vertex program" lines={draw.vertex_program} />
            <Program title="Fragment program" lines={draw.fragment_program} />
            <Vertices draw={draw} />
            {draw.surfaces.length > 0 && <Surfaces draw={draw} />}
        </div>
    );
}

/// Of the surface that an image such as "colour-0" shows.
export function widthOf(draw: CaptureDraw, image: string): number {
    const [use, unit] = image.split("-");
    return (draw.surfaces.find((one) => one.use === use && (unit === undefined || one.unit === Number(unit))) ?? draw.surfaces[0])?.width ?? 1;
}

/// Images of captures whose memory begins with the lowest row are turned over.
export function isFlipped(pixels: PixelChoice | undefined): boolean {
    return pixels?.histories.pixels.some((one) => one.y !== one.row) ?? false;
}

function Counts({ draw }: { draw: CaptureDraw }) {
    const rows = countRows(draw);
    const most = Math.max(1, ...rows.map(([, count]) => count));
    return (
        <table>
            <caption>What became of it</caption>
            <tbody>
                {rows.map(([name, count]) => (
                    <tr key={name}><th scope="row">{name}</th><td>{count}</td><td class="wide"><svg class="bars" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="span" y="3" height="8" width={(100 * count) / most} /></svg></td></tr>
                ))}
            </tbody>
        </table>
    );
}

function Registers({ draw }: { draw: CaptureDraw }) {
    const [all, setAll] = useState(false);
    const rows = shownRegisters(draw, all);
    return (
        <section>
            <label><input type="checkbox" checked={all} onChange={() => setAll(!all)} /> all registers that differ from a reset ({draw.registers.length})</label>
            <table>
                <caption>{all ? "Registers" : "Registers that the draw before had otherwise"}</caption>
                <thead><tr><th scope="col">Register</th><th scope="col">Before</th><th scope="col">Value</th><th scope="col">Fields that are not zero</th></tr></thead>
                <tbody>
                    {rows.map((one) => (
                        <tr key={one.register}>
                            <th scope="row"><code>{one.register}</code></th>
                            <td><code>{one.before === undefined ? "" : one.before === null ? "not written" : hex(one.before)}</code></td>
                            <td><code>{hex(one.value)}</code></td><td>{fieldsText(one.fields)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {rows.length === 0 && <p class="quiet">None.</p>}
        </section>
    );
}

function Program({ title, lines }: { title: string; lines: string[] | null }) {
    return <section><h3>{title}</h3>{lines ? <pre class="text">{lines.join("\n")}</pre> : <p class="quiet">Not known.</p>}</section>;
}

function Vertices({ draw }: { draw: CaptureDraw }) {
    return (
        <table>
            <caption>The first vertices</caption>
            <tbody>
                {draw.vertices.map((vertex, at) => (
                    <tr key={at}>
                        <th scope="row">{vertex.index ?? at}</th>
                        <td>{vertex.inputs ? vertex.inputs.map((one) => `input[${one.input}] = ${one.value.map((value) => (value === null ? "–" : value)).join(" ")}`).join("; ") : "not in the capture"}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Surfaces({ draw }: { draw: CaptureDraw }) {
    return (
        <table>
            <caption>Surfaces</caption>
            <thead><tr><th scope="col">Use</th><th scope="col">Buffer</th><th scope="col">Size</th><th scope="col">Format</th><th scope="col">Tiling</th></tr></thead>
            <tbody>
                {draw.surfaces.map((one) => (
                    <tr key={`${one.use}${one.unit}`}><th scope="row">{one.use} {one.unit}</th><td>{one.buffer ?? "?"} + {one.offset}</td><td>{one.width}×{one.height}</td><td>{one.format}</td><td>{one.tiling}</td></tr>
                ))}
            </tbody>
        </table>
    );
}
