#include "translate/unknown.hpp"

#include "ir/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace relit::translate {
namespace {

constexpr std::size_t kMostApproximations = 16;

/// The instructions that the program can reach, by function and block.
class ReachableWords {
public:
    explicit ReachableWords(const ir::Module& module) : module_(module), reached_(module.functions.size()) {
        for (std::size_t i = 0; i < module.functions.size(); ++i) reached_[i].resize(module.functions[i].blocks.size());
        if (!module.functions.empty()) reach({0, 0});
    }

    /// By offset in the file.
    [[nodiscard]] std::set<std::uint64_t> opaque_offsets() {
        std::set<std::uint64_t> offsets;
        while (!left_.empty()) {
            const BlockPosition at = left_.back();
            left_.pop_back();
            const ir::Block& block = module_.functions[at.function].blocks[at.block];
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                if (inst.op == ir::Op::Opaque) offsets.insert(module_.literals[inst.imm]);
            }
            ir::for_each_callee(module_, block, [&](ir::FunctionId callee) { reach({callee, 0}); });
            for (const ir::Edge& edge : edges_of(block.end)) reach({at.function, edge.to});
        }
        return offsets;
    }

private:
    struct BlockPosition {
        ir::FunctionId function;
        ir::BlockId block;
    };

    void reach(BlockPosition to) {
        if (reached_[to.function][to.block]) return;
        reached_[to.function][to.block] = true;
        left_.push_back(to);
    }
    /// The edges that can be taken.
    [[nodiscard]] std::span<const ir::Edge> edges_of(const ir::Terminator& end) const {
        const auto known = end.kind == ir::TerminatorKind::Branch ? ir::known_lane(module_, end.value) : std::nullopt;
        return known ? std::span(end.edges).subspan(*known != 0 ? 0 : 1, 1) : end.edges;
    }

    const ir::Module& module_;
    std::vector<std::vector<bool>> reached_;
    std::vector<BlockPosition> left_;
};

} // namespace

Status check_undecodable(const ir::Module& module, ir::ContextReader& context) {
    if (std::ranges::find(module.insts, ir::Op::Opaque, &ir::Inst::op) == module.insts.end()) return {};
    const std::set<std::uint64_t> offsets = ReachableWords(module).opaque_offsets();
    if (offsets.empty()) return {};
    if (!context.leaves_out_unknown())
        return std::unexpected(Fault{.kind = FaultKind::NotSupported,
                                     .text = "this word does not decode as an instruction, and the program can reach "
                                             "it (--allow-unknown omits such words)",
                                     .offset = *offsets.begin()});
    std::size_t count = 0;
    for (const std::uint64_t offset : offsets) {
        if (count++ == kMostApproximations) break;
        context.approximate(fmt::format("the word at {:#x} does not decode as an instruction and is omitted", offset));
    }
    if (offsets.size() > kMostApproximations)
        context.approximate(
            fmt::format("{} more words do not decode and are omitted", offsets.size() - kMostApproximations));
    return {};
}

} // namespace relit::translate
