// The page docs/isa/rsx.fp.md, printed from the tables: a law test says when it is stale.
#include "isa/document.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/context_values.hpp"
#include "isa/rsx/fp/encoding/word.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/text.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::string_view kHead = R"(# RSX fragment programs

Printed from the tables of `src/isa/rsx/fp/` by `relit docs`; do not edit.

An instruction is four dwords. In memory each dword is big-endian with its 16-bit halves swapped: bits 15:8, 7:0, 31:24,
23:16 of it, in this order. Where the type of any of the three sources is "constant", read or not, the next 16 bytes are
four floats in the same storage, which the sequencer skips, except after operations that steer, FENCT and FENCB: RPCS3 found
that on the hardware, listings say where it matters. Programs are patched there. A word has room for one constant
and names one attribute, which any of its sources can read.

A program has no length: it ends with the instruction that has END. Code behind that is part of the program as far as an
address leads there; subroutines behind it end with RET. Addresses count dwords from the program's start, constants
included; a slot is 16 bytes.

Full registers and halves are one memory: H0 is lanes x and y of R0, H1 its z and w, and so on. R48 to R63 do not exist.

The result is scaled; then clamped to 0 .. 1 where it saturates, else as its precision says (H rounds to a half, X clamps
to -2 .. 2, B to -1 .. 1); then the tested lanes of the mask are written, to the register and to the condition register.
)";

constexpr std::string_view kSteering = R"(
## Instructions that steer

Operations from 0x40 on hold addresses and numbers where others have sources 1 and 2.

| operation | W2 | W3 |
|---|---|---|
| IFE | 30:0 address of ELSE, or of ENDIF where there is none | 30:0 address of ENDIF |
| LOOP, REP | 9:2 rounds, 17:10 first value of aL, 26:19 its signed step | 30:0 address behind the body |
| CAL | 30:0 address of the subroutine | |
| BRK, RET | | |
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation names those that it read: others change nothing in it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | usual | what it says |\n|---|---|---|---|\n";

constexpr std::string_view kWraps = R"(
The sampler takes coordinates beyond the edge as it says; the shader helps where a host's sampler cannot:

| mode | what it is | sampler | done in the shader |
|---|---|---|---|
| 1 | repeat | repeat | |
| 2 | mirror | mirror | |
| 3 | clamp to edge | edge | |
| 4 | border | border | |
| 5 | clamp: half of the border comes in | border where it filters, else edge | clamped to 0 .. 1 |
| 6 | mirror once, then edge | edge | the sign goes |
| 7 | mirror once, then border | border | the sign goes, half a texel at least |
| 8 | mirror once, then clamp | border where it filters, else edge | the same, clamped to 0 .. 1 |

The colour of the border is the sampler's. Vertex textures take their coordinates the same way.
)";

constexpr std::string_view kSurfaces = R"(
Formats of surfaces. Blending, and how many bits are kept, are the host's. Where alpha is compared it has all its bits, before
what memory keeps of it; the console may round it before. Which channels B8 and G8B8 take is not known: none is moved.

| format | name | alpha in memory | numbers |
|---|---|---|---|
)";

constexpr std::string_view kGuesses = R"(
## Guesses

Public sources disagree or say nothing, and no hardware was at hand. Programs are translated so:

| what | as | others |
|---|---|---|
| REFL a, b | a - 2 (a . b) b, as RPCS3 has it | NV_fragment_program has the axis first, of any length |
| TXL, TXB | level or bias in x of source 1; in w of source 0 where source 1 is as Mesa leaves it | |
| PK4, UP4 | bytes 128 higher, as in NV_fragment_program | RPCS3: two's complement |
| PKG, UPG | alpha is linear | RPCS3 has it on the curve as well |
| MOVH and others of precision H to a full register | rounded to a half, 70000 becomes infinity | RPCS3 takes no notice |
| REP inside LOOP | aL stays as it is | RPCS3 counts it on |
| points' coordinates | (s, t, 1, 0), with two dimensions (s, t, 0, w), g[] is no different | older OpenGL: (s, t, 0, 1) |
| signed channels of textures | neither gamma nor _bx2, as RPCS3 has it | |
| BEMLUM, TIMESWTEX | BEM; coordinates times w | nobody knows |
| which bit of W1 names the condition register that is written | 30, and 31 the one that is tested | ps3emu the other way round |
| f[aL+n] outside of TEX0 to TEX9 | 0, 0, 0, 0 | RPCS3: 0, 0, 0, 1 |
| NRM of a zero vector | itself | |
)";

constexpr std::string_view kText = R"(
## Text

`012: MADRC1_m2_sat R0.xy(GT.x), -|H3_x.w|, f[TEX0], {0x3f000000(0.5), ...}.x; # last instruction`

