// The values of variables on entry to a block: definitions, or block parameters where paths with different definitions
// merge. Definitions are looked up on demand (so parameters are pruned), and parameters that carry one value only
// are replaced by it: the construction of Braun et al. (2013), with look-ups that wait until all edges are known.
#pragma once

#include "base/hash/hash_index.hpp"
#include "ir/analysis/cfg.hpp"

#include <span>
#include <vector>

namespace relit::ir {

/// A variable is stored and loaded as one: a lane of a register file, or a value that several blocks compute.
using VariableId = std::uint32_t;

/// The contents of a variable: bits of a value from bit `at`; or, where `value` is kNone, what cell `at` holds.
struct Source {
    Id value = kNone;
    std::uint32_t at = 0;
    [[nodiscard]] bool operator==(const Source&) const = default;
};

using CellId = std::uint32_t;

/// A block that stores a variable leaves this in it.
struct Stored {
    VariableId variable = 0;
    Source source;
};

class Definitions {
public:
    /// The stores of a block, sorted by variable, instead of those that it had.
    void leave(BlockId block, std::span<const Stored> stored);
    [[nodiscard]] std::span<const Stored> stored(BlockId block) const;
    /// The contents of a variable on entry to a block; a cell, to be resolved when solve() is done.
    Source enter(BlockId block, VariableId variable);
    /// ... and at its end.
    Source at_end(BlockId block, VariableId variable);
    /// Finds what all cells hold. A cell of block 0 stands for a variable that reaches the start of the program.
    void solve(const Cfg& cfg);

    struct Cell {
        BlockId block = kNoBlock;
        VariableId variable = 0;
        Source same;                           // what it is the same as; itself where nothing else
        std::uint32_t first = 0, incoming = 0; // of a join: its part of incoming_, one an edge
        std::uint32_t user = kNoUser;          // the first in users_
    };
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] const Cell& cell(CellId cell) const { return cells_[cell]; }
    /// Whether the cell is its own value: a block parameter, or what the program starts with.
    [[nodiscard]] bool is_root(CellId cell) const { return cells_[cell].same == Source{kNone, cell}; }
    [[nodiscard]] Source resolve(Source source);

private:
    static constexpr std::uint32_t kNoUser = ~std::uint32_t{0};
    struct Run {
        std::uint32_t first = 0, count = 0;
    };
    struct User {
        CellId cell = 0; // that it comes into
        std::uint32_t next = kNoUser;
    };
    void find_incoming(const Cfg& cfg);
    void add_user(CellId cell, CellId user);
    void see_through(CellId first);
    [[nodiscard]] bool only_source(CellId cell, Source& only);

    std::vector<Stored> stored_;
    std::vector<Run> stored_by_; // by block: its part of stored_
    HashIndex index_;            // of cells_, by block and variable
    std::vector<Cell> cells_;
    std::vector<CellId> joins_;    // cells where several ways meet
    std::vector<Source> incoming_; // of the joins
    std::vector<User> users_;      // lists of joins, by what comes into them
    std::vector<CellId> work_;
};

} // namespace relit::ir
