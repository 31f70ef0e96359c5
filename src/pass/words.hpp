// Block parameters of words whose halves are registers of their own: one for the word if an instruction reads it as a whole,
// else one for each half, of the kind that it is read as.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "pass/definitions.hpp"
#include "pass/registers.hpp"

#include <vector>

namespace relit::pass {

/// Where a load takes the contents of an atom from, and as what.
struct Taken {
    Source source;
    ir::Kind kind{};
};

/// What the cells that are block parameters, or would be, are read as; through other parameters too.
class Words {
public:
    Words(const ir::Cfg& cfg, const Registers& registers, Definitions& definitions)
        : cfg_(cfg), registers_(registers), definitions_(definitions) {}

    /// Of loads of the entry function; `definitions` are solved.
    void note(const Taken& taken);
    void solve();

    /// Whether both cells, of the halves of one word in one block, are better one parameter.
    [[nodiscard]] bool is_one(CellId low, CellId high) const { return ((uses_[low] | uses_[high]) & kAsWord) != 0; }
    /// What a parameter for the cell alone is.
    [[nodiscard]] ir::Kind kind_of(CellId cell) const;
    [[nodiscard]] static ir::Kind kind_of_word() { return ir::Kind::F32; }

private:
    enum Use : std::uint8_t { kAsWord = 1, kAsHalfFloat = 2, kAsBits = 4 };
    void add(CellId cell, std::uint8_t uses);

    const ir::Cfg& cfg_;
    const Registers& registers_;
    Definitions& definitions_;
    std::vector<std::uint8_t> uses_; // by cell
    std::vector<CellId> work_;
};

} // namespace relit::pass
