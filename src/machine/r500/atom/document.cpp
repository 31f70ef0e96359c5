#include "machine/r500/atom/document.hpp"

#include "machine/r500/atom/indirect_io.hpp"
#include "machine/r500/atom/operations.hpp"
#include "machine/r500/atom/register_names.hpp"
#include "machine/r500/atom/text/data_fields.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::string_view kHead = R"(# AtomBIOS

Printed from the tables of `src/machine/r500/atom/` by `relit docs atom`; do not edit.

The video BIOS of a Radeon card holds, beside code for the host's processor, tables: of commands, which a driver interprets to set up
the card, and of data. `relit disasm --isa atom ROM` lists the whole image, `relit asm --isa atom` makes the same bytes of the text,
`explain` and `info` tell the rest. The library runs command tables (`src/machine/r500/atom/run/interpreter.hpp`).

A file may be larger than its image, as dumps of flash memory are, and a ROM may be a chain of images. The first image
with the signature of AtomBIOS is listed, all around it as bytes; a warning says where it is.

## Text

The lines of a text make the bytes of the image, one after the other. Comments begin with `//` or `--`.

| line | bytes |
|---|---|
| `.atombios` | none: the mark of such a text |
| `.image` | none: the image begins here, after bytes of the file around it; `.offset` counts from here |
| `.bytes 55aa...` | pairs of hex digits |
| `.fill COUNT, BYTE` | a byte many times |
| `.text "..."` | characters |
| `.u8`, `.u16`, `.u32 N, ...` | numbers |
| `.offset NAME` or `.offset N` | 16 bits: where the table of that name lies |
| `.command NAME format F content C workspace W parameters P [updated]` ... `.end` | a command table; its size is what stands between |
| `.table NAME format F content C` ... `.end` | any other table: the ROM header, the two lists, data |
| `LABEL:` | none: a place in a command table |
| an instruction | see below |

Code may grow or shrink: sizes, labels and offsets follow. What the image says of its own length and checksum (bytes 2 and the last)
does not.

Operands are `REG[n]` or the name of a register, `PS[n]` (parameters), `WS[n]` (work space), `FB[n]` (memory), `ID[n]` (data),
`PLL[n]`, `MC[n]`, or a number. `[15:0]`, `[23:8]`, `[31:16]`, `[7:0]`, `[15:8]`, `[23:16]`, `[31:24]` after an operand name the part
that is meant; without them it is the dword. Source and destination are equally wide. `attr=0xNN` after the operands spells out an
attribute that is not the usual one; no compiler's is.

A register is named where nothing but MM is selected on every way to the instruction, as it is where a driver begins. A note after an
instruction names the register that SET_REG_BLOCK makes of the number, or that the selected port reaches.

Registers of all kinds, with their fields: docs/machine/r500.md and `relit r500 reg NAME`.

A command table is listed from its first instruction to the EOT after which no jump leads, or to its end where all of it decodes.
What is left is data.

## Meaning, and what is not known

What instructions do is what Linux `amdgpu/atom.c` does; where versions of it differ, the newer is taken:

- SHL and SHR shift the whole dword of the destination and keep its part (older: they shift the part).
- FB counts dwords after the base (older: bytes). The base counts bytes.
- MOVE_INDEX, MOVE_ATTR and MOVE_DATA of indirect IO clear the bits that they write (older: those at the place they read).
- DEBUG has a byte, CTB_DS a word that counts the bytes after it (older: they are not implemented).

Assumptions, and what is refused:

- BEEP has no byte after it, as in Linux; the author of `buhman/r500` lists one. No table of the images seen has it.
- REPEAT has a byte, by that author; Linux reads none. REPEAT, SAVE_REG and RESTORE_REG stop a run: their meaning is unknown.
- The work space of a table counts bytes: in an RV530 it is four times the dwords used, in every table. Linux makes so many dwords
  of it, and so does a run; beyond these it stops.
- Registers of PCI and of system IO stop a run (Linux reads 0 of them).
- A shift by 32 or more gives 0 (in C it is undefined).
- A parameter that was not given reads as 0, and the run says so.
- CALL_TABLE of a table that the image lacks does nothing, as in Linux.
- Registers of the memory controller differ between chips; a note tells the names of both.

Names of registers are those of R500. An image whose PCI data structure is for another chip (not 1002:7100 to 1002:72FF) has numbers
instead, and a warning: from R600 on other registers are at these addresses. An image that names no chip is taken for one of R500.

Runs end: after 1048576 instructions, or where tables call each other 32 deep. The fault names the loop and what it waits for (docs/run.md).
)";

