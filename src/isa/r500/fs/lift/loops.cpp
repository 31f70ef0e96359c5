#include "isa/r500/fs/lift/loops.hpp"

#include "isa/r500/fs/context_keys.hpp"

#include <algorithm>
#include <vector>

namespace relit::isa::r500::fs {
namespace {

/// Whether loops end in the order in which they begin, each as what it began as; nothing else leads back, and only a break
/// leads out.
bool loops_nest(std::span<const Instruction> code) {
    struct Open {
        bool is_loop = false;
        std::uint32_t end = 0; // where it goes on
    };
    std::vector<Open> open;
    for (std::size_t at = 0; at < code.size(); ++at) {
        const Word192& word = code[at].word;
        if (word[Common::type] != Type::Fc) continue;
        const FcOp op = word[Fc::op];
        const std::uint32_t target = word[Fc::target];
        if (!open.empty() && word[Fc::stack] != 0) return false; // a return may lead anywhere
        if (op == FcOp::Loop || op == FcOp::Rep) {
            open.push_back({op == FcOp::Loop, target});
        } else if (is_loop(op)) {
            if (open.empty() || open.back().is_loop != (op == FcOp::EndLoop)) return false;
            open.pop_back();
        } else {
            const bool leaves =
                !open.empty() && op != FcOp::BreakLoop && op != FcOp::BreakRep && target >= open.back().end;
            if (word[Fc::global] || target <= at || leaves) return false;
        }
    }
    return open.empty();
}

} // namespace

bool is_loop(FcOp op) { return op == FcOp::Loop || op == FcOp::Rep || op == FcOp::EndLoop || op == FcOp::EndRep; }
LoopRange loop_range(const Word192& word, ir::ContextReader& context) {
    const RegisterWord range{{{static_cast<std::uint32_t>(context.read(key::us_fc_int_const, word[Fc::integer]))}}};
    return {range[field::US_FC_INT_CONST__KR], range[field::US_FC_INT_CONST__KG],
            static_cast<std::int8_t>(range[field::US_FC_INT_CONST__KB])};
}

std::uint64_t most_al(std::span<const Instruction> code, ir::ContextReader& context) {
    std::uint64_t first = 0, iterations = 0, step = 0;
    if (!loops_nest(code)) return kTemps;
    for (const Instruction& one : code) {
        if (one.word[Common::type] != Type::Fc || !is_loop(one.word[Fc::op])) continue;
        const LoopRange range = loop_range(one.word, context);
        first = std::max<std::uint64_t>(first, range.first);
        iterations = range.iterations == 0 ? kTemps : std::max<std::uint64_t>(iterations, range.iterations);
        step = std::max<std::uint64_t>(step, std::max<std::int32_t>(range.step, 0));
    }
    return first + iterations * step;
}

} // namespace relit::isa::r500::fs
