// The page docs/isa/rsx.fp.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
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
23:16, in this order. If the type of any of the three sources is "constant", read or not, the next 16 bytes are
four floats in the same storage, which the sequencer skips, except after control flow operations, FENCT and FENCB: RPCS3 found
this on the hardware, and listings mark the words that it affects. Applications patch constants there. A word has one constant
and one attribute, which any of its sources can read.

A program has no length: it ends with the instruction that has END. Code after it is part of the program if it is
reachable through an address; subroutines there end with RET. Addresses count dwords from the program's start, constants
included; a slot is 16 bytes.

Full registers and halves are one memory: H0 is lanes x and y of R0, H1 its z and w, and so on. R48 to R63 do not exist.

The result is scaled; then clamped to 0 .. 1 if it saturates, otherwise by its precision (H rounds to a half, X clamps
to -2 .. 2, B to -1 .. 1); then the tested lanes of the mask are written, to the register and to the condition register.
)";

constexpr std::string_view kSteering = R"(
## Control flow

Operations from 0x40 on have addresses and numbers in place of sources 1 and 2.

| operation | W2 | W3 |
|---|---|---|
| IFE | 30:0 address of ELSE, or of ENDIF without an ELSE | 30:0 address of ENDIF |
| LOOP, REP | 9:2 iterations, 17:10 first value of aL, 26:19 its signed step | 30:0 address after the body |
| CAL | 30:0 address of the subroutine | |
| BRK, RET | | |
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation lists the keys that it read; others do not affect it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | default | meaning |\n|---|---|---|---|\n";

constexpr std::string_view kWraps = R"(
The wrap mode defines coordinates beyond the edge; the shader implements the part that a host's sampler cannot:

| mode | name | sampler mode | in the shader |
|---|---|---|---|
| 1 | repeat | repeat | |
| 2 | mirror | mirror | |
| 3 | clamp to edge | edge | |
| 4 | border | border | |
| 5 | clamp: half of the border is included | border if it filters, otherwise edge | clamped to 0 .. 1 |
| 6 | mirror once, then edge | edge | absolute value |
| 7 | mirror once, then border | border | absolute value, at least half a texel |
| 8 | mirror once, then clamp | border if it filters, otherwise edge | the same, clamped to 0 .. 1 |

The border colour is the sampler's. Vertex textures use the same modes.
)";

constexpr std::string_view kSurfaces = R"(
Surface formats. The host does blending and conversion to the format. The alpha test rounds alpha to 8 bits where a lane has
them, as the console does (0.499 equals the reference 127), and to no other width; a value halfway between two is rounded to the
even one, and a NaN stays one (both are assumptions). B8 stores blue, in x of the host's target, and G8B8 green and blue, in x and y.

| format | name | lanes in memory | alpha in memory | numbers |
|---|---|---|---|---|
)";

constexpr std::string_view kAssumptions = R"(
## Assumptions

Public sources disagree or are silent, and no hardware was available. Translations use:

| subject | behaviour | other sources |
|---|---|---|
| REFL a, b | 2 (a . b) / (a . a) a - b, as NV_fragment_program has it, and as NVIDIA's driver for NV40 uses it (Bochs, 820) | RPCS3: a - 2 (a . b) b |
| TXPBEM | xy of source 0 is divided by its w before the offset is added, as in NV_texture_shader3 and in what drivers of NV35 compile (Bochs, 731) | RPCS3 divides the sum |
| f[] 15 | 0 | a driver of NV40 reads w of TEX1, TEX2 and TEX3 there (Bochs, 820); not known of RSX |
| NE of a condition that is NaN | true, as in NV_fragment_program and RPCS3 | |
| TXL, TXB | level or bias in x of source 1; in w of source 0 if source 1 has Mesa's default | |
| PK4, UP4 | bytes 128 higher, as in NV_fragment_program | RPCS3: two's complement |
| PK4 and other packs with a scale | the packed word is scaled as a 32-bit float; a NaN becomes 0x7fc00000 | |
| PKG, UPG | alpha is linear | RPCS3 applies the curve to it as well |
| MOVH and others of precision H to a full register | rounded to a half, 70000 becomes infinity | RPCS3 does not round |
| REP inside LOOP | aL is unchanged | RPCS3 increments it |
| points' coordinates | (s, t, 1, 0), with two dimensions (s, t, 0, w), the same for g[] | older OpenGL: (s, t, 0, 1) |
| gamma under a remap | by lanes of the result, as RPCS3 has it from hardware tests; signed and biased by channels of the texture | one reading of the same tests: by channels |
| constants of a remap | neither signed nor biased nor _bx2 changes them | |
| texels of two 16-bit numbers (`order` is xyxy or xxxy) | signed and biased are over 32767 | a console ignores signed in X16 and HILO8: leave it 0 there |
| signed, gamma, biased of a filtered texel | applied to what the sampler gives; the console converts the stored bytes | |
| texture format B8 | as every other; a PS3 applied gamma to lane x alone and signed to no colour | |
| values of `biased` above 1 | as 1, and reported | RPCS3: as 0 |
| alpha kill | tests alpha after the remap, before signed, gamma and biased | |
| f[aL+n] in a LOOP whose first value and step are not 0 and 1 | aL is what they say; `rsx.fp.loop_index=turn` counts iterations | RPCS3 counts iterations |
| BEMLUM, TIMESWTEX | BEM; coordinates times w | none |
| bit of W1 that selects the written condition register | 30, and 31 the tested one | ps3emu: exchanged |
| f[aL+n] outside of TEX0 to TEX9 | 0, 0, 0, 0 | RPCS3: 0, 0, 0, 1 |
| a source that is clamped and has an absolute value (`\|R0_s\|`) | clamped first: a test on a console showed it for `_s`, and for the other clamps both orders are one | |
| rounding of DP2, DP3, DP4 and DPH | each product and sum is rounded to the nearest, from x on | a console differs in the last bits (RPCS3, issue 19294) |
| registers beyond the number in bits 31:24 of the control word | as the others | a console's loops destroy them (RPCS3, issue 19214) |
| END inside of a loop | the program ends in the first iteration, and the translation says so | RPCS3: the loop goes on |
| NRM of a zero vector | itself | |
| attribute 15; R48 to R63 | read as 0; writes are ignored | |
| dimensions, wrap modes, surface formats and fog modes with unknown numbers | 2d; the coordinate unchanged; colours unchanged; exp2 | |
)";

