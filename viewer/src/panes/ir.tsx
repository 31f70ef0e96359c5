// The IR after a pass, and the difference between two passes.
import { useMemo, useState } from "preact/hooks";
import { type Artefact, textOf } from "../model/artefact.ts";
import { diffLines, withoutNumbers } from "../model/diff.ts";
import type { IrSteps } from "../model/documents.ts";
import { instructionsOfIr } from "../model/ir.ts";
import type { Selection } from "../model/selection.ts";
import { Editor } from "./code.tsx";
import { TextButtons } from "./save.tsx";

export function linesOfStep(ir: IrSteps, step: number): string[] {
    return (ir.steps[step]?.lines ?? []).map((at) => ir.lines[at] ?? "");
}

export function artefactOfStep(ir: IrSteps, step: number): Artefact {
    const lines = linesOfStep(ir, step);
    const name = ir.steps[step]?.name ?? "";
    return {
        id: "ir",
        title: `IR after ${name}`,
        language: "ir",
        lines,
        instructions: instructionsOfIr(lines),
        file: `${step}-${name}.ir`,
    };
}

/// Both steps in one text: lines that only the old one has begin with -, those that only the new one has with +.
function artefactOfDifference(ir: IrSteps, old: number, next: number): Artefact {
    const texts = [linesOfStep(ir, old), linesOfStep(ir, next)] as const;
    const made = diffLines(texts[0], texts[1], withoutNumbers);
    const lineOf = (line: (typeof made)[number]) => (line.sign === "-" ? texts[0][line.old] : texts[1][line.new]) ?? "";
    return {
        id: "ir",
        title: `IR, ${ir.steps[old]?.name} to ${ir.steps[next]?.name}`,
        language: "ir",
        lines: made.map((line) => `${line.sign} ${lineOf(line)}`),
        instructions: instructionsOfIr(made.map(lineOf)),
        classes: made.map((line) => (line.sign === "-" ? "line-removed" : line.sign === "+" ? "line-added" : "")),
        file: "difference.ir",
    };
}

export interface StepChoice {
    step: number;
    set: (step: number) => void;
}

export function IrPane({ ir, selection, choice }: { ir: IrSteps; selection: Selection; choice: StepChoice }) {
    const [other, setOther] = useState(-1);
    const artefact = useMemo(
        () => (other < 0 || other === choice.step ? artefactOfStep(ir, choice.step) : artefactOfDifference(ir, other, choice.step)),
        [ir, choice.step, other],
    );
    const changed = artefact.classes?.filter((name) => name !== "").length;
    return (
        <div class="pane-body code-pane" data-pane="ir">
            <div class="bar">
                <StepSelect label="After" ir={ir} value={choice.step} change={choice.set} />
                <StepSelect label="compared with" ir={ir} value={other} change={setOther} none />
                <span class="quiet" role="status">
                    {changed === undefined ? `${artefact.lines.length} lines` : `${changed} lines differ`}
                </span>
                <TextButtons text={() => textOf(artefact)} file={artefact.file} />
            </div>
            <Editor artefact={artefact} selection={selection} />
        </div>
    );
}

interface StepSelectProps {
    label: string;
    ir: IrSteps;
    value: number;
    change: (step: number) => void;
    none?: boolean;
}

export function StepSelect({ label, ir, value, change, none }: StepSelectProps) {
    return (
        <label>
            {label}{" "}
            <select value={String(value)} onChange={(event) => change(Number(event.currentTarget.value))}>
                {none && <option value="-1">nothing</option>}
                {ir.steps.map((step, at) => (
                    <option key={at} value={String(at)}>
                        {at}: {step.name}
                    </option>
                ))}
            </select>
        </label>
    );
}
