// What came to the recorded pixels of a dump (docs/schemas/replay.json) or a capture (replay_capture.json), as lines to read.

export interface HistoryEvent {
    title: string;
    draw?: number; // that it belongs to, from 1
    result: string;
    rows: [string, string][];
}
export interface PixelHistory {
    x: number;
    y: number;
    row: number; // of memory
    leftOut: number; // events after the last one
    events: HistoryEvent[];
    ends: string[]; // what memory holds at the end
}
/// Pixels in rows, each in the middle of its part of the area.
export interface Histories {
    columns: number;
    pixels: PixelHistory[];
}

type Vector = (number | null)[];
type Json = Record<string, unknown>;
interface Change {
    place?: number;
    location?: number;
    before: number | string;
    after: number | string;
    computed?: string;
    device_differs?: boolean;
}
interface PixelsDocument {
    area: { columns: number };
    pixels: ({ x: number; y: number; row?: number; left_out: number; events?: Json[]; places?: Json[]; locations?: Json[] })[];
    events?: ({ pixel: number } & Json)[];
}

export function historiesOf(content: unknown): Histories | undefined {
    const document = content as Partial<PixelsDocument> | undefined;
    if (!document?.area || !document.pixels) return undefined;
    const ofPixel = document.pixels.map((): Json[] => []);
    for (const event of document.events ?? []) ofPixel[event.pixel]?.push(event);
    const pixels = document.pixels.map((pixel, at): PixelHistory => {
        const { x, y, row = y, left_out: leftOut } = pixel;
        if (pixel.locations) {
            const names = pixel.locations.map(locationName);
            return { x, y, row, leftOut, events: (pixel.events ?? []).map((event) => captureEvent(event, names)), ends: pixel.locations.map((one, place) => `${one["value"]} in ${names[place]}`) };
        }
        const places = pixel.places ?? [];
        const names = places.map(placeName);
        return { x, y, row, leftOut, events: ofPixel[at]!.map((event) => dumpEvent(event, places, names)), ends: places.map((one, place) => `${hex(one["last"])} in ${names[place]}`) };
    });
    return { columns: document.area.columns, pixels };
}

