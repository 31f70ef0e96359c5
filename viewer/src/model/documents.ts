// The documents of a report, as the verbs print them (docs/schemas/VERB.json). Only what the viewer reads has a type here.

export interface Message {
    file?: string;
    text: string;
    offset?: number;
    line?: number;
    kind?: string;
}
export interface MessageLine {
    error?: Message;
    warning?: Message;
    note?: Message;
}
export interface DocumentEntry {
    command: string;
    exit: number;
    form: string;
    size: number;
    messages: MessageLine[];
}
export interface PartEntry {
    kind: string;
    name: string;
    isa?: string;
    documents: Record<string, number>;
    /// Of a pipeline: the numbers of the parts that are its programs.
    programs?: number[];
    sides?: string[]; // of a difference: how both are called
}
export interface Index {
    version: number;
    relit: string;
    title: string;
    parts: PartEntry[];
    documents: DocumentEntry[];
}

export interface OperandName {
    operand: string;
    name: string;
    indexed?: true;
}
export interface DisasmLine {
    offset: number;
    text: string;
    label?: string;
    note?: string;
    names?: OperandName[];
    known?: false;
    words?: string[];
    instruction?: number;
}
export interface Disasm {
    isa: string;
    unknown: number;
    warnings: string[];
    lines: DisasmLine[];
}

/// A field of an instruction: bits, name, value, meaning.
export type FieldRow = [string, string, number | string, string];
export interface Explain {
    rows: FieldRow[];
    instructions: { offset: number; summary: string; fields: number[] }[];
}

export interface Member {
    name: string;
    offset: number;
    guest_offset: number;
    count: number;
}
export interface Binding {
    kind: string;
    name: string;
    type: string;
    set: number;
    binding: number;
    location: number;
    size: number;
    members?: Member[];
    /// Of several programs: the stage, of a varying the one that writes it, and the one that reads it with its name there.
    stage?: string;
    read_in?: string;
    read_as?: string;
}
export interface StageCode {
    text?: string;
    words?: number[];
    instructions?: number[][];
}
export interface Translation {
    key?: string;
    context?: Record<string, number>;
    interface?: Binding[];
    assumed?: { stage?: string; name: string; value: string | number; why: string }[];
    approximate?: string[];
    features?: string[];
    code?: StageCode;
    vertex?: StageCode;
    tess_control?: StageCode;
    tess_eval?: StageCode;
    geometry?: StageCode;
    fragment?: StageCode;
}

export interface IrSteps {
    lines: string[];
    steps: { name: string; lines: number[] }[];
}

export interface Lint {
    /// `draws` and `program` are of command streams.
    findings: { draws?: number[]; program?: string; instruction: number; offset: number; rule: string; reason: string; fixable: boolean; source?: string }[];
}

export interface ConstantValue {
    offset?: number;
    slot?: string | number;
    name?: string | null;
    words?: string[];
    values?: number[];
}
export type Info = Record<string, unknown> & { "constant values"?: ConstantValue[] };

export interface StepPlace {
    invocation: number;
    step: number;
}
export interface Lane {
    name: string;
    kind: string;
    bits: string;
    before?: string;
    from?: StepPlace;
    name_in_file?: string;
}
export interface Step {
    step: number;
    invocation: number;
    instruction?: number;
    text?: string;
    iteration: number;
    under?: number;
    reads: Lane[];
    writes: Lane[];
    discards?: true;
    goes_to?: number | null;
}
export interface Trace {
    runs: { set: number; steps: Step[]; results: unknown[] }[];
}

/// A part with its documents read; a role whose document is missing or printed nothing is absent.
export interface Part {
    kind: string;
    name: string;
    isa: string;
    entries: Record<string, DocumentEntry>;
    info?: Info;
    disasm?: Disasm;
    explain?: Explain;
    lint?: Lint | undefined;
    ir?: IrSteps;
    literal?: Translation;
    glsl?: Translation;
    spirv?: Translation;
    trace?: Trace;
    bytes?: Uint8Array;
    programs?: Part[];
    images: Record<string, number>; // documents by the names of their files
    others: Record<string, unknown>;
    later: Record<string, number>; // documents by their roles that are read when they are shown: they may be long
    sides?: [Part, Part]; // of a difference: both, with their documents
}
