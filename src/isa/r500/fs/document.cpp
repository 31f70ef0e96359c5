// The page docs/isa/r500.fs.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
#include "isa/r500/fs/encoding/inline_float.hpp"
#include "isa/r500/fs/encoding/word.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/lint_rules.hpp"
#include "isa/r500/fs/text/purposes.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/text.hpp"

#include "base/text.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::string_view kHead = R"(# R500 fragment programs

Printed from the tables of `src/isa/r500/fs/` by `relit docs`; do not edit. The language of their text: `r500-assembly.md`.

An instruction has six dwords, in files little-endian. The first is laid out alike in all, the others by its type: ALU and OUT
compute, TEX fetches, FC steers.

ALU and OUT have two units side by side. Each has three sources, fetched by the RGB slot (red, green and blue of an address) and by
the alpha slot (alpha of an address of its own); a component R, G or B of source k comes from the RGB slot, A from the alpha slot, in
either unit. srcp is made of sources 0 and 1 of its slot. Both units read before either writes. The result is scaled, then clamped,
then written where the predicate holds.
)";

constexpr std::string_view kFlow = R"(
## Flow control

Bit ALU result * 4 + predicate * 2 + boolean of JUMP_FUNC says whether a pixel takes the jump: 0xff always, 0 never, 0x0f where the ALU
result is false. Pixels run in groups; a translation does what one pixel alone does: an active one jumps if it takes the jump, an
inactive one unless JUMP_ANY is set. B_ELSE, the counters and the stacks are followed when the program is translated: every state that a
pixel can be in becomes a block. More than 4096 blocks or 16384 instructions are refused (exit code 4).
)";

constexpr std::string_view kAssumptions = R"(
## What is not certain

- Inline floats 0 to 7: sources disagree, the context key `r500.fs.floats` chooses.
- MDH and MDV take the two pixels of the pixel's own row or column of the quad. The register documentation names the upper left pixel
  for all four. With B = -1 they are a derivative; with any other B, a temporary included, the neighbour's bits come through two exact
  derivatives, and the place of the pixel says which of the two it is (quads begin at even pixels). No subgroup is needed.
- An alpha operation DP takes red of what the RGB unit computes, whatever that is; with SOP in the RGB unit it is 0.
- The unused component (7) reads as 0; so do temporaries outside of the 128.
- A predicate select of 6 or 7 counts as none. Flow control without a predicate takes it for true; with one of each channel it takes red.
- Predicates are tested before the instruction sets any, and hold back the predicates that it sets as well, but not the ALU result.
- The step of aL is a signed byte; LOOP without an integer constant that is known runs 255 iterations, as Mesa's loops do.
- LAST changes nothing: a program ends at its last instruction.
- The alpha test rounds alpha to the bits that it compares.
- Fog (FG_FOG_BLEND): the distance is that of GB_SELECT times GA_FOG_SCALE plus GA_FOG_OFFSET, the factor is held to 0 .. 1, colour *
  factor + fog * (1 - factor) is what every target gets, before its order of components, and alpha stays. No driver is known to use it.
- TEXKILL under a predicate counts only components whose predicate holds.
- DXDY with UNSCALED: derivatives count texels, as the coordinates do.
- Colours 2 and 3 as texture coordinates 8 and 9 (VAP_CLIP_CNTL) are counted after the other coordinates, four components each.
- W that the rasteriser writes (RS_INST, W_CN) and offsets of coordinates (RS_IP, OFFSET_EN) are left out, and said.
- OMOD 7 with other operations than MIN, MAX, CND and CMP neither scales nor clamps.
)";

constexpr std::string_view kNumbers = R"(
## Numbers

ATI's CTM guide (version 1.01, chapter 3.6) tells how these units compute. MIN, MAX, CND and CMP give B where a number that they compare
is a NaN, zeros of both signs are equal, and so does a translation. It does not do this:

- The chip takes denormals as zeros of their sign and makes none; a translation has them where its host has. Only MIN, MAX, CND and CMP
  with OMOD disabled hand all bits on.
- A dot product whose two greatest terms cancel loses terms that are 2^25 times smaller. Most results are right to one bit of each input;
  which way they are rounded is not said.
- A NaN that goes through OMOD, by x1 as well, becomes 0x7fffffff.
)";

constexpr std::string_view kFiles = R"(
## Files

Raw instructions, a multiple of 24 bytes, up to 512; or a stream of register writes (PM4 packets of type 0) that loads them, as captures
are cut into; or text of either. Raw instructions say nothing of registers: what is assumed then is told with the translation.

What temporaries begin as: `RS_INST_COUNT`, `RS_INST_#` and `RS_IP_#` say it; where they are not known, temporaries that are read before
they are written begin as the texture coordinates of their numbers. Texture coordinate n has location n, colour n location 8 + n, as
r500.vs has them. Constants are the buffer `fconst`.

## What surrounds a program