| part | meaning |
|---|---|
| `012: `, `0x00c0: ` | the slot in decimal digits, or the byte (`addresses=bytes`); read and ignored |
| `MAD` `R` `C1` | operation; precision R, H, X or B; writes CC1 (`C`: CC0) |
| `_m2` `_m4` `_m8` `_d2` `_d4` `_d8` | the result times 2, 4, 8, 1/2, 1/4, 1/8 |
| `_bx2` | 2 * texel - 1 |
| `_sat` | clamped to 0 .. 1 |
| `R0.xy`, `H0`, `RC`, `HC` | the destination; C is none |
| `(GT.x)`, `(NE1)` | done where lane x of CC0 is above 0; lane by lane where CC1 is not 0 |
| `f[TEX0]`, `g[TEX0]`, `f[aL+4]` | an attribute; without perspective; by number, aL added: TEX0 is 4 |
| `_h` `_x` `_b` `_s` `_n` | a source clamped to a half, -2 .. 2, -1 .. 1, 0 .. 1, or not at all |
| `{0.5, -1, 3.14, 0}`, `{2}` | a constant as people write it; one number stands for all four |
| `TEX3` | the texture unit, the last argument of texture operations |
| `IFER (NE.x) [00b, 00d];` | slots of ELSE and ENDIF in hex digits |
| `REPR {5, 0, 1} [00b];`, `LOOPR` | rounds, first value of aL, its step; the slot behind the body |
| `ELSE;` `ENDIF;` `ENDLOOP;` `ENDREP;` | no instructions: without slots in brackets, these say the addresses |
| `CALR L12;`, `L12:` | a subroutine; labels begin with L |
| `MOVR R0, R1 @ {src1.temp=2}` | the field holds what plain text does not say |
| `.word 0x..., 0x..., 0x..., 0x...` | a word that is no legal instruction |
| `.constant 1, 2, 3, 4` | the constant of the instruction before, where its text shows none |
| `.end` | the instruction before has END; without any, the last one gets it |
| `.order little` | the file has little-endian dwords; also `big` (big-endian, halves not swapped), `little_halves`, `console` |
| `.fill sony`, `.fill mesa` | what the fields hold that text does not name: as the console's compiler leaves them, or Mesa's |
| `.data`, `.pad 32` | four dwords, or zeros by the byte, behind the program |

Comments are `//`, `/* */` and `#`; `# last instruction` is one. TXD, TEXBEM and TXPBEM leave out source 2 where it is as
the compiler leaves it; after `.fill mesa` TXL and TXB do so with source 1, whose work Mesa gives to lane w of source 0.
)";

constexpr std::string_view kFiles = R"(
## Files

Raw microcode, or a container of the Cg compiler (`.fpo`), and text of either. Emulators keep raw microcode as the console's memory
has it (RPCS3: `shaders_cache/raw/*.fp`) or as their host has dwords: where a file makes sense in another order of bytes alone, it
is taken for that, and its listing says so with `.order`. A container names the constants. Where the context
does not say, its header does: `rsx.fp.control` from the number of registers, `output.h0`, `depth` and `kills`, and
`rsx.fp.texcoord#` of the coordinates that are used. In a stream of methods there is no fragment program (rsx.vp shows its state).
)";

std::string hex(unsigned number) {
    std::string text;
    print_hex(text, number, 2);
    return text;
}

void operation_table(std::string& text) {
    text += "\n## Operations\n\n| number | text | sources | result |\n|---|---|---|---|\n";
    for (unsigned i = 0; i < kOpRows.size(); ++i) {
        const OpInfo& op = kOpRows[i];
        if (op.mnemonic.empty()) continue;
        document_row(text, {hex(i), std::string(op.mnemonic), std::to_string(op.sources()), std::string(op.summary)});
    }
}

void attribute_table(std::string& text) {
    text += "\n## Attributes\n\n| number | text | what it is |\n|---|---|---|\n";
    for (unsigned i = 0; i < kInputs; ++i)
        document_row(text, {std::to_string(i), std::string(kInputRows[i].name), std::string(kInputRows[i].summary)});
}

void context_key_table(std::string& text) {
    text.append(kContextSection).append(kContextKeysText).append(kContextKeysHead);
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", std::string(values), usual, purpose});
#include "isa/rsx/fp/context_keys.inc"
#undef CONTEXT_KEY
}

} // namespace

std::string document() {
    std::string text(kHead);
    text += "\n## The word\n\nMasks: 1 is x, 2 is y, 4 is z, 8 is w.\n\n";
    document_word(text, Word128::fields);
    text += kSteering;
    operation_table(text);
    attribute_table(text);
    context_key_table(text);
    text += kWraps;
    text += kSurfaces;
#define FORMAT(number, name, alpha, numbers) document_row(text, {#number, name, #alpha, #numbers});
#include "isa/rsx/fp/encoding/surfaces.inc"
#undef FORMAT
    text += kGuesses;
    text += kText;
    text += kFiles;
    text += cg::kContainerText;
    return text;
}

} // namespace relit::isa::rsx::fp
