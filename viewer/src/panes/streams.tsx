// The difference of two dumps or captures: the first draw that differs, images, and what differs in each draw.
import { useMemo, useState } from "preact/hooks";
import { drawTitle, hunksText, imagePairsOf, programText, type Diff, type DiffedDraw, type Hunk } from "../model/difference.ts";
import type { Part } from "../model/documents.ts";
import { Selection } from "../model/selection.ts";
import { CodePane } from "./code.tsx";
import { RemarkList } from "./messages.tsx";
import { ImagePairs } from "./image_pair.tsx";
import { DocumentsView } from "./tree.tsx";

interface StreamProps {
    part: Part;
    sides: [Part, Part];
    names: [string, string];
}

export function StreamDifference({ part, sides, names }: StreamProps) {
    const images = useMemo(() => imagePairsOf(part), [part]);
    const first = part.others["first"] as First | undefined;
    return (
        <div class="dump">
            <div class="group" role="region" aria-label="First difference and images" tabIndex={0}>
                <FirstDifference first={first} />
                <ImagePairs pairs={images} names={names} />
                {first?.state && first.state.length > 0 && (
                    <StateTable title="What differs of the first draw" rows={first.state.map((one) => [one.what, one.a, one.b])} />
                )}
            </div>
            <div class="overview" role="region" aria-label="What differs" tabIndex={0}>
                <Draws draws={part.others["draws"] as Diff<DiffedDraw> | undefined} />
                <Packets packets={part.others["difference"] as Diff<Hunk> | undefined} />
                {[part, ...sides].map((one, number) => <RemarkList key={number} part={one} />)}
                <DocumentsView part={part} />
            </div>
        </div>
    );
}

interface Side {
    file: string;
    draw?: number;
    draws?: number;
    frame?: number;
    packet?: number;
    offset?: number;
    submission?: number;
    dword?: number;
}
interface First {
    differs: boolean;
    draws?: number;
    not_compared?: string;
    a?: Side;
    b?: Side;
    memory?: { bytes: number; first: number };
    surfaces?: { surface: string; reason?: string; pixels?: number; first?: { x: number; y: number; a: string; b: string } }[];
    state?: { what: string; a: string; b: string }[];
}

function sideText(side: Side): string {
    const place = side.packet !== undefined ? `packet ${side.packet} at 0x${(side.offset ?? 0).toString(16)}` : side.dword !== undefined ? `submission ${side.submission}, dword ${side.dword}` : "";
    return [`draw ${side.draw ?? side.draws}`, place].filter((text) => text !== "").join(", ");
}

/// What `replay --diff` found.
function FirstDifference({ first }: { first: First | undefined }) {
    if (!first) return null;
    if (!first.differs) return <p role="status">{first.not_compared ? `Nothing was compared: ${first.not_compared}.` : `The images of ${first.draws} draws are the same.`}</p>;
    return (
        <section aria-label="First difference">
            <h3>First difference: {first.a && sideText(first.a)} (left), {first.b && sideText(first.b)} (right)</h3>
            {first.memory && <p>{first.memory.bytes} bytes of memory differ, the first at 0x{first.memory.first.toString(16)}.</p>}
            {first.surfaces?.map((one) => (
                <p key={one.surface}>
                    {one.surface}: {one.reason ?? `${one.pixels} pixels differ`}
                    {one.first && <>, the first at {one.first.x},{one.first.y}: <code>{one.first.a}</code> and <code>{one.first.b}</code></>}
                </p>
            ))}
        </section>
    );
}

function StateTable({ title, rows }: { title: string; rows: [string, string, string][] }) {
    return (
        <table class="states">
            <caption>{title}</caption>
            <thead><tr><th scope="col">What</th><th scope="col">Left</th><th scope="col">Right</th></tr></thead>
            <tbody>{rows.map(([what, left, right]) => <tr key={what}><th scope="row">{what}</th><td class="left"><code>{left}</code></td><td class="right"><code>{right}</code></td></tr>)}</tbody>
        </table>
    );
}

/// The draws whose state differs, and what differs in the chosen one.
function Draws({ draws }: { draws: Diff<DiffedDraw> | undefined }) {
    const [chosen, choose] = useState(0);
    if (!draws) return null;
    const { differences } = draws;
    const draw = differences[chosen];
    if (!draw) return <p role="status">{draws.not_compared ? `Nothing was compared: ${draws.not_compared}.` : "No draw differs in its state."}</p>;
    return (
        <section aria-label="State, draw by draw">
            <div class="bar">
                <label>
                    Draws that differ{" "}
                    <select value={String(chosen)} onChange={(event) => choose(Number(event.currentTarget.value))}>
                        {differences.map((one, at) => <option key={at} value={String(at)}>{drawTitle(one)}</option>)}
                    </select>
                </label>
                <span class="quiet">{differences.length} differences</span>
            </div>
            <DrawDifference key={chosen} draw={draw} />
        </section>
    );
}

function DrawDifference({ draw }: { draw: DiffedDraw }) {
    const selection = useMemo(() => new Selection(), [draw]);
    const programs = useMemo(
        () => [
            ...(draw.vertex_program ? [programText("vertex-program", "Vertex program", draw.vertex_program)] : []),
            ...(draw.fragment_program ? [programText("fragment-program", "Fragment program", draw.fragment_program)] : []),
        ],
        [draw],
    );
    return (
        <>
            {draw.state && <StateTable title={drawTitle(draw)} rows={draw.state.map((one) => [one.what, one.left, one.right])} />}
            {draw.in && <p>{drawTitle(draw)}.</p>}
            {programs.map((one) => <div class="framed" key={one.id}><h3>{one.title}</h3><CodePane artefact={one} selection={selection} /></div>)}
        </>
    );
}

function Packets({ packets }: { packets: Diff<Hunk> | undefined }) {
    const selection = useMemo(() => new Selection(), [packets]);
    const text = useMemo(() => packets && hunksText(packets.differences), [packets]);
    if (!text || !packets) return null;
    if (text.lines.length === 0) return <p role="status">{packets.not_compared ? `Packets were not compared: ${packets.not_compared}.` : "The packets are the same."}</p>;
    return <div class="framed"><h3>Packets that differ</h3><CodePane artefact={text} selection={selection} /></div>;
}
