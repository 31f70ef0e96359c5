// The view of programs that form one draw: a column for each stage, and what goes from one stage to the next.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Part } from "./model/documents.ts";
import { chosenVaryings, placesText, type Stage, type StageEnd, type StageName, stagesOf, titleOf, type Varying, varyingsOf } from "./model/pipeline.ts";
import type { Hit } from "./model/search.ts";
import { Selection } from "./model/selection.ts";
import { rangesText } from "./panes/cfg.tsx";
import { CodePane } from "./panes/code.tsx";
import { Guard } from "./panes/guard.tsx";
import { InterfacePane } from "./panes/interface.tsx";
import { RemarkList } from "./panes/messages.tsx";
import { SearchBox } from "./panes/search.tsx";

const LINK = "link";
type Selections = Map<StageName, Selection>;

export function PipelineView({ part }: { part: Part }) {
    const stages = useMemo(() => stagesOf(part), [part]);
    const varyings = useMemo(() => varyingsOf(part, stages), [part, stages]);
    const selections: Selections = useMemo(() => new Map(stages.map((stage) => [stage.name, new Selection()])), [stages]);
    const [chosen, setChosen] = useState<Varying[]>([]);
    const mark = (found: Varying[], source?: StageName) => {
        setChosen(found);
        markStages(selections, found, source);
    };
    useEffect(() => linkStages(stages, varyings, selections, mark), [stages, varyings, selections]);
    const go = (hit: Hit) => {
        const stage = stages.find((one) => one.texts.some((text) => text.id === hit.pane));
        const instructions = stage?.texts.find((text) => text.id === hit.pane)?.instructions[hit.line] ?? [];
        if (stage) selections.get(stage.name)!.choose(instructions, "search", { pane: hit.pane, line: hit.line });
    };
    return (
        <div class="program" onKeyDown={(event) => event.key === "Escape" && mark([])}>
            <div class="heading">
                <h2>{part.name}</h2><span class="count">{stages.length} stages, {varyings.length} values between them</span>
                <span class="spread" />
                <SearchBox artefacts={stages.flatMap((stage) => stage.texts)} go={go} />
            </div>
            <div class="columns" style={{ gridTemplateColumns: `minmax(18rem, .8fr) repeat(${stages.length}, minmax(20rem, 1fr))` }}>
                <section class="column between" aria-label="Between the stages">
                    <Guard>
                        <div class="scrolls" tabIndex={0} role="region" aria-label="Values between the stages">
                            <Varyings stages={stages} list={varyings} chosen={chosen} choose={(one) => mark([one])} />
                            <RemarkList part={part} />
                        </div>
                        <InterfacePane part={part} />
                    </Guard>
                </section>
                {stages.map((stage) => <StageColumn key={stage.name} stage={stage} selection={selections.get(stage.name)!} />)}
            </div>
        </div>
    );
}

/// Marks the instructions of varyings in all stages but the one in which they were chosen.
function markStages(selections: Selections, varyings: readonly Varying[], source?: StageName) {
    for (const [stage, selection] of selections) {
        if (stage === source) continue;
        const ends = varyings.flatMap((one) => [one.from, one.to]).filter((end) => end.stage === stage);
        selection.choose(ends.flatMap((end) => end.instructions), LINK);
    }
}

/// A choice in a stage marks what it writes in the stages that read it, and what it reads in those that write it.
function linkStages(stages: Stage[], varyings: Varying[], selections: Selections, mark: (found: Varying[], source: StageName) => void) {
    const leave = stages.map((stage) => {
        const selection = selections.get(stage.name)!;
        return selection.listen((what) => {
            const { instructions, source, place } = selection.chosen;
            if (what !== "chosen" || source === LINK) return;
            const line = stage.texts.find((text) => text.id === place?.pane)?.lines[place?.line ?? -1] ?? "";
            mark(chosenVaryings(varyings, stage.name, instructions, line), stage.name);
        });
    });
    return () => leave.forEach((one) => one());
}

interface VaryingsProps {
    stages: Stage[];
    list: Varying[];
    chosen: Varying[];
    choose: (one: Varying) => void;
}

function Varyings({ stages, list, chosen, choose }: VaryingsProps) {
    if (list.length === 0) return <p class="quiet">No value goes from one stage to the next.</p>;
    return (
        <table class="varyings">
            <caption>Between the stages</caption>
            <thead><tr><th scope="col">Location</th><th scope="col">Written</th><th scope="col">Read</th></tr></thead>
            <tbody>
                {list.map((one, at) => (
                    <tr key={at} class={chosen.includes(one) ? "pointed" : ""}>
                        <td><button type="button" class="number" aria-pressed={chosen.includes(one)} aria-label={`${one.from.name} of the ${titleOf(one.from.stage)} stage is ${one.to.name} of the ${titleOf(one.to.stage)} stage`} onClick={() => choose(one)}>{one.location}</button> <code>{one.type}</code></td>
                        <EndCell stages={stages} end={one.from} /><EndCell stages={stages} end={one.to} />
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function EndCell({ stages, end }: { stages: Stage[]; end: StageEnd }) {
    const stage = stages.find((one) => one.name === end.stage);
    return <td><code>{end.name}</code> <span class="where">{titleOf(end.stage)}{stage && end.instructions.length > 0 && `, at ${placesText(stage, end.instructions, rangesText)}`}</span></td>;
}

function StageColumn({ stage, selection }: { stage: Stage; selection: Selection }) {
    return (
        <section class="column" aria-label={`Stage: ${titleOf(stage.name)}`}>
            <div class="column-head"><h3>{titleOf(stage.name)} <span class="where">{stage.programs.map((program) => program.name).join(", ")}</span></h3></div>
            <Guard>{stage.texts.map((text) => <CodePane key={text.id} artefact={text} selection={selection} />)}</Guard>
        </section>
    );
}
