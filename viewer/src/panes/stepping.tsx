// A run, step by step: the values of registers after each instruction, for one set of inputs or several beside each other.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Lane, Step, Trace } from "../model/documents.ts";
import { showBits } from "../model/numbers.ts";
import type { Selection } from "../model/selection.ts";
import { changedBy, invocationsOf, namesInFile, registersOf, stepsToNan, type Value, valuesAfter } from "../model/trace.ts";
import { type FirstDifference, stepsToInstruction, type Verified } from "../model/verified.ts";
import { isTyping } from "./typing.ts";
import { VerifiedNote } from "./verified.tsx";

const MOST_SETS = 4;

interface SteppingPaneProps {
    trace: Trace;
    verified: Verified | undefined;
    selection: Selection;
}

export function SteppingPane({ trace, verified, selection }: SteppingPaneProps) {
    const sets = useMemo(() => invocationsOf(trace), [trace]);
    const [shown, show] = useState<number[]>(() => [...sets.keys()].slice(0, 1));
    const [at, setAt] = useState(0);
    const longest = Math.max(0, ...shown.map((set) => sets.get(set)?.length ?? 0));
    const now = useRef(0); // two keys may come before the pane is drawn again
    const go = (next: number) => {
        now.current = Math.max(0, Math.min(longest, next));
        setAt(now.current);
        const instruction = sets.get(shown[0] ?? 0)?.[now.current - 1]?.instruction;
        selection.choose(instruction === undefined ? [] : [instruction], "stepping");
    };
    const goToDifference = (one: FirstDifference) => {
        const steps = sets.get(one.set) ?? [];
        show([one.set]);
        now.current = stepsToInstruction(steps, one.instruction);
        setAt(now.current);
        selection.choose(one.instruction === undefined ? [] : [one.instruction], "stepping");
    };
    useStepKeys((by) => go(now.current + by));
    if (sets.size === 0) return <p class="padded quiet">The trace has no step.</p>;
    const first = sets.get(shown[0]!) ?? [];
    return (
        <div class="pane-body">
            <div class="bar stepping">
                <SetChoice all={[...sets.keys()]} shown={shown} show={show} />
                <input
                    type="range"
                    aria-label="Step"
                    aria-valuetext={textOfStep(first[at - 1], at, longest)}
                    min={0}
                    max={longest}
                    value={at}
                    onInput={(event) => go(Number(event.currentTarget.value))}
                />
                <span class="buttons">
                    <button type="button" onClick={() => go(at - 1)} disabled={at === 0} aria-label="Previous step">
                        ◂
                    </button>
                    <button type="button" onClick={() => go(at + 1)} disabled={at >= longest} aria-label="Next step">
                        ▸
                    </button>
                    <NanButton steps={first} go={go} />
                </span>
                <span class="quiet" role="status">
                    {textOfStep(first[at - 1], at, longest)}
                </span>
            </div>
            {verified && <VerifiedNote verified={verified} go={goToDifference} />}
            <div class="scrolls" tabIndex={0} role="region" aria-label="Values of registers">
                {first[at - 1] && <Reads step={first[at - 1]!} go={go} steps={first} />}
                <Values sets={shown.map((set) => ({ set, steps: sets.get(set) ?? [] }))} at={at} go={go} />
            </div>
        </div>
    );
}

function textOfStep(step: Step | undefined, at: number, longest: number): string {
    if (at === 0) return `before the first of ${longest} steps; n and p go on and back`;
    return `step ${at} of ${longest}: ${step?.text ?? "start values"}${step && step.iteration > 1 ? `, time ${step.iteration}` : ""}`;
}

/// n and p step, unless a text field has the focus.
function useStepKeys(by: (steps: number) => void) {
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            const typing = isTyping(event);
            if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "n") by(1);
            if (event.key === "p") by(-1);
        };
        addEventListener("keydown", onKey);
        return () => removeEventListener("keydown", onKey);
    });
}

