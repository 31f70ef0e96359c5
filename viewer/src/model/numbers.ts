// Bits as numbers and numbers as bits.

const view = new DataView(new ArrayBuffer(8));

export function floatOfBits(bits: string, kind: string): number {
    const value = BigInt(`0x${bits || "0"}`);
    if (kind === "f64") {
        view.setBigUint64(0, value);
        return view.getFloat64(0);
    }
    if (kind === "f16") return floatOfHalf(Number(value));
    view.setUint32(0, Number(value & 0xffffffffn));
    return view.getFloat32(0);
}

function floatOfHalf(bits: number): number {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction);
}

/// A float in as few digits as tell it from its neighbours in f32.
export function shortFloat(value: number): string {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf";
    if (Object.is(value, -0)) return "-0";
    for (let digits = 1; digits < 10; ++digits) {
        const text = Number(value.toPrecision(digits));
        if (Math.fround(text) === Math.fround(value)) return String(text);
    }
    return String(value);
}

export function showBits(bits: string, kind: string): string {
    if (kind === "bool") return /[1-9a-f]/.test(bits) ? "true" : "false";
    if (kind.startsWith("f")) return shortFloat(floatOfBits(bits, kind));
    const width = BigInt(kind.slice(1) || "32");
    return String(BigInt.asIntN(Number(width), BigInt(`0x${bits || "0"}`)));
}

export function isNan(bits: string, kind: string): boolean {
    return kind.startsWith("f") && Number.isNaN(floatOfBits(bits, kind));
}

export type Form = "float" | "hex" | "integer";

export function formatWord(word: number, form: Form): string {
    const bits = word.toString(16).padStart(8, "0");
    if (form === "hex") return `0x${bits}`;
    return form === "integer" ? String(word | 0) : shortFloat(floatOfBits(bits, "f32"));
}

/// The 32 bits that a text means in a form; undefined if it is no such number.
export function parseWord(text: string, form: Form): number | undefined {
    const trimmed = text.trim().toLowerCase();
    if (form === "hex") return /^(0x)?[0-9a-f]{1,8}$/.test(trimmed) ? Number.parseInt(trimmed.replace(/^0x/, ""), 16) : undefined;
    if (form === "integer") {
        const value = Number(trimmed);
        return /^[-+]?\d+$/.test(trimmed) && value >= -(2 ** 31) && value < 2 ** 32 ? value >>> 0 : undefined;
    }
    const named: Record<string, number> = { nan: 0x7fc00000, inf: 0x7f800000, "+inf": 0x7f800000, "-inf": 0xff800000 };
    if (Object.hasOwn(named, trimmed)) return named[trimmed];
    if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(trimmed)) return undefined;
    view.setFloat32(0, Number(trimmed));
    return view.getUint32(0);
}
