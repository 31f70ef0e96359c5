#include "machine/r500/document.hpp"

#include "machine/r500/capture/check.hpp"
#include "machine/r500/capture/lint.hpp"
#include "machine/r500/surface/texel.hpp"

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::string_view kHead = R"(# R500: command streams

Printed from the tables of `src/machine/r500/` and `src/isa/r500/encoding/` by `relit docs r500`; do not edit.

`relit pm4 FILE` shows a stream packet by packet, `relit r500 reg NAME` one register. A stream is a file of dwords, a
text (lists of dwords, lists of registers by address or name, logs of the kernel: docs/machine/r500-text.md), or a
capture: a folder with a `manifest.json` (format `relit-r500-capture`, version 1), or a zip archive of it. The text of `relit disasm --isa r500`, which `relit asm` turns back into
the same dwords: docs/machine/r500-text.md.

Numbers of registers are byte addresses. Bits count from the lowest. Streams write registers of drawing; drivers and the tables of
AtomBIOS (docs/machine/atom.md) those of buses, clocks and displays too. The memory controller of R520, RV530, RV560, RV570 and R580
has the registers whose names begin with `R520_`. What is marked "not in AMD's document" is known from drivers.
The six words of an instruction of fragment programs (`US_ALU_*`, `US_TEX_*`, `US_FC_*`, `US_CMN_INST`) are memory that is loaded through
`GA_US_VECTOR_DATA`, not registers; `relit docs r500.fs` has them.

## What to know when reading a stream

- Registers keep their values from submission to submission. Mesa sends all of them each time; the kernel's checks begin anew.
- Addresses are offsets in a buffer. The NOP after the packet names the relocation, and it the buffer: its dword counts dwords of
  the table of relocations, so relocation n is 4 * n. Packets of several addresses take several NOPs, in the order of addresses.
- With flag 0 of a submission (keep tiling) the pitches take no NOP; Mesa sends one all the same, which nothing takes.
- Outputs of a vertex program are packed: position, point size, colours, textures, those that `VAP_OUT_VTX_FMT_0` and `_1` name.
- Functions of the depth and stencil tests are not in the order of OpenGL.
- Masks and constants of colours name physical channels: with an RGBA target "blue" holds red. `US_OUT_FMT` says the order.
- A buffer of colour may be cleared through the depth unit: with `ZB_BW_CNTL.ZB_CB_CLEAR` a draw writes `ZB_DEPTHCLEARVALUE`, as a raw
  dword, to `ZB_DEPTHOFFSET`, which then is the second half of the colour buffer.
- `3D_CLEAR_ZMASK` marks tiles as cleared; their depth is `ZB_DEPTHCLEARVALUE` at the next draw with `ZB_BW_CNTL.FAST_FILL`. `3D_CLEAR_CMASK` does
  the same for colour: blocks read as `RB3D_COLOR_CLEAR_VALUE` once `RB3D_CCTL.CMASK_ENABLE` is set.
- Point sizes and line widths count half sizes in twelfths of a pixel. Equal halves of `GA_POINT_MINMAX` fix the size whatever the program writes.
- The constant of a depth offset counts half steps of 24-bit depth in Mesa's streams (quarter steps of 16-bit depth), the slope is times 12.
- `GA_POINT_T0` is T at the greatest y, `GA_POINT_T1` at the smallest.

Unclear, as no document says it: whether indices are clamped before or after `VAP_INDEX_OFFSET` is added (here: before), and what becomes of
the eight dwords of a `FLOAT_8` element (here: the first four go to the input; `relit pm4` shows the others after them). Of `CP_VID_ADDR_CNTL` and
`VAP_VTX_ST_*` no address is known.
)";

std::string bits_of(const FieldRow& row) {
    const BitRun run = row.field.runs[0];
    return run.width == 1 ? fmt::format("{}", run.bit) : fmt::format("{}-{}", run.bit, run.bit + run.width - 1);
}

std::string values_text(const FieldRow& row) {
    std::string text(row.purpose);
    std::string_view separator = ": ";
    for (const ValueRow& value : values_of(row)) {
        text += fmt::format("{}{} {}", separator, value.number, value.name);
        separator = ", ";
    }
    return text;
}

std::string address_text(const RegisterRow& row) {
    if (row.count == 1) return fmt::format("`{:#06x}`", row.offset);
    return fmt::format("`{:#06x}` + {} * i, i from 0 to {}", row.offset, row.stride, row.count - 1);
}

void add_register(std::string& text, const RegisterRow& row) {
    text += fmt::format("\n### {}\n\n{}: {}{}\n", row.name, address_text(row), row.purpose,
                        is_safe(row.offset) ? "" : "; not on the kernel's list of safe registers");
    const auto fields = fields_of(row);
    if (fields.empty() || (fields.size() == 1 && fields[0].field.width() == 32 && values_of(fields[0]).empty())) return;
    text += "\n| field | bits | what it says |\n|---|---|---|\n";
    for (const FieldRow& field : fields)
        text += fmt::format("| {} | {} | {} |\n", field.field.name, bits_of(field), values_text(field));
}

void add_numbered(std::string& text, const RegisterSpace& space) {
    text += fmt::format("\n## {}\n\nBy number, {}.\n\n| number | name | what it is |\n|---|---|---|\n", space.title,
                        space.reached);
    for (const RegisterRow& row : space.table->registers)
        text += fmt::format("| {:#04x} | {} | {} |\n", row.offset, row.name, row.purpose);
}