function SetChoice({ all, shown, show }: { all: number[]; shown: number[]; show: (sets: number[]) => void }) {
    if (all.length < 2) return null;
    const toggle = (set: number) => {
        const next = shown.includes(set) ? shown.filter((one) => one !== set) : [...shown, set].slice(-MOST_SETS);
        if (next.length) show(next.sort((a, b) => a - b));
    };
    if (all.length > 16) {
        return (
            <label>
                Set{" "}
                <select value={String(shown[0])} onChange={(event) => show([Number(event.currentTarget.value)])}>
                    {all.map((set) => (
                        <option key={set} value={String(set)}>
                            {set}
                        </option>
                    ))}
                </select>
            </label>
        );
    }
    return (
        <fieldset class="sets">
            <legend class="quiet">Sets</legend>
            {all.map((set) => (
                <label key={set}>
                    <input type="checkbox" checked={shown.includes(set)} onChange={() => toggle(set)} /> {set}
                </label>
            ))}
        </fieldset>
    );
}

function NanButton({ steps, go }: { steps: Step[]; go: (step: number) => void }) {
    const found = useMemo(() => stepsToNan(steps), [steps]);
    if (found === 0) return null;
    return (
        <button type="button" class="error" onClick={() => go(found)}>
            First NaN: step {found}
        </button>
    );
}

function Reads({ step, steps, go }: { step: Step; steps: Step[]; go: (step: number) => void }) {
    if (step.reads.length === 0) return null;
    const origin = (lane: Lane) =>
        lane.from && lane.from.invocation === step.invocation ? steps.findIndex((one) => one.step === lane.from!.step) + 1 : 0;
    return (
        <section class="reads" aria-label="Values that the step reads">
            <b>Reads</b>{" "}
            {step.reads.map((lane, at) => {
                const from = origin(lane);
                const text = `${lane.name}${lane.name_in_file ? ` (${lane.name_in_file})` : ""} = ${showBits(lane.bits, lane.kind)}`;
                return from ? (
                    <button key={at} type="button" title={`written by step ${from}`} onClick={() => go(from)}>
                        {text}
                    </button>
                ) : (
                    <span key={at} class="given">
                        {text}
                    </span>
                );
            })}
        </section>
    );
}

interface Column {
    set: number;
    steps: Step[];
}

function Values({ sets, at, go }: { sets: Column[]; at: number; go: (step: number) => void }) {
    const columns = useMemo(
        () => sets.map(({ set, steps }) => ({ set, steps, values: valuesAfter(steps, at), changed: changedBy(steps[at - 1]) })),
        [sets, at],
    );
    const rows = registersOf(new Set(columns.flatMap((column) => [...column.values.keys()])));
    const names = useMemo(() => namesInFile(sets.flatMap((set) => set.steps)), [sets]);
    return (
        <table class="values">
            <thead>
                <tr>
                    <th scope="col">Register</th>
                    {columns.map((column) => (
                        <th key={column.set} scope="col">
                            Set {column.set}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {[...rows].map(([register, lanes]) => (
                    <tr key={register}>
                        <th scope="row">
                            <code>{register}</code>{names.has(register) && <span class="where"> {names.get(register)}</span>}
                        </th>
                        {columns.map((column) => (
                            <td key={column.set}>
                                {lanes.map((lane) => (
                                    <LaneValue
                                        key={lane}
                                        name={lane}
                                        value={column.values.get(lane)}
                                        changed={column.changed.has(lane)}
                                        differs={differs(columns, lane)}
                                        go={() => goToWriter(column, lane, go)}
                                    />
                                ))}
                            </td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function differs(columns: { values: Map<string, Value> }[], lane: string): boolean {
    return columns.some((column) => column.values.get(lane)?.bits !== columns[0]!.values.get(lane)?.bits);
}

function goToWriter(column: Column & { values: Map<string, Value> }, lane: string, go: (step: number) => void) {
    const step = column.values.get(lane)?.step ?? 0;
    if (step > 0) go(column.steps.findIndex((one) => one.step === step) + 1);
}

interface LaneValueProps {
    name: string;
    value: Value | undefined;
    changed: boolean;
    differs: boolean;
    go: () => void;
}

function LaneValue({ name, value, changed, differs, go }: LaneValueProps) {
    if (!value) return <span class="lane quiet">–</span>;
    const text = showBits(value.bits, value.kind);
    const classes = ["lane", changed && "changed", differs && "differs", text === "NaN" && "nan"].filter((name) => name).join(" ");
    const where = value.step ? `, written by step ${value.step}` : ", given";
    return (
        <button
            type="button"
            class={classes}
            title={`${name}: 0x${value.bits}${where}${changed ? ", changed by this step" : ""}`}
            onClick={go}
        >
            {text}
            <span class="hex">{value.bits}</span>
        </button>
    );
}
