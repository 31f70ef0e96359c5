// The page docs/isa/r500.vs.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/vs/encoding/word.hpp"
#include "isa/r500/vs/text/lint_rules.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {
namespace {

constexpr std::string_view kHead = R"(# Radeon R500 vertex programs

Printed from the tables of `src/isa/r500/vs/` by `relit docs`; do not edit. The language is described in r500-assembly.md.

A program is up to 1024 instructions of four little-endian dwords (D0 to D3), in the memory of the vertex processor (PVS): D0 is the
operation and where its result goes, D1 to D3 are sources A, B and C. All sources are read before anything is written. There are
16 inputs, 256 constants, temporaries (the field names 128, drivers use 32), 20 alternate temporaries, one address register of
four integers (a0), one predicate, and a loop register (i0) in each loop.

One instruction reads at most one input, one constant, one alternate temporary and two temporaries; three only by the macro
operations. It may hold a second operation, of the math engine (dual math): then D3 is that operation with its one source.

## The word

)";

constexpr std::string_view kDualSection = R"(
D3 where `dual` is set:

| field | bits |
|---|---|
)";

constexpr std::string_view kSelects = R"(
Masks: 1 is x, 2 is y, 4 is z, 8 is w; so are bits of `neg`, which counts after `abs`. A component of a source is 0 to 3 for x to w, 4 for
0.0, 5 for 1.0, 6 for `h` (taken to be 0.5: no register documentation has it), 7 for unused (read as 0).
)";

constexpr std::string_view kMath = R"(
The argument x of an operation of the math engine is component W of A, in dual math the first component of its source, or the
second where the first is unused. The exponent of a power is component W of C, as Mesa has it, or of B where that is unused, as the
language's author has it. ME_LIGHT_COEFF_DX takes specular from component W of A, diffuse from that of B and the exponent from that of C.

Operations named DX give the greatest or the least finite number for 0, as D3D9's rcp, rsq and log ask for, those named IEEE an infinity.
That, what a power gives beyond its limits, VE_MULTIPLY_CLAMP and the range of a0 are in chapter 7.5 of AMD's guide, as two public
emulators of the R300 (`r300_pvs.c`, `ati_r350_pvs.c`) read it; Mesa's driver uses VE_COND_MUX_GTE on the card.
)";

constexpr std::string_view kMeaning = R"(
## Predicates and flow

The operations that set the predicate keep a counter beside it, by convention in W of a temporary: how many conditions around are
false. The predicate holds where the counter that they write is 0.

Loops, jumps and calls have no instructions: up to 16 slots of registers say after which instruction they act
(VAP_PVS_FLOW_CNTL_*). The instruction at ACT_ADRS is done first. A jump goes on at LOOP_CNT_JMP_INST; a call does, up to LAST_INST,
and goes back to RTN_INST; a loop has LOOP_CNT_JMP_INST iterations from RTN_INST to LAST_INST. Where a loop or call ends, that
counts before what acts there; of two slots that act at one place the lower one counts. i0 is that of the innermost loop, unless
it keeps that of the loop around it.

A translation follows these slots from PVS_FIRST_INST to PVS_LAST_INST, and refuses programs that nest in more than 16384 ways, that
nest deeper than 16, or that no way leads to the end of.

## Outputs

`out[0]` and so on are what VAP_OUT_VTX_FMT_0 and _1 name, one after the other: position, point size (its x), colours 0 to 3, texture
coordinates 0 to 7. Coordinate i is handed on at location i, colour i at location 8 + i. Of a file of instructions alone the formats
are assumed: position, then a coordinate for each other output that is written.

What is handed on as the position is a clip position: what VAP_VTE_CNTL says is divided by W already is multiplied by it, and W that
comes as 1 / W is inverted. The user clip planes that VAP_CLIP_CNTL turns on are the buffer `plane`, four numbers each: the dot product
with the clip position is a clip distance (with UCP_CULL_ONLY_ENA a cull distance), numbered without gaps. A stream loads plane i as
vector 1536 + i of the vertex program memory. The viewport is the host's; so is the clip space, unless `r500.vs.clip_depth` says that Z
is to go from 0 to W.

## Assumptions

What no public source says, and what a translation takes for it; where a program depends on one, the artefact says so.

- Operations whose row says so below, and those of the FF kind: 0 for 0.
- A number that goes to a0 is rounded as the operation says, and held to -256 .. 255. A constant outside of the 256 reads as 0. Two
  emulators let none but VE_FLT2FIX_DX and VE_FLT2FIX_DX_RND write a0; other operations write it here, rounded down.
