// The view of a video BIOS of AtomBIOS: its tables with their calls, the listing, and what each instruction does.
import { useMemo } from "preact/hooks";
import { tablesOf, withInstructions } from "./model/atom.ts";
import type { Part } from "./model/documents.ts";
import { TablesPane } from "./panes/tables.tsx";
import { ProgramView } from "./program.tsx";

const WANTED = ["tables", "disasm", "details"];

export function AtomView({ part }: { part: Part }) {
    const numbered = useMemo(() => (part.disasm ? { ...part, disasm: withInstructions(part.disasm, part.explain) } : part), [part]);
    const tables = useMemo(() => (numbered.disasm ? tablesOf(numbered.disasm) : []), [numbered]);
    return (
        <ProgramView
            part={numbered}
            wanted={WANTED}
            more={(selection) => [{ id: "tables", title: "Tables and calls", show: () => <TablesPane disasm={numbered.disasm} tables={tables} selection={selection} /> }]}
        />
    );
}
