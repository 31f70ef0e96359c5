// Colours of texts: a stream mode for each language, made of a table of patterns. The first pattern that fits names the token.
import { StreamLanguage, type StringStream } from "@codemirror/language";

type Rule = [RegExp, string];

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

/// Labels, directives, registers, constants and operations are told apart by their forms.
const ASSEMBLER: Rule[] = [
    ...COMMENT,
    [/^# .*/, "comment"],
    ...TEXT,
    [/^\.[\w.]+/, "meta"],
    [/^L[0-9a-f]+:?/, "labelName"],
    [/^(?:v|f|input|texcoord|tex)\[?[\w]*\]?(?=\W|$)/, "propertyName"],
    [/^(?:o|out|oPos|oD\d|oB\d|oT\d|oFog|oPts|result)\b(?:\[[^\]]*\])?/, "propertyName"],
    [/^(?:c|const)\[[^\]]*\](?:\[[^\]]*\])?/, "atom"],
    [/^(?:R|H|P|CC|RC|HC|A|r|temp|src)\d*\b(?:\[[^\]]*\])?/, "variableName"],
    ...NUMBERS,
    [/^@!?P\w+/, "variableName"],
    [/^[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Z0-9]\w*)*/, "keyword"],
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
    [/^[A-Za-z_]\w*/, "propertyName"],
];

const WORDS: Rule[] = [
    [/^[0-9a-f]{6}(?=  )/, "comment"],
    [/^[0-9a-f]{8}/, "number"],
];

const LANGUAGES: Record<string, Rule[]> = { glsl: GLSL, spirv: SPIRV, ir: IR, words: WORDS };

function tokenOf(rules: Rule[], stream: StringStream): string | null {
    if (stream.eatSpace()) return null;
    for (const [pattern, token] of rules) if (stream.match(pattern)) return token;
    stream.next();
    return null;
}

/// The mode of a language; guests share the one for assembler texts.
export function modeOf(language: string) {
    const rules = LANGUAGES[language] ?? ASSEMBLER;
    return StreamLanguage.define({ name: language || "text", token: (stream) => tokenOf(rules, stream) });
}
