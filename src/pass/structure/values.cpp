#include "pass/structure/values.hpp"

#include "ir/builder.hpp"
#include "pass/edit.hpp"
#include "pass/slots.hpp"

#include <unordered_map>
#include <utility>

namespace relit::pass {
namespace {

class Keeper {
public:
    Keeper(ir::Module& module, ir::FunctionId function, const std::vector<bool>& marked)
        : module_(module), builder_(module), function_(function), slots_(module, ir::FilePurpose::BlockParams, "p"),
          home_(module.insts.size(), ir::kNoBlock) {
        for (ir::BlockId block = 0; block < marked.size(); ++block) {
            if (!marked[block]) continue;
            for (const ir::Id inst : blocks()[block].insts) home_[inst] = block;
        }
    }

    void run() {
        const auto count = static_cast<ir::BlockId>(blocks().size());
        for (ir::BlockId block = 0; block < count; ++block) {
            for_each_use(module_, blocks()[block], [&](ir::Id value) {
                if (!comes_from_another(value, block) || module_[value].op == ir::Op::Const) return;
                const auto [slot, is_new] = slot_of_.try_emplace(value);
                if (is_new) slot->second = slots_.make_for(value);
            });
        }
        for (ir::BlockId block = 0; block < count; ++block) rewrite(block);
    }

private:
    [[nodiscard]] std::pmr::vector<ir::Block>& blocks() { return module_.functions[function_].blocks; }
    [[nodiscard]] bool comes_from_another(ir::Id value, ir::BlockId block) const {
        return value < home_.size() && home_[value] != ir::kNoBlock && home_[value] != block;
    }

    /// Loads come first; stores stand behind what they store.
    void rewrite(ir::BlockId block) {
        loaded_.clear();
        std::pmr::vector<ir::Id> before(module_.arena());
        before.swap(blocks()[block].insts);
        builder_.move_to(function_, block);
        builder_.origin_index(0);
        for (const ir::Id inst : before)
            for (ir::Id& operand : module_[inst].operands) use(operand, block);
        if (blocks()[block].end.value != ir::kNone) use(blocks()[block].end.value, block);
        for (const ir::Id inst : before) {
            blocks()[block].insts.push_back(inst);
            if (const auto found = slot_of_.find(inst); found != slot_of_.end())
                Slots::store(builder_, found->second, inst);
        }
    }
    void use(ir::Id& value, ir::BlockId block) {
        if (!comes_from_another(value, block)) return;
        const auto [known, is_new] = loaded_.try_emplace(value);
        if (is_new) known->second = repeated(value, block);
        value = known->second;
    }
    ir::Id repeated(ir::Id value, ir::BlockId block) {
        if (module_[value].op != ir::Op::Const) return Slots::load(builder_, slot_of_.at(value));
        const ir::Type type = module_[value].type;
        const std::uint32_t literal = module_[value].imm;
        blocks()[block].insts.push_back(builder_.make(ir::Op::Const, type, {}, literal));
        return blocks()[block].insts.back();
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    Slots slots_;
    std::vector<ir::BlockId> home_;             // by value, of marked blocks
    std::unordered_map<ir::Id, Slot> slot_of_;  // never iterated
    std::unordered_map<ir::Id, ir::Id> loaded_; // in the block that is rewritten; never iterated
};

} // namespace

void keep_in_registers(ir::Module& module, ir::FunctionId function, const std::vector<bool>& marked) {
    Keeper(module, function, marked).run();
}

} // namespace relit::pass