constexpr std::string_view kText = R"(
## Text

`012: MADRC1_m2_sat R0.xy(GT.x), -|H3_x.w|, f[TEX0], {0x3f000000(0.5), ...}.x; # last instruction`

| part | meaning |
|---|---|
| `012: `, `0x00c0: ` | the slot in decimal digits, or the byte (`addresses=bytes`); read and ignored |
| `MAD` `R` `C1` | operation; precision R, H, X or B; also writes CC1 (`C`: CC0) |
| `_m2` `_m4` `_m8` `_d2` `_d4` `_d8` | scale of the result: 2, 4, 8, 1/2, 1/4, 1/8 |
| `_bx2` | 2 * texel - 1 |
| `_sat` | clamped to 0 .. 1 |
| `R0.xy`, `H0`, `RC`, `HC` | the destination; C is none |
| `(GT.x)`, `(NE1)` | executed if lane x of CC0 is above 0; per lane if the lane of CC1 is not 0 |
| `f[TEX0]`, `g[TEX0]`, `f[aL+4]` | an attribute; without perspective; by number plus aL: TEX0 is 4 |
| `_h` `_x` `_b` `_s` `_n` | a source clamped to a half, -2 .. 2, -1 .. 1, 0 .. 1, or not at all |
| `{0.5, -1, 3.14, 0}`, `{2}` | a constant; one number sets all four lanes |
| `TEX3` | the texture unit, the last argument of texture operations |
| `IFER (NE.x) [00b, 00d];` | slots of ELSE and ENDIF in hex digits |
| `REPR {5, 0, 1} [00b];`, `LOOPR` | iterations, first value of aL, its step; the slot after the body |
| `ELSE;` `ENDIF;` `ENDLOOP;` `ENDREP;` | not instructions: they define the addresses if no slots are given in brackets |
| `CALR L12;`, `L12:` | a subroutine; labels begin with L |
| `MOVR R0, R1 @ {src1.temp=2}` | the value of a field that plain text does not express |
| `.word 0x..., 0x..., 0x..., 0x...` | a word that is not a valid instruction |
| `.constant 1, 2, 3, 4` | the constant of the previous instruction, if its text shows none |
| `.end` | the previous instruction has END; the default is the last one |
| `.noend` | no instruction has END: the bytes are a part of a larger dump |
| `.order little` | the file has little-endian dwords; also `big` (big-endian, halves not swapped), `little_halves`, `console` |
| `.fill sony`, `.fill mesa` | values of fields that text does not name: those of the console's compiler, or Mesa's |
| `.data`, `.pad 32` | four dwords, or a number of zero bytes, after the program |

Comments are `//`, `/* */` and `#`; `# last instruction` is one. TXD, TEXBEM and TXPBEM omit source 2 if it has
the compiler's default; after `.fill mesa` TXL and TXB do so with source 1, which Mesa replaces by lane w of source 0.
)";

constexpr std::string_view kFiles = R"(
## Files

Raw microcode, a container of the Cg compiler (`.fpo`), or text of either. Emulators store raw microcode in the byte order of the
console's memory (RPCS3: `shaders_cache/raw/*.fp`) or of their host: if a file is valid only in another byte order, it
is read in that order, and its listing has `.order`. A container names the constants. Its header sets context keys that the
context does not set: `rsx.fp.control` from the number of registers, `output.h0`, `depth` and `kills`, and
`rsx.fp.texcoord#` of the coordinates in use. A stream of methods contains no fragment program (rsx.vp documents its state).
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
    text += "\n## Attributes\n\n| number | text | meaning |\n|---|---|---|\n";
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
#define FORMAT(number, name, lanes, alpha, numbers) document_row(text, {#number, name, #lanes, #alpha, #numbers});
#include "isa/rsx/fp/encoding/surfaces.inc"
#undef FORMAT
    text += kAssumptions;
    text += kText;
    text += kFiles;
    text += cg::kContainerText;
    return text;
}

} // namespace relit::isa::rsx::fp
