#include "ir/rewrite/reducer.hpp"

#include "base/result.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace relit::ir {
namespace {

constexpr std::size_t kMostMade = 16; // by one row of the table

} // namespace

/// Returns the value that the instruction comes to; itself where it stays, be it as another one.
Id Reducer::reduced(Id id, std::pmr::vector<Id>& insts) {
    for (unsigned round = 0; round < Rewriter::kMostIterations; ++round) {
        if (module_[id].op == Op::Copy) return module_[id].operands[0];
        if (fold_inst(module_, id)) {
            has_rewritten_ = true;
            break;
        }
        const Id same = rewriter_.step(id);
        if (!made_.empty()) take_made(id, insts);
        if (same == kNone) break;
        has_rewritten_ = true;
        if (same != id) return same;
    }
    return id;
}

/// Reduces what the rewriter made for the instruction, each before those that use it.
void Reducer::take_made(Id id, std::pmr::vector<Id>& insts) {
    std::array<Id, kMostMade> made{};
    const std::size_t count = made_.size();
    if (count > made.size()) unreachable("a rewrite makes more instructions than it may");
    std::ranges::copy(made_, made.begin());
    made_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const Id value = take(made[i], insts);
        if (value == made[i]) continue;
        const auto mean = [&](Id user) { std::ranges::replace(module_[user].operands, made[i], value); };
        for (const Id later : std::span(made).first(count).subspan(i + 1)) mean(later);
        mean(id);
    }
}

} // namespace relit::ir
