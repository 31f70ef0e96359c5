// Reads the index and the documents that the page embeds.
import type { Index, Part, PartEntry } from "./documents.ts";

const KNOWN = new Set(["info", "disasm", "explain", "lint", "ir", "literal", "glsl", "spirv", "trace"]);

/// What is read when it is shown.
const LATER = new Set(["pixels"]);

const IMAGE = "image/";

export function readIndex(): Index {
    return JSON.parse(document.getElementById("report")?.textContent ?? "null") as Index;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
    const characters = atob(text.trim());
    const bytes = new Uint8Array(characters.length);
    for (let at = 0; at < characters.length; ++at) bytes[at] = characters.charCodeAt(at);
    return bytes;
}

/// The bytes of document `number`; undefined if the page has none.
async function readDocument(number: number): Promise<ArrayBuffer | undefined> {
    const element = document.getElementById(`document-${number}`);
    if (!element) return undefined;
    const packed = new Blob([bytesOfBase64(element.textContent ?? "")]);
    return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

/// A side of a difference as a part of its own: its roles are behind "left/" or "right/".
function sideOf(entry: PartEntry, side: string, name: string): PartEntry {
    const roles = Object.entries(entry.documents).filter(([role]) => role.startsWith(side));
    return { kind: "program", name, isa: entry.isa ?? "", documents: Object.fromEntries(roles.map(([role, number]) => [role.slice(side.length), number])) };
}

const SIDES = ["left/", "right/"] as const;

/// The part, and of a difference both of its sides.
export async function readPart(index: Index, entry: PartEntry): Promise<Part> {
    if (!entry.sides) return readDocuments(index, entry);
    const own = Object.entries(entry.documents).filter(([role]) => !SIDES.some((side) => role.startsWith(side)));
    const entries = [{ ...entry, documents: Object.fromEntries(own) }, ...SIDES.map((side, at) => sideOf(entry, side, entry.sides?.[at] ?? ""))];
    const [part, left, right] = await Promise.all(entries.map((one) => readDocuments(index, one)));
    return { ...part!, sides: [left!, right!] };
}

async function readDocuments(index: Index, entry: PartEntry): Promise<Part> {
    const part: Part = { kind: entry.kind, name: entry.name, isa: entry.isa ?? "", entries: {}, images: {}, others: {}, later: {} };
    const readRole = async (role: string, number: number) => {
        const about = index.documents[number];
        if (about) part.entries[role] = about;
        if (LATER.has(role)) {
            part.later[role] = number;
            return;
        }
        const bytes = await readDocument(number);
        if (!bytes) return;
        if (role === "bytes") part.bytes = new Uint8Array(bytes);
        else store(part, role, JSON.parse(new TextDecoder().decode(bytes)));
    };
    const isImage = (role: string) => role.startsWith(IMAGE);
    const roles = Object.entries(entry.documents);
    for (const [role, number] of roles) if (isImage(role)) part.images[role.slice(IMAGE.length)] = number;
    const programs = (entry.programs ?? []).map((number) => index.parts[number]).filter((one) => one !== undefined && one.programs === undefined);
    if (programs.length) part.programs = await Promise.all(programs.map((one) => readPart(index, one!)));
    await Promise.all(roles.filter(([role]) => !isImage(role)).map(([role, number]) => readRole(role, number)));
    return part;
}

/// An image, which is read when it is shown: a part may have thousands.
export async function readImage(number: number): Promise<Blob | undefined> {
    const bytes = await readDocument(number);
    return bytes && new Blob([bytes], { type: "image/png" });
}

/// A document of JSON that is read when it is shown; undefined if the page has none.
export async function readJson(number: number): Promise<unknown> {
    const bytes = await readDocument(number);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

function store(part: Part, role: string, value: unknown) {
    if (KNOWN.has(role)) (part as unknown as Record<string, unknown>)[role] = value;
    else part.others[role] = value;
}
