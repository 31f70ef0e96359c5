// Colours of texts: a stream mode for each language. Names of operations and registers come from the tables of the guests; other tokens
// have patterns, of which the first that fits counts.
import { StreamLanguage, StringStream } from "@codemirror/language";
import { TABLES } from "./tables.ts";

type Rule = [RegExp, string | null];

const COMMENT: Rule[] = [
    [/^\/\/.*/, "comment"],
    [/^;\s.*$/, "comment"],
    [/^\/\*.*?\*\//, "comment"],
];
const TEXT: Rule[] = [[/^"(?:[^"\\]|\\.)*"?/, "string"]];
const NUMBERS: Rule[] = [
    [/^[-+]?0x[0-9a-fA-F]+/, "number"],
    [/^[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?[fFuU]?/, "number"],
];

/// Labels, directives, numbered registers and constants are told apart by their forms.
const ASSEMBLER: Rule[] = [
    ...COMMENT,
    [/^[0-9a-f-]{2}:[\d-]:[\d-]:[YN-]:[0-9a-f](?= )/, "comment"], // schedules of Maxwell
    [/^# .*/, "comment"],
    ...TEXT,
    [/^\.[\w.]+/, "meta"],
    [/^L[0-9a-fA-F]+\b:?/, "labelName"],
    [/^(?:v|f|input|texcoord|tex)\[?[\w]*\]?(?=\W|$)/, "propertyName"],
    [/^(?:o|out|result)\b(?:\[[^\]]*\])?/, "propertyName"],
    [/^(?:c|const)\[[^\]]*\](?:\[[^\]]*\])?/, "atom"],
    [/^(?:(?:R|H|P|CC|RC|HC|A|r|temp)\d*|RZ|PT|srcp?\d*)\b(?:\[[^\]]*\])?/, "variableName"],
    ...NUMBERS,
    [/^@!?P\w+/, "variableName"],
    [/^[A-Z][A-Z_0-9]+\b/, "meta"], // words that steer: PRED, ALU_WAIT, names of values
    [/^[A-Za-z_]\w*/, null],
];

const GLSL_WORDS =
    /^(?:if|else|for|while|do|switch|case|default|break|continue|return|discard|struct|layout|in|out|inout|uniform|buffer|shared|const|precise|flat|centroid|sample|smooth|readonly|writeonly|coherent|precision|highp|mediump|lowp|void|true|false)\b/;
const GLSL: Rule[] = [
    ...COMMENT,
    [/^#.*/, "meta"],
    [GLSL_WORDS, "keyword"],
    [/^(?:(?:[biud]?vec|d?mat)[234](?:x[234])?|float|double|u?int|bool|[iu]?(?:sampler|image|texture)\w+)\b/, "typeName"],
    ...NUMBERS,
    [/^gl_\w+/, "propertyName"],
    [/^[A-Za-z_]\w*(?=\()/, "labelName"],
    [/^[A-Za-z_]\w*/, "variableName"],
];

const SPIRV: Rule[] = [
    ...COMMENT,
    ...TEXT,
    [/^Op\w+/, "keyword"],
    [/^%[\w]+/, "variableName"],
    ...NUMBERS,
    [/^[A-Z]\w*/, "typeName"],
    [/^\w+/, "atom"],
];

const IR: Rule[] = [
    ...COMMENT,
    ...TEXT,
    [/^%[\w.]+/, "variableName"],
    [/^@\d+/, "meta"],
    [/^![a-z_]+/, "meta"],
    [/^b\d+:?/, "labelName"],
    [
        /^(?:module|file|place|called|resource|label|use|origin|function|packed|patch|geometry|feedback|workgroup|tree|loop|if|else|switch|case|break|continue|return|jump|branch)\b/,
        "keyword",
    ],
    [/^(?:bool|[if](?:8|16|32|64)|void)(?:x[234])?\b/, "typeName"],
    ...NUMBERS,
    [/^[A-Za-z_]\w*/, null],
];

const WORDS: Rule[] = [
    [/^[0-9a-f]{6}(?=  )/, "comment"],
    [/^[0-9a-f]{8}/, "number"],
];

const LANGUAGES: Record<string, Rule[]> = { glsl: GLSL, spirv: SPIRV, ir: IR, words: WORDS };

interface Names {
    operations: ReadonlySet<string>;
    registers: ReadonlySet<string>;
    operationToken: string;
}

function namesOf(language: string): Names {
    const found = Object.hasOwn(TABLES, language) ? TABLES[language] : undefined;
    const set = (text: string | undefined) => new Set(text ? text.split(" ") : []);
    return { operations: set(found?.operations), registers: set(found?.registers), operationToken: language === "ir" ? "propertyName" : "keyword" };
}

/// The word as the table has it: without modifiers after a point, then without _sat and the like, then without a precision of RSX.
function* formsOf(word: string) {
    const whole = word.toUpperCase();
    const head = whole.split(".")[0]!;
    const stem = head.replace(/(?<=.)_[A-Z0-9]+$/, "");
    yield* [whole, head, stem, stem.replace(/(?<=..)(?:[RHX]C?|C)$/, "")];
}

const WORD = /^\d*[A-Za-z_]\w*(?:\.[A-Z0-9]\w*)*/;

function nameToken(names: Names, stream: StringStream): string | undefined {
    const word = (stream.match(WORD, false) as RegExpMatchArray | null)?.[0];
    if (word === undefined) return undefined;
    const head = word.split(".")[0]!;
    const register = head.toUpperCase();
    if (names.registers.has(register) || names.registers.has(register.replace(/_\d+$/, ""))) return stream.match(head), "propertyName";
    for (const form of formsOf(word)) if (names.operations.has(form)) return stream.match(word), names.operationToken;
    return undefined;
}

function tokenOf(rules: Rule[], names: Names, stream: StringStream): string | null {
    if (stream.eatSpace()) return null;
    const name = nameToken(names, stream);
    if (name !== undefined) return name;
    for (const [pattern, token] of rules) if (stream.match(pattern)) return token;
    stream.next();
    return null;
}

function readerOf(language: string) {
    const rules = LANGUAGES[language] ?? ASSEMBLER;
    const names = namesOf(language);
    return (stream: StringStream) => tokenOf(rules, names, stream);
}

/// The mode of a language; guests share the patterns of assembler texts.
export function modeOf(language: string) {
    return StreamLanguage.define({ name: language || "text", token: readerOf(language) });
}

/// The tokens of a line, each with its text.
export function tokensOf(language: string, line: string): [string, string | null][] {
    const stream = new StringStream(line, 4, 4);
    const read = readerOf(language);
    const found: [string, string | null][] = [];
    while (!stream.eol()) {
        stream.start = stream.pos;
        const token = read(stream);
        found.push([stream.current(), token]);
    }
    return found;
}