- 0 to the power of 0 is 1, a negative base gives a NaN. Two emulators give the power of the base without its sign, negated, and one
  of them 0 for 0 to the power of 0. It takes the argument of ME_LOG_BASE2_IEEE and ME_RECIP_SQRT_IEEE without its sign, too, which is
  a NaN below 0 here.
- VE_MINIMUM and VE_MAXIMUM take the number where one is a NaN; of equal ones the second.
- 0 times infinity is a NaN, unless the key `r500.vs.rules` says legacy.
- ME_EXP_BASE2_DX and ME_LOG_BASE2_DX have the precision of the host's full ones. The hardware's are approximate; no source says how
  many bits they have. The language that they serve asks for ten of 2^x and log2.
- A flow-control slot whose two words of R500 are 0 has the addresses of VAP_PVS_FLOW_CNTL_ADDRS, if that is not 0.
- Points are clipped by user planes where their centre is outside, whatever PS_UCP_MODE says.
- Outputs and temporaries that are not written hold 0.
- A predicate holds for both operations of dual math. A write to an input changes what is read of it from then on.
)";

constexpr std::string_view kFiles = R"(
## Files

Instructions alone, a stream of the packets that load a program and set registers (PM4 types 0 and 2 and nothing else), or text of
either. Endings: `.vs.bin`, `.vs.asm`, `.pvs`. These registers of a stream say what a translation asks for:

| register | context key |
|---|---|
)";

constexpr std::string_view kLint = R"(
## Checks

`relit lint FILE` checks a program with the registers that its file loads, `relit lint CAPTURE` that of each draw with the draw's. `--fix` sets
macro bits. Loops and calls are followed; a component counts as written if any way to the instruction writes it.

Vertices in flight share a memory of 128 vectors (72 on R300). Mesa's driver takes as `PVS_NUM_SLOTS` the least of 10, 128 / inputs and 128 /
outputs, and as `PVS_NUM_CNTLRS` the lesser of 5 and 128 / temporaries, where temporaries are those up to the highest. A loop has 255 iterations at
most by its field; Mesa gives loops that a condition ends 128, as more now and then hang RV516, and RV530 at a lower clock.

)";

constexpr std::string_view kAlarms = R"(
The loop of Mesa's scene vs_flow has 255 iterations, as the driver of that time made all loops: `loop-turns` is right about it.
)";

constexpr std::string_view kContextSection = R"(
## Context keys

`--context name=value`. A translation names those that it read: others change nothing in it.

)";

constexpr std::string_view kContextKeysHead = "| context key | values | usual | what it says |\n|---|---|---|---|\n";

void word_tables(std::string& text) {
    document_word(text, Word128::fields, 'D');
    text += kDualSection;
    for (const FieldInfo& field : Word128::dual_fields)
        if (field.name.starts_with("dual.") || field.name.starts_with("C."))
            document_row(text, {std::string(field.name), bits_of(field, 'D')});
    text += kSelects;
}

void operation_table(std::string& text, Unit unit, std::string_view heading) {
    text.append("\n## ").append(heading).append(
        "\n\n| number | name | short | sources | result |\n|---|---|---|---|---|\n");
    for (const OpcodeRow& row : kOpcodes)
        if (row.opcode.unit == unit)
            document_row(text, {std::to_string(row.opcode.number), std::string(row.name), std::string(row.shorter),
                                std::to_string(row.operands), std::string(row.summary)});
}

void target_table(std::string& text) {
    text += "\n## Where results go\n\n| dst.class | text |\n|---|---|\n";
    for (std::size_t i = 0; i < kTargetNames.size(); ++i)
        if (!kTargetNames[i].empty()) document_row(text, {std::to_string(i), std::string(kTargetNames[i])});
}

void state_table(std::string& text) {
    text += kFiles;
#define R500_STATE(name, count, key) document_row(text, {#name, std::string("`") + (key) + "`"});
#include "isa/r500/vs/encoding/state.inc"
#undef R500_STATE
}

void context_key_table(std::string& text) {
    text.append(kContextSection).append(kContextKeysText).append(kContextKeysHead);
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", std::string(values), usual, purpose});
#include "isa/r500/vs/context_keys.inc"
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
    operation_table(text, Unit::Ve, "Operations of the vector engine");
    operation_table(text, Unit::Me, "Operations of the math engine");
    text += kMath;
    operation_table(text, Unit::Macro, "Operations with the macro bit");
    target_table(text);
    text += kMeaning;
    state_table(text);
    context_key_table(text);
    lint_table(text);
    return text;
}

} // namespace relit::isa::r500::vs
