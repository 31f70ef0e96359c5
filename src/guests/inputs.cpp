#include "guests/inputs.hpp"

#include "base/text.hpp"
#include "ir/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::guests {
namespace {

struct InputRow {
    std::string_view guest, name;
    std::uint32_t count = 0; // 0: it has no number
    InputKind kind{};
};
constexpr std::uint32_t kAny = 0xffffffff, kAnything = kAny - 1;
constexpr InputRow kInputs[] = {
#define INPUT(guest, name, count, kind) {guest, name, count, InputKind::kind},
#include "guests/inputs.inc"
#undef INPUT
};

bool fits_row(const InputRow& row, std::string_view name) {
    if (row.count == kAnything) return true;
    if (!name.starts_with(row.name)) return false;
    const std::string_view digits = name.substr(row.name.size());
    if (row.count == 0 || digits.empty()) return row.count == 0 && digits.empty();
    if (row.count == kAny) return digits.find_first_not_of("0123456789abcdef_") == digits.npos;
    const bool is_number = digits.find_first_not_of("0123456789") == digits.npos;
    const auto number = is_number ? parse_integer(digits) : std::nullopt;
    return number && *number < row.count;
}

} // namespace

bool is_input(std::string_view guest, std::string_view name, InputKind kind) {
    const bool is_builtin = std::ranges::find(ir::kBuiltinNames, name) != ir::kBuiltinNames.end();
    return (kind == InputKind::Register && is_builtin) || std::ranges::any_of(kInputs, [&](const InputRow& row) {
               return row.guest == guest && row.kind == kind && fits_row(row, name);
           });
}

Status check_input_name(std::string_view guest, std::string_view name, InputKind kind) {
    if (is_input(guest, name, kind)) return {};
    const std::string known = input_names(guest, kind);
    return fail(fmt::format("\"{}\" is not {} of {} programs{}{}", name,
                            kind == InputKind::Texture ? "a texture" : "an input", guest,
                            known.empty() ? "" : "; they have ", known));
}

std::string input_names(std::string_view guest, InputKind kind) {
    constexpr std::uint32_t kMost = 1000; // beyond, the number has no end that helps
    std::string all;
    for (const InputRow& row : kInputs) {
        if (row.guest != guest || row.kind != kind || row.count == kAnything) continue;
        all += all.empty() ? "" : ", ";
        all += row.count == 0      ? std::string(row.name)
               : row.count > kMost ? fmt::format("{0}0, {0}1 and so on", row.name)
                                   : fmt::format("{0}0 to {0}{1}", row.name, row.count - 1);
    }
    return all;
}

} // namespace relit::guests
