#include "lang/lower/slot_values.hpp"

#include "lang/lower/instructions.hpp"

#include "ir/analysis/cfg.hpp"
#include "ir/ssa/variables.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace relit::lang {

bool holds_slots(const ir::RegisterFile& file) {
    switch (file.purpose) {
        case ir::FilePurpose::BlockParams:
        case ir::FilePurpose::Values:
        case ir::FilePurpose::NextBlock:
        case ir::FilePurpose::LoopEntry:
        case ir::FilePurpose::LoopControl: return true;
        default: return false;
    }
}

namespace {

using ir::BlockId;
using ir::Id;

class SlotReplacement {
public:
    SlotReplacement(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), variables_(module) {
        for (const ir::RegisterFile& file : module.files)
            slots_.emplace_back(holds_slots(file) ? file.lane_count() : 0);
    }

    void run() {
        std::size_t slots = 0;
        for (const auto& file : slots_) slots += file.size();
        if (slots > kMostFound / function_.blocks.size()) find_costly();
        for (BlockId block = 0; block < function_.blocks.size(); ++block) rewrite(block);
        variables_.solve(function_);
        variables_.complete(function_);
    }

private:
    /// How often blocks find the value of a slot in all, at most, and how often more for each block: each of many nested
    /// choices can have a phi for each slot.
    static constexpr std::size_t kMostFound = std::size_t{1} << 15, kMoreInBlock = 4;

    /// A slot, and its value while that is known.
    struct Slot {
        ir::VariableId variable = ir::kNoVariable;
        Id value = ir::kNone; // that it holds now, in the block
        BlockId known_in = ir::kNoBlock;
        BlockId stored_in = ir::kNoBlock;       // the last that stored it
        bool stays = false;                     // in its register
        std::vector<BlockId> finds{}, stores{}; // blocks that load before they store, and that store; if slots may stay
    };

    /// Lets slots stay from the first on that would be found in more blocks than are left.
    void find_costly() {
        note_accesses();
        const ir::Cfg cfg(function_);
        std::size_t left = kMostFound + kMoreInBlock * function_.blocks.size();
        std::vector<std::uint32_t> found(function_.blocks.size()),
            stored(function_.blocks.size()); // by which slot last
        std::uint32_t number = 0;
        std::vector<BlockId> waiting;
        for (std::vector<Slot>& file : slots_)
            for (Slot& slot : file) {
                ++number;
                for (const BlockId block : slot.stores) stored[block] = number;
                std::size_t count = 0;
                waiting = slot.finds;
                while (!waiting.empty() && count <= left) {
                    const BlockId at = waiting.back();
                    waiting.pop_back();
                    if (std::exchange(found[at], number) == number) continue;
                    ++count;
                    for (const BlockId before : cfg.predecessors(at))
                        if (stored[before] != number) waiting.push_back(before);
                }
                slot.stays = count > left;
                left = slot.stays ? left / 2 : left - count; // the search is bounded, too
            }
    }
    void note_accesses() {
        for (BlockId block = 0; block < function_.blocks.size(); ++block)
            for (const Id id : function_.blocks[block].insts) {
                Slot* slot = slot_of(module_[id]);
                if (slot == nullptr) continue;
                const bool is_first = std::exchange(slot->known_in, block) != block;
                const bool is_load = ir::info(module_[id].op).is_load();
                if (is_load && is_first) slot->finds.push_back(block);
                if (!is_load && std::exchange(slot->stored_in, block) != block) slot->stores.push_back(block);
            }
        for (std::vector<Slot>& file : slots_)
            for (Slot& slot : file) slot.known_in = slot.stored_in = ir::kNoBlock;
    }
    [[nodiscard]] Slot* slot_of(const ir::Inst& inst) {
        if (!ir::info(inst.op).is_fixed_access()) return nullptr;
        std::vector<Slot>& file = slots_[inst.access()[ir::Access::file]];
        return file.empty() ? nullptr : &file[inst.access()[ir::Access::lane]];
    }

    void rewrite(BlockId block) {
        auto& insts = function_.blocks[block].insts;
        stored_.clear();
        std::erase_if(insts, [&](Id id) { return is_replaced(id, block); });
        std::vector<ir::Stored> stored;
        for (const Slot* slot : stored_) stored.push_back({slot->variable, {slot->value, 0}});
        std::ranges::sort(stored, {}, &ir::Stored::variable);
        variables_.leave(block, stored);
    }
    [[nodiscard]] bool is_replaced(Id id, BlockId block) {
        const ir::Inst& inst = module_[id];
        Slot* const slot = slot_of(inst);
        if (slot == nullptr || slot->stays) return false;
        ir::info(inst.op).is_load() ? load(*slot, id, block) : store(*slot, id, block);
        return true;
    }
    void load(Slot& slot, Id id, BlockId block) {
        const ir::Type type = module_[id].type;
        if (slot.known_in != block) {
            slot.value = variables_.read(block, variable(slot, type), 1, type, module_[id].origin);
            slot.known_in = block;
        }
        variables_.replace(id, slot.value);
    }
    void store(Slot& slot, Id id, BlockId block) {
        slot.value = module_[id].operands[0];
        (void)variable(slot, module_[slot.value].type);
        slot.known_in = block;
        if (std::exchange(slot.stored_in, block) != block) stored_.push_back(&slot);
    }
    [[nodiscard]] ir::VariableId variable(Slot& slot, ir::Type type) {
        if (slot.variable == ir::kNoVariable) slot.variable = variables_.add_value(type);
        return slot.variable;
    }

    ir::Module& module_;
    ir::Function& function_;
    ir::Variables variables_;
    std::vector<std::vector<Slot>> slots_; // by file and first lane; of files that stay: none
    std::vector<const Slot*> stored_;      // in the block
};

} // namespace

void replace_slots(ir::Module& module, ir::FunctionId function) {
    const auto is_slot = [&](const ir::Inst& inst) {
        return ir::info(inst.op).is_fixed_access() && holds_slots(module.files[inst.access()[ir::Access::file]]);
    };
    ir::Function& code = module.functions[function];
    if (any_instruction(module, std::span(&code, 1), is_slot)) SlotReplacement(module, code).run();
}

} // namespace relit::lang
