// The page docs/isa/maxwell.md, printed from the tables: a property test fails if it is stale.
#include "isa/shared/document.hpp"
#include "isa/maxwell/context_values.hpp"
#include "isa/maxwell/encoding/control.hpp"
#include "isa/maxwell/encoding/header.hpp"
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr std::string_view kHead = R"(# Maxwell and Pascal shader programs

Printed from the tables of `src/isa/maxwell/` by `relit docs`; do not edit.

A program is a sequence of little-endian words of 64 bits. The word at every multiple of 32 schedules the
three instructions after it. There are 255 registers of 32 bits (R0 to R254; RZ reads 0), seven predicates (P0 to P6; PT
is true), the flags CC, and 32 constant buffers c[0] to c[31]. Wide values occupy the next registers too. A predicate before
an instruction guards it.

## Text

    L0140:
    /*0148*/ 03:-:1:Y:6 @!P0 FFMA.FTZ R0, -R1, c[0x2][0x10], R3 ;
    /*0150*/ --:-:-:-:d @P1  BRA L0140 ;

- Addresses are comments. A label names an address inside its piece of code; before the first instruction of a group of
  three it names the schedule, `L0140+8` the instruction. Targets outside the code are numbers.
- Columns: barriers to wait for (bits in hex), the barrier that is set when the sources are read, the barrier that is set
  when the result is available (from 1, - none), Y if another warp may run next, cycles to stall (hex). Without columns an
  instruction has the default `--:-:-:Y:0`. `.reuse` after a register: its value stays in the operand cache.
- `.CC` after the destination writes the flags; `.H1`, `.H0_H0`, `.B2` ... select a part of an operand. `-`, `|...|`, `~`
  and `!` negate, take the magnitude, invert bits and invert predicates. A number has a sign of its own: `-(1)` negates 1.
- Floats are decimal if that preserves their bits, otherwise bits in hex.
- `@ {Field=value, bits=0x...}` after an instruction: values without a name, and unused bits.
- `.word 0x...` is a word without a form. `.schedule 0x...` is the whole schedule of the next group if columns cannot express it.
- `.sph field=value, ...` is a program header, `.code` the start of a piece of code without one, `.dksh` and `.program` the
  headers of a container; fields that are 0 are omitted. `.zero N` and `.byte ...` are padding and constants.

## A schedule's field for one instruction

)";

constexpr std::string_view kAssumed = R"(
A translation infers missing required values from the program - the driver convention, formats of images, sizes of memory and
of workgroups - and reports them: a line on standard error, `assumed` in the JSON, `Shader::reflection` in the
library. If the program does not define the value either, the translation is refused, and the message names the key.

The pipeline sets the size of an open workgroup: in SPIR-V specialisation constants 0, 1 and 2 are its size along x,
y and z (`WorkgroupSize`), in GLSL for Vulkan `local_size_x_id` and so on have the same numbers, in GLSL for OpenGL the macros
`RELIT_LOCAL_SIZE_X`, `_Y` and `_Z` can be defined before the text is compiled. The default of each is 1. `run` and `verify` require
the size in the context.
)";

constexpr std::string_view kHeadersSection = R"(
## The program header of stages before the pixel

80 bytes before the code. Maps have a bit for each attribute word: bit n of `in_system_ab` is a[4 * n], and so on.

)";

constexpr std::string_view kOpsSection = R"(
## Operations

B and C are registers, immediates or constant buffer words, depending on the form: R register, I immediate, C constant buffer,
RC operand C in a constant buffer, S the only form, P with a predicate, B bound images as uam writes them.

| operation | forms | meaning |
|---|---|---|
)";

constexpr std::string_view kFormsSection = R"(
## Forms

A word has the form whose value equals the word under the form's mask; if two match, the form with more bits among the top 14.

| form | mask | value | text, left to right |
|---|---|---|---|
)";

constexpr std::string_view kFieldsSection = R"(
## Fields

| field | bits | meaning | names of its values |
|---|---|---|---|
)";

constexpr std::string_view kPipelineSection = R"(
## In a pipeline

The header lists the attributes that a graphics program reads and writes; other attributes read 0, and writes to them are ignored.
Outputs start as 0, 0, 0, 1, which is what a path of the program does not store (Ryujinx; a guess for words that the header
names). Other invocations would see it in outputs of a tessellation control program: those that are named start as 0.

| attributes | in the pipeline |
|---|---|
| a[0x000] to a[0x014], of the patch | tessellation levels |
| a[0x020] + 16 n, of the patch | location `maxwell.patch_location` + n |
| a[0x060], a[0x064], a[0x068], a[0x06c] | primitive id, layer, viewport, point size |
| a[0x070] | position; in a pixel program: window position, and 1/w |
| a[0x080] + 16 n | location n |
| a[0x280] + 16 n; a[0x2e8]; a[0x300] + 16 n | colours, fog, texture coordinates: location `maxwell.fixed_location` + n, + 4, + 5 + n |
| a[0x2c0] + 4 n | clip distance n |
| a[0x2e0], a[0x2e4]; a[0x2f0], a[0x2f4] | point coordinate; tessellation coordinate |
| a[0x2f8], a[0x2fc] | numbers of the instance and the vertex, relative to the base of the draw |
| a[0x3fc], in a pixel program | all ones for front faces |

