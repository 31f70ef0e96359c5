// Places the blocks of a control flow graph in layers: every edge goes down, except back edges of loops.

export interface GraphNode {
    name: string;
    targets: string[];
    width: number;
    height: number;
}
export interface PlacedNode extends GraphNode {
    x: number;
    y: number;
}
export interface PlacedEdge {
    from: string;
    to: string;
    back: boolean;
    path: string;
}
export interface Layout {
    nodes: PlacedNode[];
    edges: PlacedEdge[];
    width: number;
    height: number;
}

const GAP = { x: 28, y: 40 };

/// Edges that lead to a node which is being visited: the back edges of loops, as "from>to".
function backEdges(nodes: Map<string, GraphNode>): Set<string> {
    const back = new Set<string>();
    const state = new Map<string, "open" | "done">();
    for (const root of nodes.keys()) {
        const stack: { name: string; next: number }[] = state.has(root) ? [] : [{ name: root, next: 0 }];
        if (stack.length) state.set(root, "open");
        while (stack.length) {
            const top = stack[stack.length - 1]!;
            const target = nodes.get(top.name)!.targets[top.next++];
            if (target === undefined) state.set(stack.pop()!.name, "done");
            else if (state.get(target) === "open") back.add(`${top.name}>${target}`);
            else if (nodes.has(target) && !state.has(target)) (state.set(target, "open"), stack.push({ name: target, next: 0 }));
        }
    }
    return back;
}

/// The layer of a node is the longest way to it along edges that go down.
function layersOf(nodes: Map<string, GraphNode>, back: Set<string>): Map<string, number> {
    const layers = new Map([...nodes.keys()].map((name) => [name, 0]));
    const waiting = new Map([...nodes.keys()].map((name) => [name, 0]));
    const down = (node: GraphNode) => node.targets.filter((target) => nodes.has(target) && !back.has(`${node.name}>${target}`));
    for (const node of nodes.values()) for (const target of down(node)) waiting.set(target, waiting.get(target)! + 1);
    const ready = [...nodes.values()].filter((node) => waiting.get(node.name) === 0);
    while (ready.length) {
        const node = ready.shift()!;
        for (const target of down(node)) {
            layers.set(target, Math.max(layers.get(target)!, layers.get(node.name)! + 1));
            waiting.set(target, waiting.get(target)! - 1);
            if (waiting.get(target) === 0) ready.push(nodes.get(target)!);
        }
    }
    return layers;
}

function rowsOf(nodes: Map<string, GraphNode>, layers: Map<string, number>): string[][] {
    const rows: string[][] = [];
    for (const name of nodes.keys()) (rows[layers.get(name)!] ??= []).push(name);
    return rows.map((row) => row ?? []);
}

/// Nodes of a row take the order of the middle of their predecessors.
function orderRows(nodes: Map<string, GraphNode>, rows: string[][]) {
    const parents = new Map<string, string[]>();
    for (const node of nodes.values())
        for (const target of node.targets) parents.set(target, [...(parents.get(target) ?? []), node.name]);
    for (let row = 1; row < rows.length; ++row) {
        const above = new Map(rows.slice(0, row).flatMap((names) => names.map((name, at) => [name, at / names.length] as const)));
        const middle = (name: string) => {
            const places = (parents.get(name) ?? []).map((parent) => above.get(parent)).filter((place) => place !== undefined);
            return places.length ? places.reduce((sum, place) => sum + place, 0) / places.length : 0;
        };
        rows[row]!.sort((a, b) => middle(a) - middle(b));
    }
}

function place(nodes: Map<string, GraphNode>, rows: string[][]): Map<string, PlacedNode> {
    const placed = new Map<string, PlacedNode>();
    const widths = rows.map((row) => row.reduce((sum, name) => sum + nodes.get(name)!.width + GAP.x, -GAP.x));
    const widest = Math.max(0, ...widths);
    let y = GAP.y / 2;
    rows.forEach((row, at) => {
        let x = GAP.x * 2 + (widest - widths[at]!) / 2;
        for (const name of row) {
            const node = nodes.get(name)!;
            placed.set(name, { ...node, x, y });
            x += node.width + GAP.x;
        }
        y += Math.max(0, ...row.map((name) => nodes.get(name)!.height)) + GAP.y;
    });
    return placed;
}

function pathOf(from: PlacedNode, to: PlacedNode, back: boolean, port: number, right: number): string {
    const [x1, y1] = [from.x + from.width * port, from.y + from.height];
    const [x2, y2] = [to.x + to.width / 2, to.y];
    if (!back) return `M${x1} ${y1} C${x1} ${y1 + GAP.y / 2} ${x2} ${y2 - GAP.y / 2} ${x2} ${y2}`;
    return `M${x1} ${y1} C${x1} ${y1 + GAP.y / 2} ${right} ${y1 + GAP.y / 2} ${right} ${y1 - 8} L${right} ${y2 + 8} C${right} ${y2 - GAP.y / 2} ${x2} ${y2 - GAP.y / 2} ${x2} ${y2}`;
}

export function layOut(graph: readonly GraphNode[]): Layout {
    const nodes = new Map(graph.map((node) => [node.name, node]));
    const back = backEdges(nodes);
    const rows = rowsOf(nodes, layersOf(nodes, back));
    orderRows(nodes, rows);
    const placed = place(nodes, rows);
    let right = Math.max(0, ...[...placed.values()].map((node) => node.x + node.width));
    const edges = [...placed.values()].flatMap((node) => {
        const targets = node.targets.filter((target) => placed.has(target));
        return targets.map((target, at): PlacedEdge => {
            const isBack = back.has(`${node.name}>${target}`);
            if (isBack) right += 14;
            return {
                from: node.name,
                to: target,
                back: isBack,
                path: pathOf(node, placed.get(target)!, isBack, (at + 1) / (targets.length + 1), right),
            };
        });
    });
    const height = Math.max(0, ...[...placed.values()].map((node) => node.y + node.height)) + GAP.y;
    return { nodes: [...placed.values()], edges, width: right + GAP.x, height };
}
