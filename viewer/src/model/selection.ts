// What the reader points at and has chosen: instructions of the guest. All panes listen.

export interface Place {
    pane: string;
    line: number;
}
export interface Choice {
    instructions: ReadonlySet<number>;
    /// Who chose: this pane does not scroll.
    source: string;
    /// A line that a pane must show, also if it has no instruction.
    place?: Place;
}

const NOTHING: Choice = { instructions: new Set(), source: "" };

export class Selection {
    chosen: Choice = NOTHING;
    hovered: ReadonlySet<number> = NOTHING.instructions;
    private listeners = new Set<(what: "chosen" | "hovered") => void>();

    listen(listener: (what: "chosen" | "hovered") => void): () => void {
        this.listeners.add(listener);
        return () => void this.listeners.delete(listener);
    }

    choose(instructions: Iterable<number>, source: string, place?: Place) {
        this.chosen = { instructions: new Set(instructions), source, ...(place ? { place } : {}) };
        this.tell("chosen");
    }

    hover(instructions: Iterable<number>) {
        const next = new Set(instructions);
        if (next.size === this.hovered.size && [...next].every((one) => this.hovered.has(one))) return;
        this.hovered = next;
        this.tell("hovered");
    }

    clear() {
        this.hovered = NOTHING.instructions;
        this.chosen = NOTHING;
        this.tell("chosen");
    }

    private tell(what: "chosen" | "hovered") {
        for (const listener of this.listeners) listener(what);
    }
}
