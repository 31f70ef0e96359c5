#include "machine/r500/atom/operations.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace relit::machine::r500::atom {
namespace {

constexpr OpInfo kOperations[] = {
#define ATOM_OP(first, kinds, name, mnemonic, form, purpose) \
    {first, Kinds::kinds, Op::name, mnemonic, Form::form, purpose},
#include "machine/r500/atom/operations.inc"
#undef ATOM_OP
};

constexpr Kind kAllKinds[] = {Kind::Reg, Kind::Ps, Kind::Ws, Kind::Fb, Kind::Pll, Kind::Mc};
constexpr Kind kTwoKinds[] = {Kind::Ps, Kind::Ws};

constexpr std::span<const Kind> kinds_of(Kinds kinds) {
    if (kinds == Kinds::All) return kAllKinds;
    if (kinds == Kinds::Two) return kTwoKinds;
    return std::span(kAllKinds).first(1);
}

/// Opcodes in order, without one missing or owned twice.
constexpr bool rows_are_dense() {
    unsigned next = 1;
    for (const OpInfo& row : kOperations) {
        if (row.first != next) return false;
        next += static_cast<unsigned>(kinds_of(row.kinds).size());
    }
    return next == kOpcodes;
}
static_assert(rows_are_dense(), "every opcode has one row of operations.inc, in order");

constexpr auto kTable = [] {
    std::array<Opcode, 256> table{};
    for (const OpInfo& row : kOperations) {
        unsigned at = row.first;
        for (const Kind kind : kinds_of(row.kinds)) table[at++] = {&row, kind};
    }
    return table;
}();

std::vector<std::string> make_names() {
    std::vector<std::string> names(kTable.size());
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        const Opcode& one = kTable[i];
        if (one.info == nullptr) continue;
        names[i] = one.info->mnemonic;
        if (one.info->kinds != Kinds::One) names[i].append("_").append(name_of(one.dst));
    }
    return names;
}

const std::vector<std::string>& names() {
    static const std::vector<std::string> kNames = make_names();
    return kNames;
}

} // namespace

std::span<const OpInfo> operations() { return kOperations; }

unsigned opcodes_of(const OpInfo& info) { return static_cast<unsigned>(kinds_of(info.kinds).size()); }

Opcode opcode(std::uint8_t number) { return kTable[number]; }

std::string_view name_of_opcode(std::uint8_t number) { return names()[number]; }

std::optional<std::uint8_t> opcode_named(std::string_view name) {
    const auto found = std::ranges::find(names(), name);
    if (name.empty() || found == names().end()) return std::nullopt;
    return static_cast<std::uint8_t>(found - names().begin());
}

} // namespace relit::machine::r500::atom
