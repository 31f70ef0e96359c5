// The tables of AtomBIOS: which command table calls which as a drawing, and all of them as lists.
import { useMemo, useState } from "preact/hooks";
import { aroundTable, type AtomTable, callersOf, callGraph } from "../model/atom.ts";
import type { Disasm } from "../model/documents.ts";
import { layOut } from "../model/layout.ts";
import { printedStarts } from "../model/listing.ts";
import type { Selection } from "../model/selection.ts";
import { Drawing, LINE } from "./drawing.tsx";
import { useChoice } from "./use_choice.ts";

const MOST_AT_ONCE = 12; // tables in the drawing, until the reader wants all

interface TablesPaneProps {
    disasm: Disasm | undefined;
    tables: AtomTable[];
    selection: Selection;
}

export function TablesPane({ disasm, tables, selection }: TablesPaneProps) {
    const choice = useChoice(selection);
    const starts = useMemo(() => (disasm ? printedStarts(disasm) : []), [disasm]);
    const graph = useMemo(() => callGraph(tables), [tables]);
    const [isAround, setAround] = useState(graph.length > MOST_AT_ONCE);
    const lineOf = (table: AtomTable) => starts[table.line] ?? 0;
    const isChosen = (table: AtomTable | undefined) =>
        table !== undefined && (table.instructions.some((one) => choice.instructions.has(one)) || (choice.place?.pane === "disasm" && choice.place.line === lineOf(table)));
    const chosen = tables.find(isChosen)?.name;
    const layout = useMemo(() => {
        const shown = isAround && chosen !== undefined && graph.some((one) => one.name === chosen) ? aroundTable(graph, chosen) : graph;
        return layOut(shown.map((one) => ({ ...one, width: 16 + 7.4 * Math.max(one.name.length, 15), height: LINE * 2 + 12 })));
    }, [graph, isAround, chosen]);
    const choose = (table: AtomTable) => selection.choose([], "tables", { pane: "disasm", line: lineOf(table) });
    const look = (name: string) => {
        const table = tables.find((one) => one.name === name);
        const inner = table ? `${table.instructions.length} instructions` : "not in the image";
        return { inner, label: `Table ${name}: ${inner}`, chosen: isChosen(table), choose: () => table && choose(table) };
    };
    const list = (title: string, some: AtomTable[]) => some.length > 0 && <TableList title={title} list={some} all={tables} isChosen={isChosen} choose={choose} />;
    return (
        <div class="pane-body scrolls" tabIndex={0} role="region" aria-label="Tables and calls">
            {layout.nodes.length > 0 && <><h3>Calls</h3><label><input type="checkbox" checked={isAround} onChange={() => setAround(!isAround)} /> only those to and from the chosen table</label><div class="drawing"><Drawing layout={layout} id="calls" label="Which command table calls which" look={look} /></div></>}
            {layout.nodes.length === 0 && <p class="quiet">No command table calls another.</p>}
            {list("Command tables", tables.filter((one) => one.isCommand))}
            {list("Data tables", tables.filter((one) => !one.isCommand))}
        </div>
    );
}

interface TableListProps {
    title: string;
    list: AtomTable[];
    all: AtomTable[];
    isChosen: (table: AtomTable) => boolean;
    choose: (table: AtomTable) => void;
}

function TableList({ title, list, all, isChosen, choose }: TableListProps) {
    return (
        <table class="tables">
            <caption>{title}</caption>
            <thead><tr><th scope="col">Number</th><th scope="col">Name</th><th scope="col">Size</th><th scope="col">Calls</th><th scope="col">Called by</th></tr></thead>
            <tbody>
                {list.map((one) => (
                    <tr key={one.offset} class={isChosen(one) ? "pointed" : ""}>
                        <td class="figure">{one.number}</td>
                        <td><button type="button" class="number" onClick={() => choose(one)}>{one.name}</button></td>
                        <td>{one.bytes}{one.instructions.length > 0 && `, ${one.instructions.length} instructions`}</td>
                        <td>{one.calls.join(", ")}</td><td>{callersOf(all, one.name).join(", ")}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
