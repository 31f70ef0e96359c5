// The difference of two images, pixel by pixel.

export interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray; // RGBA
}
export interface PixelDifference {
    /// Of the part that both have.
    width: number;
    height: number;
    /// Pixels that differ, and by how much a channel does at most.
    count: number;
    most: number;
    /// The first one, row by row.
    first?: { x: number; y: number };
    /// Each channel's difference times the factor; one of alpha shows in all three.
    data: Uint8ClampedArray;
}

export function differenceOf(a: Pixels, b: Pixels, factor: number): PixelDifference {
    const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
    const result: PixelDifference = { width, height, count: 0, most: 0, data: new Uint8ClampedArray(width * height * 4) };
    for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
            const from = (y * a.width + x) * 4;
            const other = (y * b.width + x) * 4;
            const to = (y * width + x) * 4;
            const apart = (channel: number) => Math.abs(a.data[from + channel]! - b.data[other + channel]!);
            const alpha = apart(3);
            const most = Math.max(apart(0), apart(1), apart(2), alpha);
            for (let channel = 0; channel < 3; ++channel)
                result.data[to + channel] = Math.max(apart(channel), alpha) * factor;
            result.data[to + 3] = 255;
            if (most === 0) continue;
            if (result.count++ === 0) result.first = { x, y };
            result.most = Math.max(result.most, most);
        }
    }
    return result;
}
