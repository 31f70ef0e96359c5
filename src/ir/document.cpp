#include "ir/document.hpp"

#include "ir/op.hpp"

#include <fmt/format.h>

namespace relit::ir {
namespace {

struct Group {
    std::string_view title;
    Op first;
};

constexpr Group kGroups[] = {
    {"Data", Op::Const},
    {"Floats", Op::FAdd},
    {"Integers", Op::IAdd},
    {"Bools", Op::BAnd},
    {"Conversions", Op::FConvert},
    {"Guest registers", Op::LoadFile},
    {"Memory", Op::LoadBuffer},
    {"Textures and images", Op::Sample},
    {"Across invocations", Op::FDdx},
    {"The pipeline", Op::ReadBuiltin},
};

struct TraitName {
    Traits trait;
    std::string_view name;
};
constexpr TraitName kTraits[] = {
    {kPure, "pure"},     {kSwaps, "swaps"}, {kReduce, "reduces"},
    {kEffect, "effect"}, {kReads, "reads"}, {kAcross, "across"},
};

std::string traits_of(const OpInfo& op) {
    std::string text;
    const auto add = [&](std::string_view word) { text += fmt::format("{}{}", text.empty() ? "" : ", ", word); };
    for (const TraitName& trait : kTraits) {
        if (op.has(trait.trait)) add(trait.name);
    }
    if (op.error_ulp() != 0) add(fmt::format("{} ulp", op.error_ulp()));
    return text;
}

std::string code(std::string_view text) {
    std::string escaped;
    for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return fmt::format("`{}`", escaped);
}

std::string row(const OpInfo& op) {
    const std::string operands = op.operands.empty() ? "" : code(op.operands);
    const std::string value = op.value == "kNone" ? "" : code(op.value);
    return fmt::format("| {} | {} | {} | {} | {} |\n", code(op.mnemonic), operands, op.result, traits_of(op), value);
}

} // namespace

std::string document_ops() {
    std::string text;
    const Group* group = kGroups;
    for (std::size_t i = 0; i < all_ops().size(); ++i) {
        if (group != std::end(kGroups) && static_cast<Op>(i) == group->first) {
            text += fmt::format(
                "{}### {}\n\n| name | operands | result | traits | value of a lane |\n|---|---|---|---|---|\n",
                i == 0 ? "" : "\n", group->title);
            ++group;
        }
        text += row(all_ops()[i]);
    }
    return text;
}

std::string meaning_of(const OpInfo& row) {
    const std::string traits = traits_of(row);
    if (row.value == "kNone") return fmt::format("{}: {}", row.mnemonic, traits);
    return fmt::format("{}: {} of each lane; {}", row.mnemonic, row.value, traits);
}

} // namespace relit::ir
