#include "ir/document.hpp"

#include "ir/op.hpp"

#include <fmt/format.h>

namespace relit::ir {
namespace {

/// A heading, or an operation below it.
struct Line {
    std::string_view group; // empty: an operation
    Op op{};
};
constexpr Line kLines[] = {
#define IR_GROUP(title) {title},
#define IR_OP(name, result, operands, traits, imm, op_class, memory, value) {{}, Op::name},
#include "ir/opcodes.inc"
#undef IR_OP
};

struct TraitName {
    Traits trait;
    std::string_view name;
};
constexpr TraitName kTraits[] = {
    {kPure, "pure"},     {kSwaps, "swaps"},     {kReduce, "reduces"},     {kEffect, "effect"},
    {kReads, "reads"},   {kAcross, "across"},   {kMoves, "moves"},        {kPicks, "picks"},
    {kRounds, "rounds"}, {kIndexed, "indexed"}, {kByVertex, "by vertex"},
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
    for (const Line& line : kLines) {
        text += line.group.empty() ? row(info(line.op))
                                   : fmt::format(
                                         "{}### {}\n\n| name | operands | result | traits | value of a lane |\n"
                                         "|---|---|---|---|---|\n",
                                         text.empty() ? "" : "\n", line.group);
    }
    return text;
}

std::string description_of(const OpInfo& row) {
    const std::string traits = traits_of(row);
    if (row.value == "kNone") return fmt::format("{}: {}", row.mnemonic, traits);
    return fmt::format("{}: {} of each lane; {}", row.mnemonic, row.value, traits);
}

} // namespace relit::ir