void add_rules(std::string& text) {
    text +=
        "\n## What the kernel rejects\n\n`relit pm4` names the rule of each violation. Those of our own the kernel would let pass.\n\n| rule | whose | what it says |\n|---|---|---|\n";
    for (const RuleInfo& rule : all_rules())
        text += fmt::format("| {} | {} | {} |\n", rule.name, rule.whose == Whose::Kernel ? "kernel" : "own", rule.says);
    text +=
        "\nRules and the list of safe registers are those of Linux drivers/gpu/drm/radeon (r100.c, r300.c, radeon_cs.c, reg_srcs/rv515).\n"
        "HyperZ and CMASK count as granted where the manifest's `variant` says so. Sizes are checked where the manifest names buffers.\n"
        "`RB3D_COLOR_CLEAR_VALUE_AR` and `_GB` are on none of the lists that were read; where CMASK is granted they are taken all the same,\n"
        "as Mesa writes them there.\n";
}

void add_checks(std::string& text) {
    text +=
        "\n## Checks of draws\n\n`relit lint` checks the programs of each draw with the draw's registers (docs/isa/r500.vs.md and r500.fs.md have the rules),\n"
        "and the draws themselves. A finding names the draws, the program and the instruction. Constants that a program does not read are\n"
        "not reported: other programs share their memory.\n\n| rule | why | source |\n|---|---|---|\n";
    for (const codec::LintRule& rule : draw_rules())
        text += fmt::format("| `{}` | {} | {} |\n", rule.name, rule.reason, rule.source);
}

void add_formats(std::string& text) {
    text +=
        "\n## Formats of textures\n\nThe code is `TX_FORMAT1.TXFORMAT`, and 32 more where `TX_FORMAT2.TXFORMAT_MSB` is set. Component 0 has the lowest bits.\n"
        "`relit surface` reads them (docs/machine/r500-surfaces.md).\n\n| code | format | bytes | texels of a block | remark |\n|---|---|---|---|---|\n";
    for (const TexelFormat& format : texel_formats())
        text += fmt::format("| {} | {} | {} | {}x{} | {} |\n", format.code, format.name, format.bytes,
                            format.block.width, format.block.height, format.reason);
}

void add_packets(std::string& text) {
    text += "\n## Packets of type 3\n\n| operation | name | what it does |\n|---|---|---|\n";
    for (const OpInfo& op : all_ops())
        text += fmt::format("| {:#04x} | {} | {} |\n", static_cast<unsigned>(op.op), op.name, op.purpose);
}

/// A field of a register of C: where it lies, how it is set in a value and read from one, the names of its values.
void add_field(std::string& text, const RegisterRow& row, const FieldRow& field) {
    const std::string name = fmt::format("{}__{}", row.name, field.field.name);
    const BitRun run = field.field.runs[0];
    const std::uint64_t mask = detail::low_mask(run.width);
    text += fmt::format("/* {} */\n#define {}__SHIFT {}\n#define {}__MASK {:#x}u\n", field.purpose, name, run.bit, name,
                        mask << run.bit);
    text +=
        fmt::format("#define {}(value) (((value) & {:#x}u) << {})\n#define {}__GET(word) (((word) >> {}) & {:#x}u)\n",
                    name, mask, run.bit, name, run.bit, mask);
    for (const ValueRow& value : values_of(field))
        text += fmt::format("#define {}__{} ({}u << {})\n", name, value.name, value.number, run.bit);
}

void add_fields(std::string& text, const RegisterRow& row) {
    const std::uint32_t reset = isa::r500::reset_value(fields_of(row)).raw[0];
    if (reset != 0) text += fmt::format("#define {}__RESET {:#x}u\n", row.name, reset);
    for (const FieldRow& field : fields_of(row))
        if (field.field.runs[0].width != 32 || !values_of(field).empty()) add_field(text, row, field);
}

} // namespace

std::string document() {
    std::string text(kHead);
    add_packets(text);
    add_rules(text);
    add_checks(text);
    add_formats(text);
    text += "\n## Registers\n";
    for (const RegisterRow& row : registers().registers) add_register(text, row);
    for (const RegisterSpace& space : register_spaces().subspan(1)) add_numbered(text, space);
    return text;
}

std::string c_header() {
    std::string text =
        "/* Registers of Radeon R500 by their byte address, printed by `relit r500 header`. Of a field: __SHIFT and __MASK in the\n"
        " * register, FIELD(value) to set it, FIELD__GET(word) to read it, and its values in their place. */\n#ifndef R500_REGISTERS_H\n#define R500_REGISTERS_H\n";
    for (const RegisterRow& row : registers().registers) {
        text += fmt::format("\n/* {} */\n", row.purpose);
        text += row.count == 1 ? fmt::format("#define {} {:#06x}\n", row.name, row.offset)
                               : fmt::format("#define {}(i) ({:#06x} + {} * (i))\n", row.name, row.offset, row.stride);
        add_fields(text, row);
    }
    for (const RegisterSpace& space : register_spaces().subspan(1)) {
        text += fmt::format("\n/* {}: by number, {} */\n", space.title, space.reached);
        for (const RegisterRow& row : space.table->registers)
            text += fmt::format("#define {} {:#04x} /* {} */\n", row.name, row.offset, row.purpose);
    }
    return text + "\n#endif\n";
}

} // namespace relit::machine::r500
