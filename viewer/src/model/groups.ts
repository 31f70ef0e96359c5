// The groups of draws of a GS dump (docs/schemas/replay_list.json), and what panes derive from them.

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}
export interface Buffer {
    page: number;
    width: number;
    format: string;
}
export interface Change {
    register: string;
    field: string;
    before?: number;
    before_meaning?: string;
    after: number;
    after_meaning: string;
}
export interface Pixels {
    covered: number;
    colour_written: number;
    depth_written: number;
    alpha_failed: number;
    destination_failed: number;
    depth_failed: number;
}
export interface Group {
    group: number;
    first_draw: number;
    last_draw: number;
    frame: number;
    packet: number;
    offset: number;
    primitives: Record<string, number>;
    box: Box;
    covered_box?: Box;
    pixels: Pixels;
    draws_outside_scissor: number;
    draws_without_pixels: number;
    nothing_written?: string[];
    colour_buffer: Buffer;
    depth_buffer?: Buffer;
    texture?: { block: number; buffer_width: number; format: string; width: number; height: number };
    palette?: { block: number; format: string };
    after?: { vsyncs: number; transfers: number; first_transfer?: number; palettes: number };
    changes: Change[];
    images?: Record<string, string>;
}
export interface GroupList {
    groups: Group[];
    frames: number;
    draws: number;
}

export const PAGES = 512;
const BLOCKS_OF_PAGE = 32;

/// The pages that a group uses as something; more than one such use is several ranges.
export interface PageRange {
    use: "colour" | "depth" | "texture";
    first: number;
    count: number;
}

/// Rows of pixels in a page of a format: 32, of 16 and 8 bits 64, of 4 bits 128.
function rowsOfPage(format: string): number {
    if (format.includes("T4") && !format.includes("H")) return 128;
    return format.includes("16") || format === "T8" ? 64 : 32;
}
function columnsOfPage(format: string): number {
    return (format === "T8" || format === "T4") ? 128 : 64;
}

function pagesOf(width: number, height: number, format: string): number {
    return Math.ceil(width / columnsOfPage(format)) * Math.ceil(height / rowsOfPage(format));
}

/// Down to the last row that the group covers, or that its vertices reach; textures as their registers say.
export function pageRanges(group: Group): PageRange[] {
    const bottom = Math.max(1, Math.ceil((group.covered_box ?? group.box).bottom) + 1);
    const target = (use: "colour" | "depth", buffer: Buffer | undefined): PageRange[] =>
        buffer ? [{ use, first: buffer.page, count: pagesOf(buffer.width, bottom, buffer.format) }] : [];
    const { texture } = group;
    const read: PageRange[] = texture
        ? [{ use: "texture", first: Math.floor(texture.block / BLOCKS_OF_PAGE), count: pagesOf(texture.buffer_width || texture.width, texture.height, texture.format) }]
        : [];
    return [...target("colour", group.colour_buffer), ...target("depth", group.depth_buffer), ...read];
}

export function drawsText(group: Group): string {
    return group.first_draw === group.last_draw ? `draw ${group.first_draw}` : `draws ${group.first_draw}–${group.last_draw}`;
}

export function primitivesText(group: Group): string {
    return Object.entries(group.primitives).map(([name, count]) => `${count} ${name}`).join(", ");
}

/// What came between the group before and this one.
export function afterText(group: Group): string {
    const { after } = group;
    if (!after) return "";
    const counted = (count: number, what: string) => (count ? [`${count} ${what}${count === 1 ? "" : "s"}`] : []);
    return [...counted(after.vsyncs, "vsync"), ...counted(after.transfers, "transfer"), ...counted(after.palettes, "palette load")].join(", ");
}

/// Changes by register, in their order.
export function changesByRegister(group: Group): Map<string, Change[]> {
    const registers = new Map<string, Change[]>();
    for (const change of group.changes) registers.set(change.register, [...(registers.get(change.register) ?? []), change]);
    return registers;
}

/// The commands that show more of a group.
export function commandsOf(group: Group, file: string): string[] {
    return [
        `relit replay ${file} --group ${group.group} -o group-${group.group}.png`,
        `relit replay ${file} --group ${group.group} --out group-${group.group}`,
        `relit surface ${file} --group ${group.group} --target texture -o texture.png`,
    ];
}
