// The registers as structs of C++ (include/relit/gs_registers.hpp), printed from the tables.
#include "machine/gs/document.hpp"
#include "machine/gs/state/registers.hpp"
#include "machine/gs/text/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::string_view kHeaderBegin =
    R"(// The registers of the GS as structs: gs.write(XYZ2{.X = 16 * 320, .Y = 16 * 32}). Self-contained; C++23.
// Printed from the tables of src/machine/gs/; do not edit. Omitted fields are 0. S, T and Q are
// floats; what counts in fractions does so here: 16 to a pixel in X and Y, 16 to a texel in U and V.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

// clang-format off
namespace relit::api::gs {
namespace detail {

template <unsigned width, class T>
[[nodiscard]] constexpr std::uint64_t bits(T value, unsigned first) {
    if constexpr (std::is_same_v<T, float>)
        return std::uint64_t{std::bit_cast<std::uint32_t>(value)} << first;
    else
        return (static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - width))) << first;
}
template <unsigned width, class T>
[[nodiscard]] constexpr bool fits(T value) {
    if constexpr (std::is_same_v<T, float> || width == 8 * sizeof(T))
        return true;
    else if constexpr (std::is_signed_v<T>)
        return value >= -(1 << (width - 1)) && value < 1 << (width - 1);
    else
        return value >> width == 0;
}

} // namespace detail
)";

std::string type_of(const FieldInfo& field) {
    const Form form = form_of(field.name);
    if (form == Form::Float) return "float";
    const unsigned width = field.width();
    const unsigned bits = width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
    return fmt::format("std::{}int{}_t", is_signed(form) ? "" : "u", bits);
}

/// value() and fits() over the fields that have a name.
void add_functions(std::string& text, std::span<const FieldInfo> fields) {
    std::string value, fits;
    for (const FieldInfo& field : fields) {
        if (field.name == "-") continue;
        value += fmt::format("{}detail::bits<{}>({}, {})", value.empty() ? "" : " | ", field.width(), field.name,
                             field.runs[0].bit);
        fits += fmt::format("{}detail::fits<{}>({})", fits.empty() ? "" : " && ", field.width(), field.name);
    }
    text += fmt::format(
        "    [[nodiscard]] constexpr std::uint64_t value() const {{ return {}; }}\n"
        "    [[nodiscard]] constexpr bool fits() const {{ return {}; }}\n}};\n",
        value.empty() ? "0" : value, fits.empty() ? "true" : fits);
}

/// Neighbours of one type in one declaration.
void add_members(std::string& text, std::span<const FieldInfo> fields) {
    std::string last;
    for (const FieldInfo& field : fields) {
        if (field.name == "-") continue;
        const std::string type = type_of(field);
        text += type == last ? ", " : fmt::format("{}    {} ", last.empty() ? "" : ";\n", type);
        text += fmt::format("{} = 0", field.name);
        last = type;
    }
    if (!last.empty()) text += ";\n";
}

std::string_view without_context(std::string_view name) { return name.substr(0, name.size() - 2); }

/// One of each context: FRAME<1>, with the name FRAME_1.
void add_pair(std::string& text, const RegisterInfo& first) {
    const std::string_view name = without_context(first.name);
    text +=
        fmt::format("\n/// {0}_1 (0x{1:02x}), {0}_2 (0x{2:02x}): {3}.\ntemplate <unsigned context>\nstruct {0} {{\n",
                    name, first.address, first.address + 1, first.purpose.substr(0, first.purpose.find(", context")));
    add_members(text, first.fields);
    text += fmt::format("    static constexpr std::uint8_t kAddress = 0x{:02x} + context;\n", first.address - 1);
    add_functions(text, first.fields);
    text += fmt::format("using {0}_1 = {0}<1>;\nusing {0}_2 = {0}<2>;\n", name);
}

void add_one(std::string& text, const RegisterInfo& info, std::string_view constant, unsigned digits) {
    text += fmt::format("\n/// 0x{:0{}x}: {}.\nstruct {} {{\n", info.address, digits, info.purpose, info.name);
    add_members(text, info.fields);
    text +=
        fmt::format("    static constexpr std::uint{}_t {} = 0x{:0{}x};\n", 4 * digits, constant, info.address, digits);
    add_functions(text, info.fields);
}

} // namespace

std::string print_register_header() {
    std::string text(kHeaderBegin);
    const auto all = general_registers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view name = all[i].name;
        if (!name.ends_with("_1") && !name.ends_with("_2")) add_one(text, all[i], "kAddress", 2);
        if (name.ends_with("_1")) add_pair(text, all[i]);
    }
    for (const RegisterInfo& info : privileged_registers()) add_one(text, info, "kOffset", 4);
    return text + "\n} // namespace relit::api::gs\n// clang-format on\n";
}

} // namespace relit::machine::gs