A pixel program leaves its results in registers from R0 on: four for each target of which the header names any component,
then the sample mask, then the depth. The mask has its register even if only the depth is written.

Constant buffer n is binding n of set 0, storage buffer n of the driver binding n of set 1. Textures
(set 2) and images (set 3) are bound at the number of their handle among the driver's handles; other handles are numbered
from 1024 on, in the order of their first use. For OpenGL, textures and images from 80 on use the lowest free bindings of the
program, which the interface lists. Variables that are captured in parts of four words
have a second location, from 31 down. Positions are unchanged: if the host's pipeline does not support z from -w, or
y upwards, `maxwell.depth_from_minus_one` and `maxwell.flip_y` convert them. A host may need extensions: for captured vertices
VK_EXT_transform_feedback, for layers of a vertex program VK_EXT_shader_viewport_index_layer, for numbers of vertices
shaderDrawParameters unless `maxwell.draws_from_zero` is set.
)";

std::string hex_word(std::uint64_t value) {
    std::string text = "0x";
    for (unsigned shift = 64; shift != 0; shift -= 4) text += "0123456789abcdef"[value >> (shift - 4) & 15];
    return text;
}

std::string_view shape_name(Shape shape) {
    static constexpr std::string_view kNames[] = {"R", "I", "C", "RC", "S", "P", "B"};
    return kNames[static_cast<std::size_t>(shape)];
}

void document_ops(std::string& text) {
    text += kOpsSection;
    constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::XMAD) + 1;
    for (std::size_t i = 0; i < kOpCount; ++i) {
        const OpRow& op = row(static_cast<Op>(i));
        std::string shapes;
        for (std::size_t k = 0; k < maxwell::kForms; ++k) {
            const FormRow& form = row(static_cast<Form>(k));
            if (form.op != static_cast<Op>(i)) continue;
            shapes += (shapes.empty() ? "" : " ") + std::string(shape_name(form.shape));
        }
        document_row(text, {std::string(op.mnemonic), shapes, std::string(op.summary)});
    }
}

void document_forms(std::string& text) {
    text += kFormsSection;
    for (std::size_t i = 0; i < maxwell::kForms; ++i) {
        const FormRow& form = row(static_cast<Form>(i));
        std::string fields;
        for (const FieldId id : form.text) fields += (fields.empty() ? "" : " ") + std::string(row(id).id);
        document_row(text, {std::string(row(form.op).mnemonic) + " " + std::string(shape_name(form.shape)),
                            hex_word(form.mask), hex_word(form.value), fields});
    }
}

std::string bits_text(const FieldRow& field) {
    const auto run = [](unsigned bit, unsigned width) {
        std::string text = std::to_string(bit + width - 1);
        if (width > 1) text += ":" + std::to_string(bit);
        return text;
    };
    const std::string low = run(field.bit, field.width);
    return field.more_width == 0 ? low : run(field.more_bit, field.more_width) + ", " + low;
}

void document_fields(std::string& text) {
    text += kFieldsSection;
    for (const FieldRow& field : kFieldRows) {
        if (field.kind == Kind::Mark) continue;
        std::string names;
        for (const char c : field.names) names += c == '|' ? std::string(" ") : std::string(1, c);
        for (std::size_t at = 0; (at = names.find("  ", at)) != std::string::npos; at += 2) names.insert(at + 1, "-");
        if (field.names.starts_with('|')) names.insert(0, "-");
        document_row(text, {std::string(field.id), bits_text(field), std::string(lift_of(field.role)), names});
    }
    text +=
        "\nNames are in the order of the values; - is the default, which text omits, ? a value without a meaning.\n";
}

void document_context_keys(std::string& text) {
    text +=
        "\n## Context keys\n\nThe state that a translation may depend on besides the code; # stands for a number.\n";
    text += kContextKeysText;
    text += "| context key | values | default | meaning |\n|---|---|---|---|\n";
#define CONTEXT_KEY(identifier, name, values, usual, purpose) \
    document_row(text, {"`" name "`", std::string(values), usual, purpose});
#include "isa/maxwell/context_keys.inc"
#undef CONTEXT_KEY
}

} // namespace

std::string document() {
    std::string text(kHead);
    document_word(text, Control::fields);
    text += kHeadersSection;
    Sph sph;
    document_word(text, fields_of_sph(sph));
    text += "\n## The program header of pixel programs\n\n";
    sph.set(Sph::shader, 5U);
    document_word(text, fields_of_sph(sph));
    text += "\n## DKSH\n\n";
    document_word(text, DkshHeader::fields);
    for (const std::uint32_t type : {0U, 1U, 2U, 3U, 4U, 5U}) {
        DkshProgram program;
        program.set(DkshProgram::type, type);
        text += "\nA program of type " + std::to_string(type) + " (" +
                std::string(kStageNames[static_cast<std::size_t>(stage_of(program))]) + "):\n\n";
        document_word(text, fields_of_program(program));
    }
    document_ops(text);
    document_forms(text);
    document_fields(text);
    text += kPipelineSection;
    document_context_keys(text);
    text += kAssumed;
    return text;
}

} // namespace relit::isa::maxwell
