// The view of each kind of part. A kind without a row shows its documents as trees.
import type { ComponentType } from "preact";
import type { Part } from "./model/documents.ts";
import { AtomView } from "./atom.tsx";
import { CaptureView } from "./capture.tsx";
import { ChangeView, ComparisonView } from "./comparison.tsx";
import { DifferenceView } from "./difference.tsx";
import { DumpView } from "./dump.tsx";
import { DocumentsView } from "./panes/tree.tsx";
import { PipelineView } from "./pipeline.tsx";
import { ProgramView } from "./program.tsx";

const VIEWS: Record<string, ComponentType<{ part: Part }>> = {
    program: ProgramView,
    difference: DifferenceView,
    gs: DumpView,
    r500: CaptureView,
    atom: AtomView,
    pipeline: PipelineView,
    comparison: ComparisonView,
    change: ChangeView,
};

export function viewOfKind(kind: string): ComponentType<{ part: Part }> {
    return (Object.hasOwn(VIEWS, kind) ? VIEWS[kind] : undefined) ?? DocumentsView;
}
