// Rebuilds the nesting of a fragment program from the addresses in its words.
#include "isa/rsx/fp/encoding/control_flow.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
namespace {

/// An IFE, LOOP or REP whose end has not come yet; indices of instructions.
struct OpenScope {
    std::size_t opener = 0;
    std::size_t segment_end = 0; // of what runs now: ELSE, or the end
    std::size_t end = 0;
    MarkKind closes = MarkKind::EndIf;
};

MarkKind mark_of(Op op) {
    if (op == Op::Ife) return MarkKind::EndIf;
    return op == Op::Loop ? MarkKind::EndLoop : MarkKind::EndRep;
}

/// Closes what ends before the instruction `at`.
void close(std::vector<OpenScope>& open, std::vector<Mark>& marks, std::size_t at) {
    while (!open.empty() && open.back().segment_end == at) {
        OpenScope& last = open.back();
        if (last.segment_end != last.end) {
            marks.push_back({at, MarkKind::Else, last.opener});
            last.segment_end = last.end;
            return;
        }
        marks.push_back({at, last.closes, last.opener});
        open.pop_back();
    }
}

} // namespace

Nesting nesting_of(const Program& program) {
    Nesting nesting;
    std::vector<OpenScope> open;
    for (std::size_t at = 0; at < program.instructions.size(); ++at) {
        close(open, nesting.marks, at);
        const Word128& word = program.instructions[at].word;
        const OpClass op_class = info(word[Word128::op]).op_class;
        if (op_class != OpClass::If && op_class != OpClass::Loop) continue;
        const Addresses addresses = addresses_of(word);
        const std::size_t first = program.index_of(addresses.dwords[0]).value_or(0);
        const std::size_t last = program.index_of(addresses.dwords[addresses.count - 1]).value_or(0);
        const std::size_t limit = open.empty() ? program.instructions.size() : open.back().segment_end;
        if (first <= at || last < first || last > limit) return {false, at, {}, 0};
        open.push_back({at, first, last, mark_of(word[Word128::op])});
        nesting.depth = std::max(nesting.depth, static_cast<unsigned>(open.size()));
    }
    close(open, nesting.marks, program.instructions.size());
    return nesting;
}

} // namespace relit::isa::rsx::fp
