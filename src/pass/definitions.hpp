// What the atoms of registers hold on entry to a block: values, or block parameters where ways with different values
// meet. Only what somebody asks for is looked up (so parameters are pruned), and parameters that carry one value only
// are seen through.
#pragma once

#include "ir/cfg.hpp"
#include "pass/registers.hpp"

#include <unordered_map>
#include <vector>

namespace relit::pass {

/// The contents of an atom: bits of a value from bit `at`; or, where `value` is kNone, what cell `at` holds.
struct Source {
    ir::Id value = ir::kNone;
    std::uint32_t at = 0;
    [[nodiscard]] bool operator==(const Source&) const = default;
};

using CellId = std::uint32_t;

class Definitions {
public:
    Definitions(const ir::Cfg& cfg, std::size_t atoms) : cfg_(cfg), stored_(cfg.block_count()), at_start_(atoms) {}

    /// What the atoms that a block stores hold at its end, sorted by atom.
    void leave(ir::BlockId block, std::vector<std::pair<AtomId, Source>> stored) { stored_[block] = std::move(stored); }
    /// The contents of an atom on entry to a block; a cell, to be resolved when solve() is done.
    Source enter(ir::BlockId block, AtomId atom);
    /// ... and at its end.
    Source at_end(ir::BlockId block, AtomId atom);
    /// Finds what all cells hold. An atom that reaches the start of the program is told by a cell of block 0.
    void solve();

    struct Cell {
        ir::BlockId block = ir::kNoBlock;
        AtomId atom = 0;
        Source same;                  // what it is the same as; itself where nothing else
        std::vector<Source> incoming; // one an edge
        std::vector<CellId> users;    // cells that it comes into
    };
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] const Cell& cell(CellId cell) const { return cells_[cell]; }
    /// Whether the cell is its own value: a block parameter, or what the program starts with.
    [[nodiscard]] bool is_root(CellId cell) const { return cells_[cell].same == Source{ir::kNone, cell}; }
    [[nodiscard]] Source resolve(Source source);

private:
    void see_through(CellId first);
    [[nodiscard]] bool only_source(CellId cell, Source& only);

    const ir::Cfg& cfg_;
    std::vector<std::vector<std::pair<AtomId, Source>>> stored_; // by block
    std::vector<CellId> at_start_;                               // 1 + cell of block 0, by atom
    std::unordered_map<std::uint64_t, CellId> index_;
    std::vector<Cell> cells_;
};

} // namespace relit::pass
