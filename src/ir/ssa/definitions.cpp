#include "ir/ssa/definitions.hpp"

#include <algorithm>
#include <ranges>

namespace relit::ir {

void Definitions::leave(BlockId block, std::span<const Stored> stored) {
    if (block >= stored_by_.size()) stored_by_.resize(std::size_t{block} + 1);
    stored_by_[block] = {static_cast<std::uint32_t>(stored_.size()), static_cast<std::uint32_t>(stored.size())};
    stored_.insert(stored_.end(), stored.begin(), stored.end());
}

std::span<const Stored> Definitions::stored(BlockId block) const {
    if (block >= stored_by_.size()) return {};
    return std::span(stored_).subspan(stored_by_[block].first, stored_by_[block].count);
}

Source Definitions::enter(BlockId block, VariableId variable) {
    const auto fresh = static_cast<CellId>(cells_.size());
    const CellId cell = index_.find_or_add(WordHash().add(block).add(variable).value(), fresh, [&](CellId other) {
        return cells_[other].block == block && cells_[other].variable == variable;
    });
    if (cell == fresh) cells_.push_back({block, variable, {kNone, fresh}});
    return {kNone, cell};
}

Source Definitions::at_end(BlockId block, VariableId variable) {
    const auto left = stored(block);
    const auto found = std::ranges::lower_bound(left, variable, {}, &Stored::variable);
    if (found != left.end() && found->variable == variable) return found->source;
    return enter(block, variable);
}

Source Definitions::resolve(Source source) {
    CellId cell = source.at;
    Source last = source;
    while (last.value == kNone && !is_root(last.at)) last = cells_[last.at].same;
    while (source.value == kNone && source != last) {
        cell = source.at;
        source = cells_[cell].same;
        cells_[cell].same = last;
    }
    return last;
}

void Definitions::solve(const Cfg& cfg) {
    find_incoming(cfg);
    for (const CellId join : joins_) {
        for (std::uint32_t i = 0; i < cells_[join].incoming; ++i) {
            const Source root = resolve(incoming_[cells_[join].first + i]);
            if (root.value == kNone) add_user(root.at, join);
        }
    }
    // The outermost were found last: a cell that is seen through hands its users on, to few others in that order.
    for (const CellId join : joins_ | std::views::reverse) see_through(join);
}

void Definitions::find_incoming(const Cfg& cfg) {
    for (CellId i = 0; i < cells_.size(); ++i) { // grows while it runs
        const VariableId variable = cells_[i].variable;
        const auto from = cfg.predecessors(cells_[i].block);
        if (from.empty()) continue;
        if (std::ranges::all_of(from, [&](BlockId block) { return block == from[0]; })) {
            const Source only = at_end(from[0], variable);
            cells_[i].same = only;
            continue;
        }
        cells_[i].first = static_cast<std::uint32_t>(incoming_.size());
        cells_[i].incoming = static_cast<std::uint32_t>(from.size());
        for (const BlockId block : from) incoming_.push_back(at_end(block, variable));
        joins_.push_back(i);
    }
}

void Definitions::add_user(CellId cell, CellId user) {
    users_.push_back({user, cells_[cell].user});
    cells_[cell].user = static_cast<std::uint32_t>(users_.size() - 1);
}

/// Makes the cell the same as the one source that it has, if so; then looks at those that it comes into.
void Definitions::see_through(CellId first) {
    work_.assign(1, first);
    while (!work_.empty()) {
        const CellId cell = work_.back();
        work_.pop_back();
        Source only;
        if (!is_root(cell) || !only_source(cell, only)) continue;
        cells_[cell].same = only;
        for (std::uint32_t next = cells_[cell].user; next != kNoUser;) {
            const std::uint32_t user = next;
            next = users_[user].next;
            if (!is_root(users_[user].cell)) continue;
            work_.push_back(users_[user].cell);
            if (only.value != kNone) continue;
            users_[user].next = cells_[only.at].user; // it now comes from there
            cells_[only.at].user = user;
        }
    }
}

/// Sources that are equal stay equal, so what was looked at is one source from then on: a join of many is not read again each
/// time that one of them becomes another.
bool Definitions::only_source(CellId cell, Source& only) {
    const auto sources = std::span(incoming_).subspan(cells_[cell].first, cells_[cell].incoming);
    bool found = false;
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        const Source source = resolve(sources[i]);
        if (source == Source{kNone, cell} || (found && source == only)) continue;
        if (found) {
            sources[i - 1] = only;
            cells_[cell].first += i - 1;
            cells_[cell].incoming -= i - 1;
            return false;
        }
        only = source;
        found = true;
    }
    return found;
}

} // namespace relit::ir
