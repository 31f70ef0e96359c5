// The page docs/isa/nv2a.md, printed from the tables: a law test says when it is stale.
#include "isa/document.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr std::string_view kHead = R"(# NV2A vertex programs

Printed from the tables of `src/isa/nv2a/` by `relit docs`; do not edit.

A program is up to 136 words of 128 bits, stored as four little-endian dwords each. Every word runs once, in order, up
to the one with FINAL. A word drives two units at once: the MAC (multiply, add, compare) and the ILU (reciprocal,
exponent, logarithm, lighting). All sources of a word are read before anything is written.
)";

constexpr std::string_view kText = R"(
## Text

The vsh dialect has one word a line: operations joined by ` + `, comments after `;` or `//`. The GL dialect begins with
`!!VP1.1` (`!!VSP1.0` for a state program), ends statements with `;`, comments with `#` or `//`, and ends with `END`.
Both are read whatever the case.

| text | meaning |
|---|---|
| `mul R4, v3, c[5] + rsq R1.w, R0.x` | one word: the MAC writes R4, the ILU writes R1 |
| `add oPos.xyz, R12, v4 + add R0.xyz, R12, v4` | one operation with two destinations |
| `imov R3, v0` | the ILU's MOV, where `mov` alone would mean the MAC's |
| `mul _, v0, c[5]` | an operation whose result is kept nowhere |
| `c[A0+5]`, `c[ 5 + A0.x ]` | the constant's number counts from A0; numbers and one A0 stand in any order |
| `mov R0, v0 @ {A.reg=3}` | the field holds what plain text does not say |
| `.word 0x00000000, ...` | a word that is not a legal instruction, as four dwords |
| `.final` | the word before has FINAL; without any, the last one gets it |
| `.constants raw`, `gl`, `d3d` | how constants are numbered from here on |
| `#name vector N`, `#name matrix4 N` | a name for one or four constants (vsh only): `#name`, `#name[2]`; a destination too |
| `%matmul4x4 D S #m`, `%norm3 D S T` | four dp4; dp3, rsq and mul with the temporary T (vsh only) |
| `.pushbuffer` | a push buffer follows: `.method NAME, count` heads its arguments, `.data` holds dwords |
| `.fill count, value`, `.byte` | many equal dwords; bytes after the last whole dword |

An instruction can read one input and one constant (relative or not). Two different ones are an error; with
`two-inputs=last` the last input stands for both, as in some other assemblers. `final=nop` adds a NOP that has FINAL.

A macro is refused where what it stands for would compute something else: a matrix that is a vector, a source that is
overwritten before it was read as a whole, a temporary that cannot be written.

Other tools' texts are read as well:

| text | how it is read |
|---|---|
| `0x00000000, 0x00ec001b, ...` | four dwords a slot, with or without `0x`; commas, braces and comments between them |
| `DP4(oPos,x, v0, c[96]);` | the calls in xemu's shaders; a call is a word, and so are those from a value in `_temp_vec` to its store |
| `/* Slot 0: 0x00000000 ... */` before such calls | the words of these comments, in which the calls beside them are looked up; all else in the shader is passed over |
| `vs.1.1`, `xvs.1.1` (also `xvsw`, `xvss`; `.1.0`) as the first line | Direct3D's assembly: constants are numbered as there, `c-38` is `c[-38]`, `mov a0.x` is `arl` |
| `m4x4 D, S, c0` after such a line; `m4x3`, `m3x4`, `m3x3`, `m3x2` | dp4 or dp3 with that many rows |

Of Direct3D's assembly `exp`, `log`, `frc`, `def` and what is for a preprocessor are refused. Its assembler appended two words
to programs without `#pragma screenspace`, which turn clip coordinates into window coordinates by c[-38] and c[-37]; here
no word is added. xemu names the lanes of oFog from x on, whichever they were: without its comments they are taken as they
stand.

Constants have three numberings. Raw is the number in the word, 0 to 191. In D3D, c[0] is raw 96 and c[-96] is raw 0. In
GL, c[0] to c[95] are raw 96 to 191, and c[96] to c[191] are raw 0 to 95.
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation names those that it read: others change nothing in it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | usual | what it says |\n|---|---|---|---|\n";

constexpr std::string_view kPosition = R"(
NV2A has no viewport after a program: programs leave x and y in pixels, y downwards, z as it is stored, and w. A host wants
clip space. With the size of the surface in the context (without what multisampling multiplies) oPos becomes that when the
program ends, in host floats, as emulators do:

1. x and y are cut to 1/16 pixel, toward zero.
2. The size of w is clamped to 2^-64 .. 2^64; its sign stays, that of NaN is +.
3. x = (2 x - width) / width, y likewise, z = z / farthest.
4. x, y and z are multiplied by w, since the host divides by it.

y points downwards and z goes from 0 to w, as in Vulkan; OpenGL wants `glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE)`. R12 is
what the program wrote. The greatest depth of f24 is what an emulator takes, not measured. Clipping to the depth range, the
clamp of colours to 0 and 1 and NaN that becomes 1 there are left to the host.

## Arithmetic

Exact arithmetic follows rules that were measured on chips of this family (NV20): products and sums are cut toward zero, all
terms of a dot product share one accumulator, 0 times anything is 0, comparisons order everything by sign and size (-0 below 0,
NaN beyond infinity), curves come from tables. Where it is not certain: EXPP gives infinity in x and z for NaN, and one model
of the hardware gives NaN in z; ARL of NaN gives the greatest or least integer by its sign; what an earlier vertex left in
outputs that are not written is (0, 0, 0, 1), A0 begins as 0, and constants outside of the range read as 0.

Fast arithmetic uses the host's floats, as emulators do. It differs in rounding (nearest), in denormals, in sums with
infinities, in the order of NaN and -0, and in the curves beyond some 12 bits; MUL, MAD and DST keep the rule of 0, dot products do
not, and LIT keeps the rules of signs and zeros. The fraction that EXPP gives of infinity is NaN there.

oFog is one scalar to the machine. It is handed on as the register stands: a program that writes another lane than x alone
leaves its fog there. Which lane the machine takes is not settled: the first that is written by one account, x of the result by
another; they agree where the source repeats one lane.
)";

void operation_tables(std::string& text) {
    text += "\n## Operations of the MAC\n\n| number | vsh | GL | sources | result |\n|---|---|---|---|---|\n";
    for (unsigned i = 0; i <= static_cast<unsigned>(Mac::Arl); ++i) {
        const auto op = static_cast<Mac>(i);
        document_row(
            text, {std::to_string(i), std::string(spelling(op, Dialect::Vsh)), std::string(spelling(op, Dialect::Gl)),
                   std::string(info(op).reads), std::string(info(op).summary)});
    }
    text +=
        "\n## Operations of the ILU\n\nAll read source C. Beside an operation of the MAC the ILU writes R1.\n\n"
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
    text += "\n## Methods\n\n| address | name |\n|---|---|\n";
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
    document_row(text, {"`" name "`", values, std::string_view(usual).empty() ? "as said" : usual, purpose});
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
