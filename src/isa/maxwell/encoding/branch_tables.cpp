#include "isa/maxwell/encoding/branch_tables.hpp"

#include "isa/maxwell/encoding/control_flow.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kWord = 4, kWidthOfWord = 4; // Role::Width of 32 bits

/// A table and the branch that takes an address from it.
struct Use {
    std::uint32_t load = 0, branch = 0; // in Program::code
};

/// The load whose value is in the branch's register on whichever path control came to the branch.
std::optional<std::uint32_t> load_for(const Program& program, const std::vector<bool>& leads, std::uint32_t branch) {
    const Instruction& in = program.code[branch];
    if (source(in, Role::Target).kind == Source::Kind::Constant) return {};
    const std::uint32_t reg = in[Role::A];
    for (std::uint32_t at = branch; at > 0 && !leads[at];) {
        const Instruction& before = program.code[--at];
        if (!may_write(before, reg)) continue;
        const bool loads = before.op() == Op::LDC && before[Role::D] == reg && before[Role::Width] == kWidthOfWord &&
                           before[Role::CbMode] == 0;
        const bool always = before.guard() == kTruePredicate || (before.guard() == in.guard() && at + 1 == branch);
        return loads && always ? std::optional(at) : std::nullopt;
    }
    return {};
}

// A register in the address can be anything, so any word of the buffer can be taken.
std::vector<std::uint32_t> words_taken(const Instruction& load, const std::vector<std::uint32_t>& all) {
    if (load[Role::A] != kZeroRegister) return all;
    const std::int64_t offset = offset_of(load);
    if (offset < 0 || static_cast<std::uint64_t>(offset) / kWord >= all.size()) return {};
    return {all[static_cast<std::size_t>(offset) / kWord]};
}

std::vector<std::uint32_t> targets_of(const Program& program, Use use, const std::vector<std::uint32_t>& words) {
    const Instruction& branch = program.code[use.branch];
    const bool absolute = branch.op() == Op::JMX;
    const auto base = static_cast<std::uint32_t>(source(branch, Role::Target).number) +
                      (absolute ? 0 : static_cast<std::uint32_t>(branch.address) + kWordBytes);
    std::vector<std::uint32_t> targets;
    for (const std::uint32_t word : words)
        if (program.at(word + base) != nullptr) targets.push_back(word + base);
    std::ranges::sort(targets);
    targets.erase(std::ranges::unique(targets).begin(), targets.end());
    return targets;
}

} // namespace

std::optional<BranchTargets> table_targets(const Program& program, const std::vector<bool>& leads,
                                           const KnownWords& known) {
    BranchTargets found;
    std::vector<Use> uses;
    std::vector<bool> all_leads = leads;
    for (std::uint32_t i = 0; i < program.code.size(); ++i) {
        if (!program.code[i].known() || !is_computed(program.code[i].op())) continue;
        const auto load = load_for(program, leads, i);
        if (!load) return {};
        const std::vector<std::uint32_t> words = known(program.code[*load][Role::Slot]);
        if (words.empty()) return {};
        uses.push_back({*load, i});
        found[i] = targets_of(program, uses.back(), words_taken(program.code[*load], words));
        for (const std::uint32_t target : found[i])
            all_leads[static_cast<std::size_t>(program.at(target) - program.code.data())] = true;
    }
    for (const Use& use : uses) // nothing leads in between
        for (std::uint32_t i = use.load + 1; i <= use.branch; ++i)
            if (all_leads[i]) return {};
    return found;
}

} // namespace relit::isa::maxwell
