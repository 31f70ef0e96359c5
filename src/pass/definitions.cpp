#include "pass/definitions.hpp"

#include <algorithm>

namespace relit::pass {

Source Definitions::enter(ir::BlockId block, AtomId atom) {
    const std::uint64_t key = std::uint64_t{block} << 32 | atom;
    const auto [place, added] = index_.try_emplace(key, static_cast<CellId>(cells_.size()));
    if (added) cells_.push_back({block, atom, {ir::kNone, place->second}, {}, {}});
    return {ir::kNone, place->second};
}

Source Definitions::at_end(ir::BlockId block, AtomId atom) {
    const auto& stored = stored_[block];
    const auto found = std::ranges::lower_bound(stored, atom, {}, [](const auto& entry) { return entry.first; });
    if (found != stored.end() && found->first == atom) return found->second;
    return enter(block, atom);
}

Source Definitions::resolve(Source source) {
    CellId cell = source.at;
    Source last = source;
    while (last.value == ir::kNone && !is_root(last.at)) last = cells_[last.at].same;
    while (source.value == ir::kNone && source != last) {
        cell = source.at;
        source = cells_[cell].same;
        cells_[cell].same = last;
    }
    return last;
}

void Definitions::solve() {
    std::vector<CellId> joins;
    for (CellId i = 0; i < cells_.size(); ++i) { // grows while it runs
        const auto from = cfg_.predecessors(cells_[i].block);
        const bool one_way = std::ranges::all_of(from, [&](ir::BlockId block) { return block == from[0]; });
        if (from.empty()) continue;
        std::vector<Source> incoming;
        for (const ir::BlockId block : one_way ? from.first(1) : from)
            incoming.push_back(at_end(block, cells_[i].atom));
        if (one_way) {
            cells_[i].same = incoming[0];
        } else {
            cells_[i].incoming = std::move(incoming);
            joins.push_back(i);
        }
    }
    for (const CellId join : joins) {
        for (const Source& source : cells_[join].incoming) {
            const Source root = resolve(source);
            if (root.value == ir::kNone) cells_[root.at].users.push_back(join);
        }
    }
    for (const CellId join : joins) see_through(join);
}

/// Makes the cell the same as the one source that it has, if so; then looks at those that it comes into.
void Definitions::see_through(CellId first) {
    std::vector<CellId> work{first};
    while (!work.empty()) {
        const CellId cell = work.back();
        work.pop_back();
        Source only;
        if (!is_root(cell) || !only_source(cell, only)) continue;
        cells_[cell].same = only;
        std::vector<CellId> users = std::move(cells_[cell].users);
        std::erase_if(users, [&](CellId user) { return !is_root(user); });
        work.insert(work.end(), users.begin(), users.end());
        if (only.value != ir::kNone) continue;
        cells_[only.at].users.insert(cells_[only.at].users.end(), users.begin(), users.end());
    }
}

bool Definitions::only_source(CellId cell, Source& only) {
    bool found = false;
    for (Source& source : cells_[cell].incoming) {
        source = resolve(source);
        if (source == Source{ir::kNone, cell} || (found && source == only)) continue;
        if (found) return false;
        only = source;
        found = true;
    }
    return found;
}

} // namespace relit::pass
