#include "machine/gs/document.hpp"

#include "machine/gs/packets/packed.hpp"
#include "machine/gs/state/registers.hpp"
#include "machine/gs/text/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::string_view kIntroduction = R"(# Registers of the GS

Printed from the tables of `src/machine/gs/` by `relit docs gs`; do not edit.

Bits count from the lowest of the register (of 64) or of the PACKED quadword (of 128). Bits without a name have no meaning.
Values are listed by name if they have one; coordinates of 12.4 and 10.4 bits are in sixteenths; Q, S and T are floats.
)";

std::string bits_of(const BitRun& run) {
    return run.width == 1 ? fmt::format("{}", run.bit) : fmt::format("{}-{}", run.bit, run.bit + run.width - 1);
}

std::string_view name_of(Form form) {
    switch (form) {
        case Form::Decimal:
        case Form::Hex: return "";
        case Form::Float: return "float";
        case Form::Fixed: return "sixteenths";
        case Form::SignedFixed: return "sixteenths, signed";
        case Form::Signed: return "signed";
    }
    return "";
}

std::string values_of(const FieldInfo& field) {
    std::string text(name_of(form_of(field.name)));
    for (std::size_t i = 0; i < field.value_names.size(); ++i)
        if (!field.value_names[i].empty())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", i, field.value_names[i]);
    return text;
}

void add_fields(std::string& text, Fields fields) {
    text += "\n| field | bits | values |\n|---|---|---|\n";
    for (const FieldInfo& field : fields)
        if (field.name != "-")
            text += fmt::format("| {} | {} | {} |\n", field.name, bits_of(field.runs[0]), values_of(field));
}

/// Registers with the same fields stand together.
void add_registers(std::string& text, std::span<const RegisterInfo> all, unsigned digits) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto same = [&](const RegisterInfo& one) { return one.fields.data() == all[i].fields.data(); };
        if (std::ranges::find_if(all.first(i), same) != all.begin() + static_cast<std::ptrdiff_t>(i)) continue;
        text += "\n### ";
        std::string list;
        for (const RegisterInfo& one : all) {
            if (!same(one)) continue;
            if (!list.empty()) text += ", ";
            text += one.name;
            list += fmt::format("- `0x{:0{}x}` {}: {}\n", one.address, digits, one.name, one.purpose);
        }
        text += "\n\n" + list;
        add_fields(text, all[i].fields);
    }
}

void add_packed(std::string& text) {
    for (unsigned i = 0; i < 16; ++i) {
        const PackedInfo& info = packed_info(i);
        text += fmt::format("\n### {:x} {}\n\nPACKED: {}.\n", i, info.name, info.purpose);
        if (std::ranges::any_of(info.fields, [](const FieldInfo& field) { return field.name != "-"; }))
            add_fields(text, info.fields);
    }
}

} // namespace

std::string document_registers() {
    std::string text(kIntroduction);
    text += "\n## General registers\n\nBy address, as used by A+D.\n";
    add_registers(text, general_registers(), 2);
    text += "\n## Privileged registers\n\nBy offset from 0x12000000, which is also the offset in the page of a dump.\n";
    add_registers(text, privileged_registers(), 4);
    text += "\n## GIF tags\n";
    add_fields(text, GifTag::fields);
    text +=
        "\n## Descriptors and PACKED quadwords\n\nNOP and the reserved descriptor write nothing; neither does A+D in a "
        "REGLIST.\n";
    add_packed(text);
    return text;
}

} // namespace relit::machine::gs