/// The number of the pixel that is next to a place.
export function nearest(histories: Histories, x: number, y: number): number {
    let best = 0, least = Infinity;
    histories.pixels.forEach((pixel, at) => {
        const distance = (pixel.x + 0.5 - x) ** 2 + (pixel.y + 0.5 - y) ** 2;
        if (distance < least) [best, least] = [at, distance];
    });
    return best;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The pixel to which a key goes; undefined if it is none of the arrow keys.
export function stepped(histories: Histories, at: number, key: string): number | undefined {
    const step = STEPS[key];
    if (!step) return undefined;
    const rows = Math.ceil(histories.pixels.length / histories.columns);
    const column = Math.max(0, Math.min(histories.columns - 1, (at % histories.columns) + step[0]));
    const row = Math.max(0, Math.min(rows - 1, Math.floor(at / histories.columns) + step[1]));
    return Math.min(histories.pixels.length - 1, row * histories.columns + column);
}

/// How many pixels of a buffer became one along each side, when `width` of them became `reduced`.
export function factorOf(width: number, reduced: number): number {
    let factor = 1;
    while (factor < width && Math.max(1, Math.floor(width / factor)) > reduced) ++factor;
    return factor;
}

const hex = (value: unknown, digits = 8) => (typeof value === "number" ? `0x${value.toString(16).padStart(digits, "0")}` : String(value));
const rgba = (values: unknown) => (values as number[]).join(" ");
const real = (value: number | null) => (value === null ? "not finite" : String(Number(value.toPrecision(6))));
const vector = (values: unknown) => (values as Vector).map(real).join(" ");

// ---- a dump of the GS

const placeName = (place: Json) => `${place["buffer"]} of page ${place["page"]}, ${place["width"]} pixels wide, ${place["format"]}`;

function textureRows(texture: Json): [string, string][] {
    const texels = texture["texels"] as Json[];
    const next = texture["weight"] ? `, ${texture["weight"]} of level ${Number(texture["level"]) + 1}` : "";
    return [
        ["Texture", `u ${texture["u"]}, v ${texture["v"]}: ${rgba(texture["rgba"])}`],
        ["Level", `lod ${texture["lod"]}: level ${texture["level"]}, ${texture["linear"] ? "linear" : "nearest"}${next}`],
        ...texels.map((one): [string, string] => {
            const raw = one["index"] !== undefined ? `index ${one["index"]}` : hex(one["bits"]);
            return ["Texel", `level ${one["level"]}, ${one["u"]},${one["v"]} at ${hex(one["address"], 6)}: ${raw}, ${rgba(one["rgba"])}`];
        }),
    ];
}

const TESTS: [string, string][] = [["alpha", "alpha"], ["destination_alpha", "destination alpha"], ["depth", "depth"]];

function wordText(word: Json): string {
    const after = word["written"] ? `${hex(word["before"])} → ${hex(word["after"])}` : `${hex(word["before"])} stays`;
    return `${after} at ${hex(word["address"], 6)}`;
}

function drawnRows(event: Json): [string, string][] {
    const { vertex, tests } = event as { vertex: Json; tests: Record<string, boolean> };
    const failed = TESTS.filter(([key]) => tests[key] === false).map(([, name]) => `${name} fails`);
    const rows: [string, string][] = [["Interpolated", `${rgba(vertex["rgba"])}, z ${hex(vertex["z"], 1)}, fog ${vertex["fog"]}`]];
    if (event["texture"]) rows.push(...textureRows(event["texture"] as Json));
    rows.push(["Shaded", rgba(event["shaded"])], ["Tests", failed.join(", ") || "all passed"]);
    if (event["blended"]) rows.push(["Blended", rgba(event["blended"])]);
    rows.push(["Frame", wordText(event["frame_word"] as Json)]);
    if (event["depth_word"]) rows.push(["Depth", wordText(event["depth_word"] as Json)]);
    return rows;
}

function dumpTitle(event: Json): string {
    if (event["kind"] === "draw") return `Draw ${event["draw"]}: ${event["primitive"]} at ${event["x"]},${event["y"]}`;
    return event["kind"] === "transfer" ? `Transfer ${event["transfer"]}: ${event["direction"]}` : "The display writes its image";
}

function dumpResult(event: Json): string {
    if (event["kind"] !== "draw") return "writes memory";
    const tests = event["tests"] as Record<string, boolean>;
    const failed = TESTS.filter(([key]) => tests[key] === false).map(([, name]) => name);
    if (failed.length) return `${failed.join(" and ")} fail${failed.length === 1 ? "s" : ""}`;
    const word = event["frame_word"] as Json;
    return word["written"] ? `stores ${hex(word["after"])}` : "colour is masked";
}

/// The words of the draw itself have lines of their own.
function isTold(event: Json, change: Change, place: Json | undefined): boolean {
    const word = event[place?.["buffer"] === "depth" ? "depth_word" : "frame_word"] as Json | undefined;
    return word?.["written"] === true && word["address"] === place?.["address"] && word["before"] === change.before && word["after"] === change.after;
}

function dumpEvent(event: Json, places: readonly Json[], names: readonly string[]): HistoryEvent {
    const told = (event["changes"] as Change[]).filter((one) => !isTold(event, one, places[one.place!]));
    const changes = told.map((one): [string, string] => ["Memory", `${hex(one.before)} → ${hex(one.after)} in ${names[one.place!] ?? "?"}`]);
    const where: [string, string] = ["Place", `frame ${event["frame"]}, packet ${event["packet"]}, byte ${hex(event["offset"], 1)}`];
    const rows = event["kind"] === "draw" ? drawnRows(event) : [];
    const draw = event["draw"] as number | undefined;
    return { title: dumpTitle(event), ...(draw === undefined ? {} : { draw }), result: dumpResult(event), rows: [...rows, ...changes, where] };
}

// ---- a capture of R500

const locationName = (location: Json) => `${location["use"] === "depth" ? "depth" : `colour ${location["unit"]}`} at ${hex(location["offset"], 1)} of buffer ${location["buffer"]}`;
const CAPTURE_TITLES: Record<string, string> = { clear: "a clear", resolve: "a resolve", memory: "memory is written before it" };

function equation(name: string, one: Json): string {
    return `${name}: ${one["function"]} of source * ${one["source"]} and destination * ${one["destination"]}`;
}

function targetRows(target: Json): [string, string][] {
    const name = `colour ${target["unit"]}`;
    const rows: [string, string][] = [];
    if (target["colour"]) {
        const { colour, alpha } = target as { colour: Json; alpha: Json };
        rows.push([`Blend, ${name}`, `source ${vector(target["source"])}, destination ${vector(target["destination"])}: ${vector(target["result"])}`]);
        rows.push(["", `${equation("colour", colour)}; ${equation("alpha", alpha)}`]);
    }
    if (target["written"] !== "rgba") rows.push([`Mask, ${name}`, `${target["written"]} is written`]);
    return rows;
}

function fragmentRows(fragment: Json): [string, string][] {
    const rows: [string, string][] = [[`Triangle ${fragment["triangle"]}`, `${fragment["back"] ? "back" : "front"}, z ${real(fragment["z"] as number)}, 1/w ${real(fragment["inverse_w"] as number)}`]];
    for (const one of fragment["inputs"] as Json[]) rows.push([`Input, ${one["name"]}`, vector(one["value"])]);
    (fragment["colours"] as (Vector | null)[]).forEach((colour, at) => {
        if (colour) rows.push([`Program, colour ${at}`, vector(colour)]);
    });
    if (fragment["depth_of_program"] !== undefined) rows.push(["Program, depth", real(fragment["depth_of_program"] as number)]);
    for (const [name, key] of [["Alpha test", "alpha"], ["Stencil test", "stencil"], ["Depth test", "depth"]] as const) {
        const test = fragment[key] as Json | undefined;
        if (test) rows.push([name, `${test["value"]} ${test["compare"]} ${test["reference"] ?? test["stored"]} ${test["passes"] ? "passes" : "fails"}`]);
    }
    const end = fragment["end"];
    if (end !== "stored") rows.push(["Ends at", String(end)]);
    return [...rows, ...(fragment["targets"] as Json[]).flatMap(targetRows)];
}

function captureResult(changes: readonly Change[], fragments: readonly Json[]): string {
    const stored = changes.find((one) => one.before !== one.after);
    if (stored) return `stores ${stored.after}`;
    const ends = new Set(fragments.map((one) => one["end"]).filter((end) => end !== "stored"));
    return ends.size ? `ends at ${[...ends].join(", ")}` : "changes nothing";
}

function captureEvent(event: Json, locations: readonly string[]): HistoryEvent {
    const changes = event["changes"] as Change[];
    const fragments = (event["fragments"] ?? []) as Json[];
    const rows: [string, string][] = [];
    if (event["not_computed"]) rows.push(["Not computed", String(event["not_computed"])]);
    for (const sentence of event["approximate"] as string[]) rows.push(["Approximate", sentence]);
    rows.push(...fragments.flatMap(fragmentRows));
    for (const one of changes) {
        const place = locations[one.location!] ?? "?";
        rows.push(["Stored", one.before === one.after ? `${one.after} stays in ${place}` : `${one.before} → ${one.after} in ${place}`]);
        if (one.device_differs) rows.push(["", `the device stored ${one.after}; computed was ${one.computed}`]);
    }
    const draw = event["draw"] as number;
    const what = CAPTURE_TITLES[String(event["kind"])] ?? String(event["primitive"]);
    return { title: `Draw ${draw}: ${what}`, draw, result: captureResult(changes, fragments), rows };
}