| state | where it is done |
|---|---|
| two-sided colours, colour formats, coordinates of points, no perspective | in the shader, by the registers of the rasteriser |
| fog, alpha test, copies of colour 0 to further targets | in the shader, where the program ends: fog, test, copies |
| order of a target's components (US_OUT_FMT_#) | in the shader where `r500.fs.channels` is memory; else colours are handed on red first, and whoever makes the target orders them. Rounding, signs and clamps are the target's |
| components of texels (TX_FORMAT1_#: selects, signs) | in the shader where `r500.fs.texels` is components; else the texture that is bound has red, green, blue, alpha. Linear light (GAMMA) and YUV are the texture's in both |
| wrapping (TX_FILTER0_#) | mirroring once, and holding to 0 .. 1, in the shader; the sampler is to repeat (0), mirror (1), hold to the edge (2, 3; 4 and 5 where it takes single texels) or to the border (6, 7; 4 and 5 where it filters) |
)";

constexpr std::string_view kLint = R"(
## Checks

`relit lint FILE` checks a program with the registers that its file loads, `relit lint CAPTURE` that of each draw with the draw's. What a file
does not say is not checked: which temporaries the rasteriser fills is known from `RS_INST_COUNT` and `RS_INST_#`. `--fix` sets NOP bits.

Instructions are examined in their order in memory; what was never written, and what the next iteration of a loop reads, along all jumps. A
component counts as written if any way to the instruction writes it. A fetch whose instruction waits before any fetch holds the semaphore
waits for nothing, and the next wait is for all: that is no finding unless it reads what was fetched.

`US_PIXSIZE` counts temporaries; Mesa's driver and several of buhman's demos, which run on the card, program the highest number instead.
In captures, and with `--option floats=mesa`, only temporaries above it are reported; in other files those at it as well.

NOP before MDH and MDV, the OUT at the end, full flow control from four ifs and the ban on OUT with an ALU result are what Mesa's
`r500_fragprog_emit.c` does; that TEXKILL has to be waited for by flow control was found by trying, as its `radeon_pair_schedule.c` says
(documents are silent). `r300_state_derived.c` says that the chip locks up where FACE and two-sided colours come together, where nothing
at all is interpolated, and where an input that no vertex has is filled with a constant; so Mesa leaves such inputs unwritten.

)";

constexpr std::string_view kAlarms = R"(
Programs of drivers and demos that draw correctly and have findings all the same:

| program | finding | why it is harmless |
|---|---|---|
| Mesa's resolve of samples (three scenes) | unwritten-temporary | the colour that the draw computes is not used: the samples are |
| `particle_physics.fs` of buhman (its file and its capture) | texture-acquire | its second fetch waits before any fetch holds the semaphore, and may get the coordinates that the first replaces |
| `palette_fractal_loop_inner.fs` of buhman | no-out | it is a part that another file includes |
)";

constexpr std::string_view kContextSection = "\n## Context keys\n\n";
constexpr std::string_view kContextHead = "| key | values | usual | what it says |\n|---|---|---|---|\n";

void word_table(std::string& text, std::span<const FieldInfo> fields) {
    text += "| field | bits | values | what it says |\n|---|---|---|---|\n";
    for (const FieldInfo& field : fields)
        document_row(text, {std::string(field.name), bits_of(field), isa::values_of(field),
                            std::string(purpose_of(field.name))});
}

void op_table(std::string& text, std::string_view head, std::span<const OpInfo> ops, bool has_operands) {
    text.append("\n## ").append(head).append("\n\n");
    text += has_operands ? "| number | text | operands | result |\n|---|---|---|---|\n"
                         : "| number | text | effect |\n|---|---|---|\n";
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const OpInfo& op = ops[i];
        if (op.mnemonic.empty()) continue;
        const std::string number = std::to_string(i), name(op.mnemonic), summary(op.summary);
        has_operands ? document_row(text, {number, name, std::to_string(op.operands), summary})
                     : document_row(text, {number, name, summary});
    }
}

void word_tables(std::string& text) {
    constexpr std::size_t kCommonFields = 19;
    static_assert(kAluFields[kCommonFields].name == Alu::rgb_address0.name);
    text += "\n## The word of all\n\n";
    word_table(text, std::span(kAluFields).first(kCommonFields));
    text += "\n## ALU and OUT\n\n";
    word_table(text, std::span(kAluFields).subspan(kCommonFields));
    text += "\n## TEX\n\n";
    word_table(text, std::span(kTexFields).subspan(kCommonFields));
    text += "\n## FC\n\n";
    word_table(text, std::span(kFcFields).subspan(kCommonFields));
}

void inline_float_table(std::string& text) {
    text +=
        "\n## Inline floats\n\nFour bits of exponent, three of fraction, never negative: (1 + m / 8) * 2^(e - 7). Codes 0 to 7:\n\n"
        "| code | author | mesa |\n|---|---|---|\n";
    for (std::uint32_t code = 0; code < 8; ++code)
        document_row(text, {std::to_string(code), shortest_decimal(inline_float(code, InlineFloats::Author)),
                            shortest_decimal(inline_float(code, InlineFloats::Mesa))});
}

void context_key_table(std::string& text) {
    text.append(kContextSection).append(kContextKeysText).append(kContextHead);
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", std::string(values), usual, purpose});
#include "isa/r500/fs/context_keys.inc"
#undef CONTEXT_KEY
}

void lint_table(std::string& text) {
    text += kLint;
    document_rules(text, kLintRules);
    text += kAlarms;
}

} // namespace

std::string document() {
    std::string text(kHead);
    word_tables(text);
    op_table(text, "Operations of the RGB unit", kRgbOps, true);
    op_table(text, "Operations of the alpha unit", kAlphaOps, true);
    op_table(text, "Texture operations", kTexOps, false);
    op_table(text, "Flow-control operations", kFcOps, false);
    inline_float_table(text);
    text += kNumbers;
    text += kFlow;
    text += kFiles;
    context_key_table(text);
    lint_table(text);
    text += kAssumptions;
    return text;
}

} // namespace relit::isa::r500::fs