std::string_view form_text(Form form) {
    switch (form) {
        case Form::None: return "";
        case Form::DstSrc: return "dst, src";
        case Form::DstShift: return "dst, N";
        case Form::DstMaskSrc: return "dst, mask, src";
        case Form::Dst: return "dst";
        case Form::Src: return "src";
        case Form::Switch: return "src, N: LABEL, ...";
        case Form::Target: return "LABEL";
        case Form::Byte:
        case Form::Word: return "N";
        case Form::Port: return "PORT";
        case Form::Table: return "COMMAND";
        case Form::Block: return "DATA";
        case Form::Data: return "HEX";
    }
    unreachable("form_text");
}

void add_operations(std::string& text) {
    text +=
        "\n## Operations\n\nOperations with a destination have an opcode for each kind of it: REG, PS, WS, FB, PLL, MC, or "
        "PS, WS. The name ends in it.\n\n| opcodes | name | operands | what it does |\n|---|---|---|---|\n";
    for (const OpInfo& row : operations()) {
        const unsigned count = opcodes_of(row);
        const std::string numbers =
            count == 1 ? fmt::format("{}", row.first) : fmt::format("{}-{}", row.first, row.first + count - 1);
        text += fmt::format("| {} | {}{} | {} | {} |\n", numbers, row.mnemonic, row.kinds == Kinds::One ? "" : "_...",
                            form_text(row.form), row.purpose);
    }
}

void add_work_space(std::string& text) {
    text += "\n## Work space\n\n| index | name | meaning |\n|---|---|---|\n";
    for (const WorkSpaceInfo& row : kWorkSpace)
        text += fmt::format("| 0x{:02X} | {} | {} |\n", row.index, row.name, row.purpose);
}

void add_indirect_io(std::string& text) {
    text += fmt::format("\n## Indirect IO\n\nData table {} holds programs. That of a port (",
                        name_of(TableKind::Data, kIndirectIoTable));
    for (std::size_t i = 1; i < std::size(kPortNames); ++i)
        text += fmt::format("{}{} {}", i == 1 ? "" : ", ", i, kPortNames[i]);
    text +=
        ") reads, the one with 128 added to its number writes. A word is made, put into registers, and given back.\n\n"
        "| number | name | operands | what it does |\n|---|---|---|---|\n";
    constexpr std::pair<char, std::string_view> kLetters[] = {{'r', "register"}, {'b', "bits"},   {'f', "from"},
                                                              {'t', "to"},       {'n', "number"}, {'x', "N"}};
    unsigned number = 0;
    for (const IoInfo& row : io_operations()) {
        std::string operands;
        for (const char letter : row.operands)
            operands.append(operands.empty() ? "" : ", ")
                .append(std::ranges::find(kLetters, letter, &std::pair<char, std::string_view>::first)->second);
        text += fmt::format("| {} | {} | {} | {} |\n", number++, row.mnemonic, operands, row.purpose);
    }
}

void add_names(std::string& text, TableKind kind, std::string_view title, unsigned count) {
    text += fmt::format("\n## {}\n\n", title);
    for (unsigned i = 0; i < count; ++i)
        text += fmt::format("{}{} {}", i == 0 ? "" : i % 5 == 0 ? ",\n" : ", ", i, name_of(kind, i));
    text += ".\n";
}

void add_fields(std::string& text) {
    text +=
        "\n## Fields of data\n\nOffsets of a record count from its start.\n\n| table | revisions | offset | type | name | unit |\n"
        "|---|---|---|---|---|---|\n";
    constexpr std::string_view kTypes[] = {"u8", "u16", "u32", "text", "offset"};
    for (const FieldRow& row : field_rows())
        text += fmt::format("| {} | {}.{}{} | {}{} | {} | {} | {} |\n", row.table, row.format, row.first,
                            row.first == row.last ? "" : fmt::format("-{}", row.last),
                            row.part == TablePart::Record ? "record + " : "", row.offset,
                            kTypes[static_cast<unsigned>(row.type)], row.name, row.unit);
}

/// How many numbers have names.
unsigned named(TableKind kind, std::string_view unnamed) {
    unsigned count = 0;
    while (name_of(kind, count) != fmt::format("{}{}", unnamed, count)) ++count;
    return count;
}

} // namespace

std::string document() {
    std::string text(kHead);
    add_operations(text);
    add_work_space(text);
    add_indirect_io(text);
    add_names(text, TableKind::Command, "Command tables", named(TableKind::Command, "Command"));
    add_names(text, TableKind::Data, "Data tables", named(TableKind::Data, "Data"));
    add_fields(text);
    return text;
}

} // namespace relit::machine::r500::atom
