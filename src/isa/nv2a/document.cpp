// The page docs/isa/nv2a.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr std::string_view kHead = R"(# NV2A vertex programs

Printed from the tables of `src/isa/nv2a/` by `relit docs`; do not edit.

A program is up to 136 words of 128 bits, stored as four little-endian dwords each. Every word runs once, in order, up
to the word with FINAL. A word drives two units at once: the MAC (multiply, add, compare) and the ILU (reciprocal,
exponent, logarithm, lighting). All sources of a word are read before anything is written.
)";

constexpr std::string_view kText = R"(
## Text

The vsh dialect has one word per line: operations joined by ` + `, comments after `;` or `//`. The GL dialect begins with
`!!VP1.1` (`!!VSP1.0` for a state program), ends statements with `;`, comments with `#` or `//`, and ends with `END`.
Both are case-insensitive.

| text | meaning |
|---|---|
| `mul R4, v3, c[5] + rsq R1.w, R0.x` | one word: the MAC writes R4, the ILU writes R1 |
| `add oPos.xyz, R12, v4 + add R0.xyz, R12, v4` | one operation with two destinations |
| `imov R3, v0` | the ILU's MOV; `mov` alone is the MAC's |
| `dp4 oPos.x, R6, c[96] + rsq R10.x, R2.x` | accepted if the MAC writes no temporary: the ILU writes R1, and listings say so |
| `mul _, v0, c[5]` | an operation whose result is not stored |
| `c[A0+5]`, `c[ 5 + A0.x ]` | the constant's number is relative to A0; numbers and one A0, in any order |
| `mov R0, v0 @ {A.reg=3}` | the value of a field that plain text does not express |
| `.word 0x00000000, ...` | a word that is not a valid instruction, as four dwords |
| `.final` | the previous word has FINAL; the default is the last word |
| `.constants raw`, `gl`, `d3d` | the numbering of constants from here on |
| `.fill xvs`, `sdk`, `cg`, `plain` | values of unused fields from here on, see below; the default is `plain` |
| `#name vector N`, `#name matrix4 N` | a name for one or four constants (vsh only): `#name`, `#name[2]`; also as a destination |
| `%matmul4x4 D S #m`, `%norm3 D S T` | four dp4; dp3, rsq and mul with the temporary T (vsh only) |
| `.pushbuffer` | a push buffer follows: `.method NAME, count` is followed by its arguments, `.data` contains dwords |
| `.fill count, value`, `.byte` | repeated dwords; bytes after the last whole dword |

An instruction can read one input and one constant (relative or not). Two different inputs or constants are an error; with
`two-inputs=last` the last input replaces both, as in some other assemblers. `final=nop` adds a NOP that has FINAL.

A macro is refused if its expansion would compute something else: a matrix that is a vector, a source that is
overwritten before it is read completely, a temporary that cannot be written.

The assembler also accepts the text of other tools:

| text | meaning |
|---|---|
| `0x00000000, 0x00ec001b, ...` | four dwords per slot, with or without `0x`, separated by commas, braces and comments |
| `DP4 oPos,x, v0, c[96]` | a mask after a comma, as in older dumps |
| `DP4(oPos,x, v0, c[96]);` | the calls in xemu's shaders; a call is a word, and so are the calls from a value in `_temp_vec` to its store |
| `/* Slot 0: 0x00000000 ... */` before such calls | the words of these comments, checked against the calls beside them; the rest of the shader is ignored |
| `vs.1.1`, `xvs.1.1` (also `xvsw`, `xvss`; `.1.0`) as the first line | Direct3D's assembly: its numbering of constants, `c-38` is `c[-38]`, `mov a0.x` is `arl` |
| `m4x4 D, S, c0` after such a line; `m4x3`, `m3x4`, `m3x3`, `m3x2` | dp4 or dp3 with that many rows |

`exp`, `log`, `frc`, `def` and preprocessor directives of Direct3D's assembly are refused. Its assembler appended two words
to programs without `#pragma screenspace`, which convert clip coordinates to window coordinates by c[-38] and c[-37]; Relit
adds no words. xemu names the lanes of oFog from x on, whatever they were; without its comments the names are read
literally.

## Unused fields

`.fill` says which values the fields have that an instruction does not use; `@ {...}` lists only what differs. `disasm` takes the
fill that needs the fewest lists; `--option fill=plain` compares with nv2a_vsh_asm's values whatever the program has, and `explain`
shows every bit.

| field | `plain` | `sdk` | `xvs` | `cg` |
|---|---|---|---|---|
| operand that is not read | v, `.xyzw`, register 0 | the same | v, `.xxxx`, register 0 | as plain |
| register of an operand that is v or c | 0 | 0 | the low four bits of the index | 0 |
| C.index, V.index, relative, if not read | 0 | 0 | 0 | 0 |
| temp, if none is written | 7 | 7 | 11 if an output is written, otherwise 0 | 7 |
| temp, if only the ILU writes R1 beside the MAC | 1 | 1, but 7 in the appended word | 11 | 1 |
| output, if none is written | o, 255 | o, 255 | c, 0 | c, 255 |
| NOP | as above | as above | operands `.xyzw`, temp 9 | as above |

