// The control flow graph as a drawing, and the structured tree of the last step that has one.
import { useMemo, useState } from "preact/hooks";
import type { IrSteps } from "../model/documents.ts";
import { type IrFunction, readIr, type TreeNode } from "../model/ir.ts";
import { layOut } from "../model/layout.ts";
import type { Selection } from "../model/selection.ts";
import { Drawing, LINE, type NodeLook } from "./drawing.tsx";
import { linesOfStep, StepSelect } from "./ir.tsx";
import { useChoice } from "./use_choice.ts";

const MOST_BLOCKS = 400;

/// Runs of neighbouring numbers: "0-4, 7".
export function rangesText(numbers: readonly number[]): string {
    const sorted = [...numbers].sort((a, b) => a - b);
    const runs: [number, number][] = [];
    for (const one of sorted) {
        const last = runs[runs.length - 1];
        if (last && one <= last[1] + 1) last[1] = one;
        else runs.push([one, one]);
    }
    return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

export function GraphPane({ ir, selection }: { ir: IrSteps; selection: Selection }) {
    const [step, setStep] = useState(Math.min(1, ir.steps.length - 1));
    const module = useMemo(() => readIr(linesOfStep(ir, step)), [ir, step]);
    const tree = useMemo(() => lastTree(ir), [ir]);
    return (
        <div class="pane-body">
            <div class="bar">
                <StepSelect label="Blocks after" ir={ir} value={step} change={setStep} />
                <span class="quiet">dashed: back edges of loops</span>
            </div>
            <div class="scrolls" tabIndex={0} role="region" aria-label="Control flow graph">
                {module.functions.map((one) => (
                    <FunctionGraph key={one.name} of={one} selection={selection} />
                ))}
                {tree && <Tree functions={tree.functions} selection={selection} />}
            </div>
        </div>
    );
}

function lastTree(ir: IrSteps) {
    for (let step = ir.steps.length - 1; step >= 0; --step) {
        const module = readIr(linesOfStep(ir, step));
        if (module.functions.some((one) => one.tree.length)) return module;
    }
    return undefined;
}

function FunctionGraph({ of, selection }: { of: IrFunction; selection: Selection }) {
    const choice = useChoice(selection);
    const layout = useMemo(
        () =>
            layOut(
                of.blocks.slice(0, MOST_BLOCKS).map((block) => {
                    const text = rangesText(block.instructions);
                    return {
                        name: block.name,
                        targets: block.targets,
                        width: Math.max(64, Math.min(220, 16 + 7 * Math.max(text.length, 8))),
                        height: LINE * 2 + 12,
                    };
                }),
            ),
        [of],
    );
    const blocks = new Map(of.blocks.map((block) => [block.name, block]));
    const look = (name: string): NodeLook => {
        const instructions = blocks.get(name)?.instructions ?? [];
        const text = rangesText(instructions) || "none";
        return {
            inner: text,
            label: `Block ${name}: instructions ${text}`,
            chosen: instructions.some((one) => choice.instructions.has(one)),
            choose: () => selection.choose(instructions, "graph"),
        };
    };
    return (
        <>
            <h3>{of.name}</h3>
            {of.blocks.length > MOST_BLOCKS && (
                <p class="warning">
                    The first {MOST_BLOCKS} of {of.blocks.length} blocks are drawn.
                </p>
            )}
            <Drawing layout={layout} id={of.name} label={`Blocks of ${of.name}`} look={look} />
        </>
    );
}

function Tree({ functions, selection }: { functions: IrFunction[]; selection: Selection }) {
    return (
        <>
            <h3>Structure</h3>
            {functions
                .filter((one) => one.tree.length)
                .map((one) => {
                    const blocks = new Map(one.blocks.map((block) => [block.name, block.instructions]));
                    return <TreeList key={one.name} nodes={one.tree} blocks={blocks} selection={selection} />;
                })}
        </>
    );
}

interface TreeListProps {
    nodes: TreeNode[];
    blocks: Map<string, number[]>;
    selection: Selection;
}

function TreeList({ nodes, blocks, selection }: TreeListProps) {
    return (
        <ul class="structure">
            {nodes.map((node) => (
                <li key={node.line} class={node.kind}>
                    {node.kind !== "block" ? (
                        <code>{node.text}</code>
                    ) : (
                        <button type="button" class="plain" onClick={() => selection.choose(blocks.get(node.text) ?? [], "graph")}>
                            {node.text} <span class="quiet">{rangesText(blocks.get(node.text) ?? [])}</span>
                        </button>
                    )}
                    {node.children.length > 0 && <TreeList nodes={node.children} blocks={blocks} selection={selection} />}
                </li>
            ))}
        </ul>
    );
}
