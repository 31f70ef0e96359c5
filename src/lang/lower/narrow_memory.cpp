// Memory in bytes and halves of words: loads become loads of the containing word, stores a load and a store of it. Extensions of
// what was cut from a word, in kinds that the target lacks, become operations on words.
#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr std::uint32_t kOffsetInWord = 3, kBitsOfByte = 8;

class ByWords {
public:
    ByWords(ir::Module& module, const Target& target) : module_(module), target_(target), ir_(module) {}

    bool run() {
        const auto is_here = [&](const Inst& inst) { return is_lacking(inst.type) || is_narrow_access(inst); };
        if (std::ranges::none_of(module_.insts, is_here)) return false;
        for (int round = 0; round < 2; ++round) // loads may lie in later blocks than what extends them
            for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
                for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block)
                    rewrite_block(function, block);
        if (changed_ || has_cuts_) remove_cuts();
        return changed_;
    }

private:
    [[nodiscard]] bool is_lacking(Type type) const {
        if (type.lanes != 1) return false;
        return (type.kind == Kind::I8 && !target_.has_int8) || (type.kind == Kind::I16 && !target_.has_int16);
    }
    [[nodiscard]] bool is_narrow_access(const Inst& inst) const {
        const bool accesses = ir::info(inst.op).accesses(ir::Memory::Buffer);
        return accesses && ir::bits_of(ir::accessed_type(module_, inst).kind) < ir::bits_of(Kind::I32);
    }
    [[nodiscard]] bool is_cut(Id id) const {
        const Inst& inst = module_[id];
        return inst.op == Op::ITruncate && is_lacking(inst.type) && module_[inst.operands[0]].type == ir::kI32;
    }
    [[nodiscard]] bool is_ours(const Inst& inst) const {
        if (is_narrow_access(inst)) return true;
        return extends(inst.op) && inst.type == ir::kI32 && is_known(inst.operands[0]);
    }
    [[nodiscard]] static bool extends(Op op) { return op == Op::UExtend || op == Op::SExtend; }
    /// Whether the word that a value was cut from is at hand.
    [[nodiscard]] bool is_known(Id id) const {
        return is_cut(id) || (ir::known_lane(module_, id) && is_lacking(module_[id].type));
    }

    void rewrite_block(ir::FunctionId function, ir::BlockId block) {
        auto& in_block = module_.functions[function].blocks[block].insts;
        has_cuts_ = has_cuts_ || std::ranges::any_of(in_block, [&](Id id) { return is_known(id); });
        const auto touches = [&](Id id) {
            const Inst& inst = module_[id]; // extends what an earlier load becomes, perhaps
            return is_ours(inst) || (extends(inst.op) && is_lacking(module_[inst.operands[0]].type));
        };
        if (std::ranges::none_of(in_block, touches)) return;
        ir_.move_to(function, block);
        std::pmr::vector<Id> insts(module_.arena());
        insts.swap(in_block);
        for (const Id id : insts) {
            const bool ours = is_ours(module_[id]);
            changed_ = changed_ || ours;
            if (!ours || rewrite(id)) module_.functions[function].blocks[block].insts.push_back(id);
        }
    }
    /// Returns whether the instruction is there afterwards.
    bool rewrite(Id id) {
        const Inst inst = module_[id];
        ir_.origin_index(inst.origin);
        ir_.mode({});
        if (ir::info(inst.op).is_store()) return store(inst), false;
        if (extends(inst.op)) return ir_.become_copy(id, extended(inst)), true;
        if (inst.type.lanes == 1 && !ir::is_float(inst.type.kind)) return cut_from(id, loaded(inst, 0)), true;
        ir_.become_copy(id, put_together(inst));
        return true;
    }
    void cut_from(Id id, Id word) {
        module_[id] = {Op::ITruncate, module_[id].type, 0, module_[id].origin, {}, module_.copy({&word, 1})};
    }

    /// What is not aligned is rounded down.
    struct Bits {
        Id word, shift;
    };
    Bits bits_at(Id offset, Kind kind) {
        const std::uint32_t bytes = ir::bits_of(kind) / kBitsOfByte;
        const Id part = ir_.IAnd(offset, ir_.i32(kOffsetInWord & ~(bytes - 1)));
        return {ir_.IAnd(offset, ir_.i32(~kOffsetInWord)), ir_.IShl(part, ir_.i32(3))};
    }
    /// Of a lane; beyond every buffer where the sum wraps.
    Id offset_of(const Inst& inst, unsigned lane) {
        const std::uint32_t bytes = ir::bits_of(ir::accessed_type(module_, inst).kind) / kBitsOfByte;
        if (lane == 0) return inst.operands[0];
        const Id first = ir_.IAnd(inst.operands[0], ir_.i32(~(bytes - 1))), at = ir_.IAdd(first, ir_.i32(lane * bytes));
        return ir_.Select({ir_.ULt(at, first), ir_.i32(~0U), at});
    }
    Id loaded(const Inst& inst, unsigned lane) {
        const Bits at = bits_at(offset_of(inst, lane), inst.type.kind);
        return ir_.UShr(ir_.load_buffer(inst.imm, at.word, ir::kI32), at.shift);
    }
    /// Floats, and vectors.
    Id put_together(const Inst& inst) {
        const Kind bits = ir::integer_of(inst.type.kind);
        std::vector<Id> lanes;
        for (unsigned lane = 0; lane < inst.type.lanes; ++lane)
            lanes.push_back(ir_.convert(Op::ITruncate, bits, loaded(inst, lane)));
        const Id all = ir_.compose(lanes);
        return ir::is_float(inst.type.kind) ? ir_.bitcast(inst.type, all) : all;
    }
    void store(const Inst& inst) {
        const Id value = inst.operands[1];
        const Type type = module_[value].type;
        const Id bits = ir::is_float(type.kind) ? ir_.bitcast(type.with_kind(ir::integer_of(type.kind)), value) : value;
        for (unsigned lane = 0; lane < type.lanes; ++lane)
            store_lane(inst, lane, type.lanes == 1 ? bits : ir_.lane(bits, lane));
    }
    void store_lane(const Inst& inst, unsigned lane, Id value) {
        const Kind kind = module_[value].type.kind;
        const std::uint32_t ones = (1U << ir::bits_of(kind)) - 1;
        const Bits at = bits_at(offset_of(inst, lane), kind);
        const Id word = is_known(value) ? word_of(value) : ir_.convert(Op::UExtend, Kind::I32, value);
        const Id added = ir_.IShl(ir_.IAnd(word, ir_.i32(ones)), at.shift);
        const Id kept =
            ir_.IAnd({ir_.load_buffer(inst.imm, at.word, ir::kI32), ir_.INot(ir_.IShl(ir_.i32(ones), at.shift))});
        ir_.store_buffer(inst.imm, at.word, ir_.IOr(kept, added));
    }
    /// Its low end is the value.
    Id word_of(Id value) {
        const auto known = ir::known_lane(module_, value);
        return known ? ir_.i32(static_cast<std::uint32_t>(*known)) : module_[value].operands[0];
    }
    Id extended(const Inst& inst) {
        const Id value = inst.operands[0], word = word_of(value);
        const unsigned bits = ir::bits_of(module_[value].type.kind);
        if (inst.op == Op::UExtend) return ir_.IAnd(word, ir_.i32((1U << bits) - 1));
        return ir_.SBitField({word, ir_.i32(0), ir_.i32(bits)});
    }

    /// What was cut from words and has no use.
    void remove_cuts() {
        std::vector<Id> cuts;
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                std::ranges::copy_if(block.insts, std::back_inserter(cuts), [&](Id id) { return is_known(id); });
        changed_ = remove_unused(module_, cuts) || changed_;
    }

    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    bool changed_ = false, has_cuts_ = false;
};

} // namespace

bool lower_narrow_memory(ir::Module& module, const Target& target) { return ByWords(module, target).run(); }

} // namespace relit::lang
