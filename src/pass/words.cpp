#include "pass/words.hpp"

namespace relit::pass {

void Words::note(const Taken& taken) {
    uses_.resize(definitions_.size());
    const Source root = definitions_.resolve(taken.source);
    if (root.value != ir::kNone) return;
    const std::uint32_t bits = bits_of(taken.kind), own = registers_.atoms()[definitions_.cell(root.at).atom].bits;
    add(root.at, bits > own ? kAsWord : taken.kind == ir::Kind::F16 ? kAsHalfFloat : kAsBits);
}

void Words::add(CellId cell, std::uint8_t uses) {
    if ((uses_[cell] | uses) == uses_[cell]) return;
    uses_[cell] |= uses;
    work_.push_back(cell);
}

/// What a parameter is read as, what comes into it is read as too.
void Words::solve() {
    uses_.resize(definitions_.size());
    while (!work_.empty()) {
        const CellId cell = work_.back();
        work_.pop_back();
        const ir::BlockId block = definitions_.cell(cell).block;
        const AtomId atom = definitions_.cell(cell).atom;
        for (const ir::BlockId from : cfg_.predecessors(block)) {
            const Source root = definitions_.resolve(definitions_.at_end(from, atom));
            if (root.value == ir::kNone) add(root.at, uses_[cell]);
        }
    }
}

ir::Kind Words::kind_of(CellId cell) const {
    return uses_[cell] == kAsHalfFloat ? ir::Kind::F16 : registers_.atoms()[definitions_.cell(cell).atom].kind;
}

} // namespace relit::pass
