// A graph as a drawing whose nodes are buttons.
import type { Layout, PlacedNode } from "../model/layout.ts";

export const LINE = 16;

/// What a node says, and what a click on it does.
export interface NodeLook {
    inner: string;
    /// For a reader who does not see the drawing.
    label: string;
    chosen: boolean;
    choose: () => void;
}

interface DrawingProps {
    layout: Layout;
    /// Tells its arrow heads from those of other drawings of the page.
    id: string;
    label: string;
    look: (name: string) => NodeLook;
}

export function Drawing({ layout, id, label, look }: DrawingProps) {
    const arrow = `arrow-${id.replace(/\W/g, "_")}`;
    return (
        <svg
            class="graph"
            width={layout.width}
            height={layout.height}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            role="group"
            aria-label={label}
        >
            <defs>
                <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                    <path d="M0 0 L8 4 L0 8 z" />
                </marker>
            </defs>
            {layout.edges.map((edge) => (
                <path
                    key={`${edge.from}>${edge.to}`}
                    class={edge.back ? "edge back" : "edge"}
                    d={edge.path}
                    marker-end={`url(#${arrow})`}
                />
            ))}
            {layout.nodes.map((node) => (
                <Node key={node.name} node={node} {...look(node.name)} />
            ))}
        </svg>
    );
}

function Node({ node, inner, label, chosen, choose }: { node: PlacedNode } & NodeLook) {
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
    };
    const short = inner.length > 28 ? `${inner.slice(0, 27)}…` : inner;
    return (
        <g
            class={`block${chosen ? " chosen" : ""}`}
            transform={`translate(${node.x} ${node.y})`}
            tabindex={0}
            role="button"
            aria-pressed={chosen}
            aria-label={label}
            onClick={choose}
            onKeyDown={onKeyDown}
        >
            <title>{inner}</title>
            <rect width={node.width} height={node.height} rx="4" />
            <text x="8" y={LINE}>
                {node.name}
            </text>
            <text class="inner" x="8" y={LINE * 2}>
                {short}
            </text>
        </g>
    );
}