The appended word is `mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w`, the first of the two that convert to window coordinates.

These rules come from words that others published; none of them is in this repository.

| source | programs | what the words show |
|---|---|---|
| abaire/nv2a_vsh_asm, tests: rallisport.vsh, scda.vsh, dump3.vsh (from games) | 30 runs of 5 words and more | `xvs`, in 1,200 words: every operand that is not read is v0.xxxx but for one; ARL has temp 0 (10 of 10) |
| the same, dump1.vsh, dump2.vsh, and parts of the three above | 20 | `plain`, in 900 words without a difference; temp 7 in the appended word (4 of 4), 1 in three other pairs |
| the same, simple_xemu.vsh; cg outputs of nxdk's samples and of an SDL port, both by vp20compiler | 3 | `cg`: 15 words that write no output have bank c, address 255 |
| xemu issue 2581 (a game's shader with the words in comments) | 1, slots 28 to 40 | `xvs`: c[174] has register 14, c[181] 5, c[150] 6, c[99] 3; c[] is the output of words without one; outputs alone have temp 9 |
| xemu issue 315 (the same, another game) | 1, slots 6 to 19 | `plain` |
| the error screen of a game's first release, as a public reconstruction of it holds the words | 1, 21 words | `xvs`: temp 11, 9 and 10 where an output alone is written |
| a test of abaire/nv2a_vsh_cpu in a public port, words of a game | 1, 15 words | `xvs`: temp 11 in 9 of 13 such words |
| PushBuffer sample of the console's SDK; a game's effects shaders as published | 3 | `plain` but for the appended word: `sdk` |

A guess: which of the vendor's tools wrote which words. `sdk` is what its samples hold; `xvs` words are reordered and paired, so an
optimiser wrote them. No rule for `temp` of `xvs` words that write an output alone was found: of 457 such words 241 have 11,
the others 8 to 10, apparently as that optimiser allocated registers; listings show those as `@ {temp=10}`. NOP rests on two words.

## Numbering of constants

Constants have three numberings. Raw is the number in the word, 0 to 191. In D3D, c[0] is raw 96 and c[-96] is raw 0. In
GL, c[0] to c[95] are raw 96 to 191, and c[96] to c[191] are raw 0 to 95.
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation lists the keys that it read; others do not affect it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | default | meaning |\n|---|---|---|---|\n";

constexpr std::string_view kPosition = R"(
NV2A has no viewport transform after a program: programs write x and y in pixels, y downwards, z in stored units, and w. A host
expects clip space. If the context contains the size of the surface (without the factor of multisampling), oPos is converted at the end
of the program, in host floats, as emulators do:

1. x and y are cut to 1/16 pixel, toward zero.
2. The magnitude of w is clamped to 2^-64 .. 2^64; its sign is kept, that of NaN is +.
3. x = (2 x - width) / width, y likewise, z = z / maximum depth.
4. x, y and z are multiplied by w, since the host divides by it.

y points downwards and z goes from 0 to w, as in Vulkan; OpenGL requires `glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE)`. R12 is
the value that the program wrote. The host is responsible for
clipping to the depth range, clamping colours to 0 and 1, and replacing NaN there by 1.

## Arithmetic

Exact arithmetic follows rules that were measured on chips of this family (NV20): products and sums truncate toward zero, all
terms of a dot product share one accumulator, 0 times anything is 0, comparisons order all values by sign and magnitude (-0 below 0,
NaN beyond infinity), curves come from tables. EXPP of NaN gives infinity in x and NaN in z.

Fast arithmetic uses the host's floats, as emulators do. It differs in rounding (nearest), in denormals, in sums with
infinities, in the order of NaN and -0, and in the curves beyond about 12 bits; MUL, MAD and DST keep the rule of 0, dot products do
not, and LIT keeps the rules of signs and zeros. EXPP of infinity has the fraction NaN in fast arithmetic.

ARL and EXPP round down alike. Emulators add 0.001 in ARL alone, which no measurement of hardware shows and which
tears a mesh of a game (xemu 2362): `nv2a.arl_bias=1`.

oFog is one scalar: every write, under any mask, sets it to lane x of the result, and the last write counts. The output is
(fog, 0, 0, 1).

## Size of points

While point parameters are enabled (method 0x0318), oPts is the size of points; while they are not, it is ignored, and points have the
size of method 0x043c in 1/8 pixel: tests on hardware show both that it counts and that values above 0x1ff are ignored
(VSPointSize and LargestPointSize of nxdk_pgraph_tests; xemu pull request 2527). A program that does not write oPts has the size of
the method in any case.

## Assumptions

No public source says what hardware does, or sources disagree. Translations use the following; what concerns a word of the program is
reported with the word, and what is assumed about the machine is listed in `assumed`.

| subject | behaviour | other sources |
|---|---|---|
| `nv2a.point_parameters` if neither the file nor the context says it | enabled, since the program writes oPts: listed | |
| `nv2a.point_size` likewise, for a program whose oPts is ignored | one pixel: listed | |
| oPts counts while point parameters are enabled | as in xemu since its pull request 2527 | the description of the test PointParamsOn_SmoothOn_16_VS has them affect fixed function alone |
| size from oPts | pixels, lane x, not clamped | xemu clamps to 63.875 in fixed function only |
| point parameters enabled, oPts not written | the size of the method, if known | hardware may keep an earlier vertex's |
| `nv2a.constant_writes` if neither says it and the program writes c[] | 1: listed | xemu stops at writes of c[] |
| `nv2a.constant_range` likewise, for reads relative to A0 | all: listed | |
| reads of c[] below raw 96 in the range USER | 0, with A0 or without | envytools restricts A0 only |
| constants above 191, and reads relative to A0 outside of c[] | read as 0; writes are ignored | |
| R13 to R15; writes of R12 to R15 | read as 0; ignored | |
| outputs 1, 2, 13 to 15 | outputs of the translation like any other | connected to nothing |
| output numbers above 15 | their low four bits | as xemu |
| MAC and ILU both write R1 | where both do, the ILU's lane remains | xemu omits all of the MAC's |
| ARL | no bias (`nv2a.arl_bias`), 32 bits | emulators add 0.001; hardware has at least 9 bits |
| ARL of NaN | exact: the greatest or least integer, by its sign; fast: 0 | |
| A0 at the start | 0 | |
| outputs that the program does not write | (0, 0, 0, 1), as in emulators | hardware keeps an earlier vertex's |
| outputs of state programs | outputs of the translation | they have none |
| v1 to v15 of state programs | inputs of the translation | undefined |
| `nv2a.depth_format` | z24 unless the context says otherwise: method 0x0208 is not read | |
| maximum depth of f24 | 1e30 | an emulator's, not measured |
| magnitude of w, x and y in 1/16 pixel | as in emulators, see above | |

oFog and the temporary of a paired ILU operation (R1) are not assumptions: tests on hardware show them.
)";

