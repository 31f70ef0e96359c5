// The text of the IR (docs/ir.md): files, labels, blocks with their edges, the tree, and the instruction of each line.

import type { IrSteps } from "./documents.ts";

export interface IrFile {
    name: string;
    role: string;
    count: number;
    float: boolean;
    half: boolean;
}
export interface IrBlock {
    name: string;
    from: number;
    to: number;
    targets: string[];
    instructions: number[];
}
export interface TreeNode {
    kind: "block" | "if" | "else" | "loop" | "switch" | "case" | "leave";
    text: string;
    line: number;
    children: TreeNode[];
}
export interface IrFunction {
    name: string;
    blocks: IrBlock[];
    tree: TreeNode[];
}
export interface IrLabel {
    resource: string;
    offset: number;
    name: string;
}
export interface IrModule {
    files: IrFile[];
    labels: IrLabel[];
    called: Map<string, string>;
    functions: IrFunction[];
}

/// The instruction that a line of IR came from; `@N` and `origin N` are instruction N-1. -1: none.
export function instructionOfIrLine(line: string): number {
    const origin = /^origin (\d+) /.exec(line);
    if (origin) return Number(origin[1]) - 1;
    const found = /^\s.*\s@(\d+)(?=\s|$)/.exec(line);
    return found && !line.includes('"') ? Number(found[1]) - 1 : -1;
}

export function instructionsOfIr(lines: readonly string[]): number[][] {
    return lines.map((line) => {
        const number = instructionOfIrLine(line);
        return number < 0 ? [] : [number];
    });
}

/// The stage of the program, which the first line of its module names.
export function stageOfIr(ir: IrSteps | undefined): string | undefined {
    const first = ir?.lines[ir.steps[0]?.lines[0] ?? -1] ?? "";
    return /^module (\w+)/.exec(first)?.[1];
}

const FILE = /^file \d+ ("[^"]*"|\S+) ([bif])(\d+)(?:x\d)?\[(\d+)\] (\w+)/;
const LABEL = /^label (\S+) (\d+) "(.*)"$/;
const CALLED = /^called (\S+) "(.*)"$/;
const FUNCTION = /^function \d+ ([^(\s]*)/;
const BLOCK = /^\s*(b\d+)(?:\(.*\))?:$/;
const TERMINATOR = /^\s*(?:jump|branch|switch)\b(.*)$/;
const EDGE = /(?<![%\w.])b\d+(?!\w)/g;

export function readIr(lines: readonly string[]): IrModule {
    const module: IrModule = { files: [], labels: [], called: new Map(), functions: [] };
    let block: IrBlock | undefined;
    lines.forEach((line, at) => {
        const function_ = module.functions[module.functions.length - 1];
        const name = function_ && BLOCK.exec(line)?.[1];
        if (name) {
            block = { name, from: at, to: at, targets: [], instructions: [] };
            function_.blocks.push(block);
        } else if (FUNCTION.test(line)) {
            module.functions.push({ name: FUNCTION.exec(line)![1]!, blocks: [], tree: [] });
            block = undefined;
        } else if (block) block = addToBlock(block, line, at);
        else readHead(module, line);
    });
    readTrees(module, lines);
    return module;
}

/// Adds a line to its block; the terminator ends the block.
function addToBlock(block: IrBlock, line: string, at: number): IrBlock | undefined {
    block.to = at;
    const instruction = instructionOfIrLine(line);
    if (instruction >= 0 && !block.instructions.includes(instruction)) block.instructions.push(instruction);
    const terminator = TERMINATOR.exec(line);
    if (terminator) block.targets = [...new Set(terminator[1]!.match(EDGE) ?? [])];
    return terminator || /^\s*(?:return|unreachable)\b/.test(line) ? undefined : block;
}

function readHead(module: IrModule, line: string) {
    const file = FILE.exec(line);
    if (file) {
        const name = file[1]!.replaceAll('"', "");
        module.files.push({ name, role: file[5]!, count: Number(file[4]), float: file[2] === "f", half: file[3] === "16" });
    }
    const label = LABEL.exec(line);
    if (label) module.labels.push({ resource: label[1]!, offset: Number(label[2]), name: label[3]! });
    const called = CALLED.exec(line);
    if (called) module.called.set(called[1]!, called[2]!);
}

function nodeOfLine(line: string, at: number): TreeNode | undefined {
    const text = line.trim();
    const node = (kind: TreeNode["kind"]): TreeNode => ({ kind, text: text.replace(/\s*\{$/, ""), line: at, children: [] });
    if (/^if\b.*\{$/.test(text)) return node("if");
    if (/^loop\b.*\{$/.test(text)) return node("loop");
    if (/^switch\b.*\{$/.test(text)) return node("switch");
    if (/^(?:case|default)\b.*\{$/.test(text)) return node("case");
    if (/^(?:break|continue|return)\b/.test(text)) return node("leave");
    return BLOCK.test(line) ? { ...node("block"), text: BLOCK.exec(line)![1]! } : undefined;
}

/// Trees nest by braces; blocks inside keep only their names.
function readTrees(module: IrModule, lines: readonly string[]) {
    let function_ = -1;
    let open: TreeNode[][] = [];
    lines.forEach((line, at) => {
        if (FUNCTION.test(line)) ++function_;
        const text = line.trim();
        if (text === "tree {") open = [module.functions[function_]?.tree ?? []];
        else if (open.length === 0) return;
        else if (text === "} else {") {
            open.pop();
            const node: TreeNode = { kind: "else", text: "else", line: at, children: [] };
            open[open.length - 1]?.push(node);
            open.push(node.children);
        } else if (text === "}") open.pop();
        else {
            const node = nodeOfLine(line, at);
            if (!node) return;
            open[open.length - 1]!.push(node);
            if (text.endsWith("{")) open.push(node.children);
        }
    });
}
