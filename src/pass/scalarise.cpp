// Splits operations on vectors into operations on lanes, so that each lane is optimised alone. A Compose keeps the
// vector for whole uses; `dce` removes it if there are none.
#include "ir/builder.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

namespace relit::pass {
namespace {

using ir::Id;
using ir::Op;

bool is_lanewise(const ir::OpInfo& row) {
    const auto lanes = [](char letter) { return std::string_view("FIBT").find(letter) != std::string_view::npos; };
    return lanes(row.result) && !row.operands.empty() && std::ranges::all_of(row.operands, lanes);
}

/// Whether the instruction is to be said lane by lane.
bool is_split(const ir::Module& module, const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (!row.has(ir::kPure) || row.has(ir::kAcross) || inst.operands.empty()) return false;
    const unsigned given = module[inst.operands[0]].type.lanes;
    if (row.has(ir::kReduce)) return given > 1;
    if (inst.type.lanes < 2) return false;
    if (inst.op == Op::Bitcast) return given == inst.type.lanes;
    return inst.op == Op::Swizzle || is_lanewise(row);
}

class Scalarising {
public:
    Scalarising(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), order_(reverse_postorder(function)), wanted_(module.insts.size()),
          lanes_(module.insts.size()) {}

    bool run() {
        if (!find_wanted()) return false;
        for (const ir::BlockId block : order_) rewrite(function_.blocks[block]);
        replacements_.apply(module_, function_);
        return true;
    }

private:
    using Lanes = std::array<Id, ir::kMaxLanes>;

    /// Marks the values whose lanes are needed; whether there are any.
    bool find_wanted() {
        bool any = false;
        for (const ir::BlockId block : order_) {
            for (const Id id : function_.blocks[block].insts) {
                if (!is_split(module_, module_[id])) continue;
                any = true;
                for (const Id operand : module_[id].operands) wanted_[operand] = true;
            }
        }
        return any;
    }

    void rewrite(ir::Block& block) {
        std::pmr::vector<Id> old(module_.arena());
        old.swap(block.insts);
        out_ = &block.insts;
        for (const Id param : block.params) take_apart(param);
        for (const Id id : old) {
            if (is_taken_lane(id)) {
                replacements_.replace(id, lane(module_[id].operands[0], ir::swizzle_lane(module_[id].imm, 0)));
            } else if (is_split(module_, module_[id])) {
                split(id);
                out_->push_back(id);
            } else {
                out_->push_back(id);
                take_apart(id);
            }
        }
    }

    /// Whether the instruction takes one lane of what is known lane by lane.
    [[nodiscard]] bool is_taken_lane(Id id) const {
        const ir::Inst& inst = module_[id];
        return inst.op == Op::Swizzle && inst.type.lanes == 1 && lanes_[inst.operands[0]][0] != ir::kNone;
    }

    Id add(Op op, ir::Type type, const ir::Inst& like, std::initializer_list<Id> operands, std::uint32_t imm = 0) {
        return append({op, type, imm, like.origin, like.mode, module_.copy({operands.begin(), operands.size()})});
    }
    Id append(const ir::Inst& inst) {
        module_.insts.push_back(inst);
        out_->push_back(static_cast<Id>(module_.insts.size() - 1));
        return out_->back();
    }

    [[nodiscard]] Id lane(Id value, unsigned index) {
        const Id known = replacements_.find(value);
        return module_[known].type.lanes == 1 ? known : lanes_[known][index];
    }

    /// Makes the lanes known of a vector that stays as it is.
    void take_apart(Id id) {
        const ir::Inst inst = module_[id];
        if (!wanted_[id] || inst.type.lanes < 2) return;
        ir::Inst like;
        like.origin = inst.origin;
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            const ir::Type one = inst.type.scalar();
            if (inst.op == Op::Compose) {
                lanes_[id][i] = replacements_.find(inst.operands[i]);
            } else if (inst.op == Op::Const) {
                lanes_[id][i] = add(Op::Const, one, like, {}, inst.imm + i);
            } else {
                lanes_[id][i] = add(Op::Swizzle, one, like, {id}, i);
            }
        }
    }

    void split(Id id) {
        const ir::Inst inst = module_[id];
        if (ir::info(inst.op).has(ir::kReduce)) return reduce(id, inst);
        for (unsigned i = 0; i < inst.type.lanes; ++i) lanes_[id][i] = lane_of(inst, i);
        const std::span<const Id> made = std::span(lanes_[id]).first(inst.type.lanes);
        module_[id] = {Op::Compose, inst.type, 0, inst.origin, {}, module_.copy(made)};
    }

    [[nodiscard]] Id lane_of(const ir::Inst& inst, unsigned i) {
        if (ir::info(inst.op).has(ir::kPicks)) {
            const ir::LaneOf from = ir::picked_lane(inst, i);
            return lane(from.value, from.lane);
        }
        ir::Inst one = inst;
        one.type = inst.type.scalar();
        one.operands = module_.copy(inst.operands);
        for (Id& operand : one.operands) operand = lane(operand, i);
        return append(one);
    }

    /// A sum or a choice over lanes, first to last; the instruction itself becomes the last step.
    void reduce(Id id, const ir::Inst& inst) {
        const Op join = inst.op == Op::FDot ? Op::FAdd : inst.op == Op::BAny ? Op::BOr : Op::BAnd;
        const unsigned last = module_[inst.operands[0]].type.lanes - 1U;
        Id sum = term(inst, 0);
        for (unsigned i = 1; i < last; ++i) sum = add(join, inst.type, inst, {sum, term(inst, i)});
        const std::array<Id, 2> operands{sum, term(inst, last)};
        module_[id].op = join;
        module_[id].operands = module_.copy(operands);
    }
    Id term(const ir::Inst& inst, unsigned i) {
        const Id first = lane(inst.operands[0], i);
        return inst.op == Op::FDot ? add(Op::FMul, inst.type, inst, {first, lane(inst.operands[1], i)}) : first;
    }

    ir::Module& module_;
    ir::Function& function_;
    std::pmr::vector<ir::BlockId> order_;
    std::vector<bool> wanted_;  // by Id
    std::vector<Lanes> lanes_;  // by Id; of vectors that are wanted or split
    Replacements replacements_; // of single lanes taken
    std::pmr::vector<Id>* out_ = nullptr;
};

} // namespace

bool scalarise(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Scalarising(module, function).run();
    return changed;
}

} // namespace relit::pass