void operation_tables(std::string& text) {
    text += "\n## Operations of the MAC\n\n| number | vsh | GL | sources | result |\n|---|---|---|---|---|\n";
    for (unsigned i = 0; i < kMacRows.size(); ++i) {
        const auto op = static_cast<Mac>(i);
        if (!is_defined(op)) continue;
        document_row(
            text, {std::to_string(i), std::string(spelling(op, Dialect::Vsh)), std::string(spelling(op, Dialect::Gl)),
                   std::string(info(op).reads), std::string(info(op).summary)});
    }
    text +=
        "\n## Operations of the ILU\n\nAll read source C. In a word with an operation of the MAC the ILU writes R1.\n\n"
        "| number | vsh | GL | result |\n|---|---|---|---|\n";
    for (unsigned i = 0; i < 8; ++i) {
        const auto op = static_cast<Ilu>(i);
        document_row(text, {std::to_string(i), std::string(spelling(op, Dialect::Vsh)),
                            std::string(spelling(op, Dialect::Gl)), std::string(info(op).summary)});
    }
}

void register_tables(std::string& text) {
    text += "\n## Outputs\n\n| number | vsh | also | GL | purpose |\n|---|---|---|---|---|\n";
#define OUTPUT(number, gl, vsh, longer, purpose) document_row(text, {std::to_string(number), vsh, longer, gl, purpose});
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
    text += "\n## Inputs\n\n| number | vsh | GL | purpose |\n|---|---|---|---|\n";
#define INPUT(number, gl, vsh, purpose) document_row(text, {std::to_string(number), vsh, gl, purpose});
#include "isa/nv2a/encoding/inputs.inc"
#undef INPUT
}

void method_table(std::string& text) {
    text +=
        "\n## Methods\n\nOther methods do not affect programs: listings show them as numbers, and translations ignore "
        "them.\n\n| address | name |\n|---|---|\n";
    for (const PushMethod& method : kMethods) {
        std::string address;
        print_hex(address, method.address, 4);
        if (method.last != method.address) {
            address += " to ";
            print_hex(address, method.last, 4);
        }
        document_row(text, {std::move(address), std::string(method.name)});
    }
}

void context_key_table(std::string& text) {
    text.append(kContextSection).append(kContextKeysText).append(kContextKeysHead);
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", values, std::string_view(usual).empty() ? "see meaning" : usual, purpose});
#include "isa/nv2a/context_keys.inc"
#undef CONTEXT_KEY
    text += kPosition;
}

} // namespace

std::string document() {
    std::string text(kHead);
    text += "\n## The word\n\nMasks: 8 is x, 4 is y, 2 is z, 1 is w.\n\n";
    document_word(text, Word128::fields);
    operation_tables(text);
    register_tables(text);
    method_table(text);
    context_key_table(text);
    text += kText;
    return text;
}

} // namespace relit::isa::nv2a
