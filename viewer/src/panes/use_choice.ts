// Draws a component again when the choice of instructions changes.
import { useEffect, useState } from "preact/hooks";
import type { Choice, Selection } from "../model/selection.ts";

export function useChoice(selection: Selection): Choice {
    const [choice, set] = useState(selection.chosen);
    useEffect(() => {
        set(selection.chosen);
        return selection.listen((what) => {
            if (what === "chosen") set(selection.chosen);
        });
    }, [selection]);
    return choice;
}
