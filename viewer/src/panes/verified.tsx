// What a device made of the inputs: that it agrees, or the first instruction with another value.
import { floatOfBits, shortFloat } from "../model/numbers.ts";
import { differencesOf, type FirstDifference, summaryOf, type Verified } from "../model/verified.ts";

interface VerifiedNoteProps {
    verified: Verified;
    go: (difference: FirstDifference) => void;
}

const valueOf = (bits: string) => `${shortFloat(floatOfBits(bits, bits.length > 8 ? "f64" : "f32"))} (0x${bits})`;

export function VerifiedNote({ verified, go }: VerifiedNoteProps) {
    const differences = differencesOf(verified);
    if (differences.length === 0) return <p class="quiet padded">{summaryOf(verified)}</p>;
    return (
        <section class="verified" aria-label="First difference between interpreter and device">
            {differences.map((one) => (
                <p key={`${one.language} ${one.set} ${one.end.where}`}>
                    <button type="button" class="error" onClick={() => go(one)}>
                        First difference: {one.text}
                    </button>{" "}
                    set {one.set}, {one.language} on {verified.device}: <Values one={one} />
                </p>
            ))}
        </section>
    );
}

function Values({ one }: { one: FirstDifference }) {
    const { where, wanted, got } = one.began ?? one.end;
    return (
        <span>
            <code>{where}</code> is <code>{valueOf(wanted)}</code> in the interpreter, <code>{valueOf(got)}</code> on the device
            {!one.began && " at the end; looking at registers hides where it begins"}.
        </span>
    );
}
