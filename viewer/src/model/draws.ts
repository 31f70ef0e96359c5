// The draws of a capture of R500 (docs/schemas/replay_capture_draw.json, replay_capture.json), and what panes derive from them.
import type { Part } from "./documents.ts";

export interface RegisterState {
    register: string;
    value: number;
    fields: Record<string, number | string>;
    before?: number | null;
}
export interface SurfaceUse {
    use: string;
    unit: number;
    buffer: number | null;
    offset: number;
    width: number;
    height: number;
    format: string;
    tiling: string;
}
export interface VertexInputs {
    index?: number | null;
    inputs: { input: number; value: (number | string | null)[] }[] | null;
}
export interface CaptureDraw {
    draw: number;
    submission: number;
    left_out: boolean;
    dword: number;
    fields: Record<string, number | string>;
    count: number;
    vertices: VertexInputs[];
    vertex_program: string[] | null;
    fragment_program: string[] | null;
    registers: RegisterState[];
    surfaces: SurfaceUse[];
    counts?: Record<string, number>;
    images?: Record<string, string>;
}

/// A register that may keep a draw from writing.
export interface Suspect {
    register: string;
    [name: string]: unknown;
}

const DRAW = "draw/";

export function drawsOf(part: Part): CaptureDraw[] {
    const draws = Object.entries(part.others).filter(([role]) => role.startsWith(DRAW)).map(([, draw]) => draw as CaptureDraw);
    return (draws.length ? draws : drawsOfPackets(part)).sort((one, other) => one.draw - other.draw);
}

/// What a stream alone says of its draws: without buffers there are no images, counts and surfaces.
function drawsOfPackets(part: Part): CaptureDraw[] {
    const { submissions } = (part.others["pm4"] ?? {}) as { submissions?: { submission: number; draws: CaptureDraw[] }[] };
    return (submissions ?? []).flatMap(({ submission, draws }) => draws.map((draw) => ({ ...draw, submission, left_out: false, registers: [], surfaces: [] })));
}

/// The targets first: what a reader looks for.
export function imagesOf(draw: CaptureDraw): [string, string][] {
    return Object.entries(draw.images ?? {});
}

export function isDark(draw: CaptureDraw): boolean {
    return draw.left_out || draw.counts?.["written"] === 0;
}

export function resultText(draw: CaptureDraw): string {
    if (draw.left_out) return "left out";
    const written = draw.counts?.["written"];
    return written === undefined ? "not counted" : written === 0 ? "writes nothing" : `${written} pixels`;
}

/// What became of primitives and fragments, in the order of the pipeline.
export function countRows(draw: CaptureDraw): [string, number][] {
    return Object.entries(draw.counts ?? {}).filter(([, count]) => count !== 0).map(([name, count]) => [name.replaceAll("_", " "), count]);
}

/// Registers that differ from the draw before, or with `all` every one that differs from a reset.
export function shownRegisters(draw: CaptureDraw, all: boolean): RegisterState[] {
    return all ? draw.registers : draw.registers.filter((one) => one.before !== undefined);
}

export function fieldsText(fields: Record<string, number | string>): string {
    return Object.entries(fields).filter(([, value]) => value !== 0).map(([name, value]) => `${name}=${value}`).join(", ");
}

export const hex = (value: number) => `0x${(value >>> 0).toString(16).padStart(8, "0")}`;

/// The suspects of a draw in the document of `replay --explain`.
export function explainedOf(part: Part, draw: number): unknown {
    const suspects = part.others["suspects"] as { explained?: { draw?: number }[] } | undefined;
    return suspects?.explained?.find((one) => one.draw === draw);
}
