// What checks say of a command stream: on the axis of its draws, and one by one.
import type { CaptureDraw } from "../model/draws.ts";
import { type Finding, findingsByDraw } from "../model/packets.ts";

const HEIGHT = 40;
const AT_ONCE = 500;

interface FindingsProps {
    findings: Finding[];
    draws: CaptureDraw[];
    chosen: number;
    choose: (draw: number) => void;
    show: (finding: Finding) => void;
}

export function Findings({ findings, draws, chosen, choose, show }: FindingsProps) {
    if (findings.length === 0) return <p class="quiet">Neither the checks of the kernel nor those of the programs find anything.</p>;
    return (
        <>
            {draws.length > 0 && <Axis findings={findings} draws={draws} chosen={chosen} choose={choose} />}
            <table>
                <caption>Findings</caption>
                <thead><tr><th scope="col">Draws</th><th scope="col">Rule</th><th scope="col">Finding</th><th scope="col">Place</th></tr></thead>
                <tbody>
                    {findings.slice(0, AT_ONCE).map((one, at) => (
                        <tr key={at} class={one.draws.includes(chosen) ? "pointed" : ""}>
                            <td>{one.draws.map((draw) => <button key={draw} type="button" class="number" onClick={() => choose(draw)}>{draw}</button>)}</td>
                            <td><code>{one.rule}</code></td>
                            <td>{one.isRejected && <b class="error">rejected: </b>}{one.text}</td>
                            <td>{one.line === undefined ? one.place : <button type="button" class="number" onClick={() => show(one)}>{one.place}</button>}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {findings.length > AT_ONCE && <p class="quiet">and {findings.length - AT_ONCE} more</p>}
        </>
    );
}

function Axis({ findings, draws, chosen, choose }: Omit<FindingsProps, "show">) {
    const counts = findingsByDraw(findings);
    const most = Math.max(1, ...counts.values());
    const width = 1000 / draws.length;
    const at = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const place = Math.floor(((event.clientX - box.left) / box.width) * draws.length);
        choose(draws[Math.max(0, Math.min(draws.length - 1, place))]!.draw);
    };
    return (
        <figure class="chart">
            <figcaption>Findings of each draw, at most {most}</figcaption>
            <svg class="low" viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`Findings of ${draws.length} draws, at most ${most}`} onClick={at}>
                {draws.map((draw, place) => {
                    const height = ((counts.get(draw.draw) ?? 0) / most) * HEIGHT;
                    return <rect key={draw.draw} class="covered" x={place * width} width={width} y={HEIGHT - height} height={height} />;
                })}
                <rect class="now" x={draws.findIndex((draw) => draw.draw === chosen) * width} width={Math.max(2, width)} y="0" height={HEIGHT} />
            </svg>
        </figure>
    );
}
