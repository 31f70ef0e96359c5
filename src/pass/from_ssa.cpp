// Turns block parameters into registers: edges store their arguments, blocks load at their heads what they use. A register
// is only stored on the edges to the blocks whose parameters it keeps, so it holds the value wherever a parameter is needed.
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/shared_params.hpp"
#include "pass/slots.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <utility>
#include <vector>

namespace relit::pass {
namespace {

/// Everything that belongs to one function while its parameters go.
class FromSsa {
public:
    FromSsa(ir::Module& module, ir::FunctionId function)
        : module_(module), builder_(module), function_(function), slots_(module, ir::FilePurpose::BlockParams, "p") {}

    bool run() {
        const auto count = static_cast<ir::BlockId>(blocks().size());
        const SharedParams shared(module_, function_);
        for (ir::BlockId block = 0; block < count; ++block) give_slots(block, shared);
        if (slot_of_.empty()) return false;
        for (ir::BlockId block = 0; block < count; ++block) store_arguments(block);
        for (ir::BlockId block = 0; block < blocks().size(); ++block) load_used(block);
        return true;
    }

private:
    [[nodiscard]] std::pmr::vector<ir::Block>& blocks() { return module_.functions[function_].blocks; }

    void give_slots(ir::BlockId block, const SharedParams& shared) {
        for (const ir::Id param : blocks()[block].params) {
            const ir::Id first = shared.first(param);
            const auto [slot, is_new] = shared_slots_.try_emplace(first);
            if (is_new) slot->second = slots_.make_for(param);
            slot_of_[param] = {slot->second, block, first};
        }
    }
    /// Whether `value` lies in the register of `param` already.
    [[nodiscard]] bool is_in_place(ir::Id value, ir::Id param) const {
        const auto found = slot_of_.find(value);
        return found != slot_of_.end() && found->second.first == slot_of_.at(param).first;
    }

    // Arguments are values, so storing one cannot change another: no order of the stores is wrong.
    void store_arguments(ir::BlockId from) {
        const std::size_t edges = blocks()[from].end.edges.size();
        for (std::size_t i = 0; i < edges; ++i) {
            ir::Edge& edge = blocks()[from].end.edges[i];
            if (edge.args.empty()) continue;
            const std::span<ir::Id> args = std::exchange(edge.args, {});
            const ir::BlockId to = edge.to;
            const auto params = std::span(std::as_const(blocks()[to].params));
            const auto stays = [&](std::size_t p) { return is_in_place(args[p], params[p]); };
            if (std::ranges::all_of(std::views::iota(std::size_t{0}, args.size()), stays)) continue;
            builder_.move_to(function_, from);
            builder_.origin_index(blocks()[from].end.origin);
            if (edges > 1) split(from, i, to);
            for (std::size_t p = 0; p < args.size(); ++p) {
                const ir::Id param = blocks()[to].params[p]; // the split may have moved the blocks
                if (!is_in_place(args[p], param)) slots_.store(builder_, slot_of_[param].slot, args[p]);
            }
        }
    }

    // Only this edge may store, so it gets a block of its own.
    void split(ir::BlockId from, std::size_t edge, ir::BlockId to) {
        const ir::BlockId middle = builder_.block();
        blocks()[from].end.edges[edge].to = middle;
        builder_.move_to(middle);
        builder_.jump(to);
    }

    // Of each parameter that the block uses, one load; in the parameter's own block it is its instruction.
    void load_used(ir::BlockId block) {
        loaded_.clear();
        builder_.origin_index(0);
        for (const ir::Id inst : blocks()[block].insts)
            for (ir::Id& operand : module_[inst].operands) use(block, operand);
        use(block, blocks()[block].end.value);
        blocks()[block].params.clear();
        if (loaded_.empty()) return;
        std::pmr::vector<ir::Id> insts(module_.arena());
        for (const auto& [param, load] : loaded_) {
            Slots::load_into(builder_, slot_of_[param].slot, load);
            insts.push_back(load);
        }
        auto& old = blocks()[block].insts;
        insts.insert(insts.end(), old.begin(), old.end());
        old.swap(insts);
    }
    void use(ir::BlockId block, ir::Id& value) {
        const auto found = slot_of_.find(value);
        if (found == slot_of_.end()) return;
        const auto known = std::ranges::find(loaded_, value, &std::pair<ir::Id, ir::Id>::first);
        if (known != loaded_.end()) {
            value = known->second;
            return;
        }
        const ir::Id param = value;
        if (found->second.home != block) value = builder_.make(ir::Op::Copy, module_[param].type, {}, 0);
        loaded_.emplace_back(param, value);
    }
    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    Slots slots_;
    struct Kept {
        Slot slot;
        ir::BlockId home = ir::kNoBlock; // the block whose parameter it is
        ir::Id first = ir::kNone;        // of the parameters that share the slot
    };
    std::unordered_map<ir::Id, Kept> slot_of_;      // never iterated
    std::unordered_map<ir::Id, Slot> shared_slots_; // by the first parameter; never iterated
    std::vector<std::pair<ir::Id, ir::Id>> loaded_; // in the block that is looked at: parameters, and their loads
};

} // namespace

bool from_ssa(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) changed |= FromSsa(module, f).run();
    return changed;
}

} // namespace relit::pass
