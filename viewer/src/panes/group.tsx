// One group: its images, its counts, its state, and what changed since the group before it.
import type { Part } from "../model/documents.ts";
import { afterText, changesByRegister, commandsOf, drawsText, primitivesText, type Buffer, type Group } from "../model/groups.ts";
import { DocumentImage } from "./image.tsx";
import { type PixelChoice, PixelImage } from "./pixel_image.tsx";

const IMAGES: [string, string][] = [["colour", "Frame after the last draw"], ["depth", "Depth after the last draw"], ["texture", "Texture"], ["palette", "Palette"]];

export function GroupPane({ part, group, pixels }: { part: Part; group: Group; pixels: PixelChoice | undefined }) {
    const after = afterText(group);
    return (
        <div class="group" role="region" aria-label={`Group ${group.group}`} tabIndex={0}>
            <h3>Group {group.group}: {drawsText(group)}, {primitivesText(group)}</h3>
            {group.nothing_written && <p class="warning">Nothing is written: {group.nothing_written.join(", ")}.</p>}
            {after && <p class="quiet">After {after}.</p>}
            <div class="images">
                {IMAGES.filter(([kind]) => group.images?.[kind] !== undefined).map(([kind, title]) => (
                    <figure key={kind}><GroupImage part={part} group={group} kind={kind} alt={`${title} of group ${group.group}`} pixels={pixels} /><figcaption>{title}</figcaption></figure>
                ))}
            </div>
            <State group={group} />
            <Changes group={group} />
            <h3>See more</h3>
            {commandsOf(group, part.name).map((command) => <pre key={command} class="text">{command}</pre>)}
        </div>
    );
}

interface GroupImageProps {
    part: Part;
    group: Group;
    kind: string;
    alt: string;
    pixels: PixelChoice | undefined;
}

/// Frame and depth have the recorded pixels.
function GroupImage({ part, group, kind, alt, pixels }: GroupImageProps) {
    const name = group.images?.[kind];
    const isTarget = kind === "colour" || kind === "depth";
    return isTarget ? <PixelImage part={part} name={name} alt={alt} width={group.colour_buffer.width} pixels={pixels} /> : <DocumentImage part={part} name={name} alt={alt} />;
}

const bufferText = (buffer: Buffer) => `page ${buffer.page}, ${buffer.width} wide, ${buffer.format}`;

function rowsOf(group: Group): [string, string][] {
    const { pixels, texture, palette, box, covered_box: covered } = group;
    const corners = covered ?? box;
    const failed = [[pixels.alpha_failed, "alpha"], [pixels.destination_failed, "destination alpha"], [pixels.depth_failed, "depth"]] as const;
    const rows: [string, string | undefined][] = [
        ["Frame of the dump", `${group.frame}, packet ${group.packet}, byte ${group.offset}`],
        [covered ? "Covered rectangle" : "Rectangle of the vertices", `${corners.left}, ${corners.top} to ${corners.right}, ${corners.bottom}`],
        ["Pixels", `${pixels.covered} covered, ${pixels.colour_written} colours and ${pixels.depth_written} depths written`],
        ["Tests fail", failed.filter(([count]) => count).map(([count, name]) => `${name} ${count}`).join(", ") || "none"],
        ["Draws outside the scissor", group.draws_outside_scissor ? String(group.draws_outside_scissor) : undefined],
        ["Draws that cover no pixel", group.draws_without_pixels ? String(group.draws_without_pixels) : undefined],
        ["Frame buffer", bufferText(group.colour_buffer)],
        ["Depth buffer", group.depth_buffer ? bufferText(group.depth_buffer) : "no depth test"],
        ["Texture", texture ? `block ${texture.block}, ${texture.width}×${texture.height}, ${texture.format}` : "none"],
        ["Palette", palette ? `block ${palette.block}, ${palette.format}` : undefined],
    ];
    return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

function State({ group }: { group: Group }) {
    return (
        <table>
            <caption>State</caption>
            <tbody>{rowsOf(group).map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody>
        </table>
    );
}

function Changes({ group }: { group: Group }) {
    const registers = [...changesByRegister(group)];
    if (registers.length === 0) return <p class="quiet">No register differs from the group before.</p>;
    return (
        <table>
            <caption>{group.group === 1 ? "Fields that are not zero" : "Changes since the group before"}</caption>
            <thead><tr><th scope="col">Register</th><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
            <tbody>
                {registers.flatMap(([register, changes]) => changes.map((one, at) => (
                    <tr key={`${register} ${one.field}`}>
                        <th scope="row">{at === 0 ? <code>{register}</code> : ""}</th><td><code>{one.field}</code></td>
                        <td>{one.before_meaning ?? one.before ?? ""}</td><td>{one.after_meaning}</td>
                    </tr>
                )))}
            </tbody>
        </table>
    );
}
