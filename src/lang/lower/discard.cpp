// A discarded invocation has no more effects, but goes on where others look at it: derivatives, subgroups, barriers. A fragment
// that a device may end at once keeps its discard, and so does one that a device can demote. Other invocations return where
// no other looks; else a register holds that they are discarded, and what has effects looks there first.
#include "lang/lower/discard.hpp"

#include "ir/builder.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Op;

bool is_discard(const ir::Inst& inst) { return inst.op == Op::Discard; }

/// Returns true if others look at an invocation, so that it must go on.
bool others_look(const ir::Module& module) {
    return any_instruction(module, [](const ir::Inst& inst) { return ir::info(inst.op).has(ir::kAcross); });
}

/// Takes blocks apart and writes them again, one instruction after the other.
class DiscardLowering {
public:
    explicit DiscardLowering(ir::Module& module) : module_(module), ir_(module) {}

protected:
    /// `rewrite(ids)` writes the first of them, or several, and returns how many; before the end of a function `finish()`.
    void rewrite_blocks(ir::FunctionId function, auto&& rewrite, auto&& finish) {
        const std::size_t count = blocks(function).size(); // those that are added are written already
        for (ir::BlockId at = 0; at < count; ++at) {
            const std::vector<Id> insts(blocks(function)[at].insts.begin(), blocks(function)[at].insts.end());
            blocks(function)[at].insts.clear();
            const ir::Terminator end = std::exchange(blocks(function)[at].end, {});
            ir_.move_to(function, at);
            for (std::span<const Id> left = insts; !left.empty();) left = left.subspan(rewrite(left));
            if (end.kind == ir::TerminatorKind::Return) finish();
            blocks(function)[ir_.here()].end = end;
        }
    }
    [[nodiscard]] std::pmr::vector<ir::Block>& blocks(ir::FunctionId function) {
        return module_.functions[function].blocks;
    }
    void append(Id id) { blocks(ir_.function_here())[ir_.here()].insts.push_back(id); }
    /// Returns the instruction, whose origin is that of everything built next.
    [[nodiscard]] ir::Inst begin(Id id) {
        ir_.origin_index(module_[id].origin);
        ir_.mode({});
        return module_[id];
    }

    ir::Module& module_;
    ir::Builder ir_;
};

/// No other looks: the entry function returns where it is discarded.
class Returns : DiscardLowering {
public:
    using DiscardLowering::DiscardLowering;

    void run() {
        const auto rewrite = [&](std::span<const Id> left) -> std::size_t {
            if (!is_discard(module_[left[0]])) return append(left[0]), 1;
            const ir::Inst discard = begin(left[0]);
            const ir::BlockId gone = ir_.block(), rest = ir_.block();
            ir_.branch(discard.operands[0], gone, rest);
            ir_.move_to(gone);
            ir_.ret();
            ir_.move_to(rest);
            return 1;
        };
        rewrite_blocks(0, rewrite, [] {});
    }
};

/// A register holds whether the invocation is discarded.
class Flag : DiscardLowering {
public:
    Flag(ir::Module& module, const Target& target)
        : DiscardLowering(module), ends_fragment_(has_discards(module, target)),
          flag_(ir_.file("discarded", ir::Kind::Bool, 1, 1, ir::Role::Register, ir::FilePurpose::Discarded)) {}

    void run() {
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function) {
            const auto finish = [&] {
                if (function == 0 && ends_fragment_) (void)ir_.add(Op::Discard, ir::kVoid, {is_discarded()});
            };
            rewrite_blocks(function, [&](std::span<const Id> left) { return rewrite(left); }, finish);
        }
    }

private:
    [[nodiscard]] Id is_discarded() { return ir_.load(flag_, 0, ir::kBool); }

    std::size_t rewrite(std::span<const Id> left) {
        if (is_discard(module_[left[0]])) return discard(begin(left[0])), 1;
        if (!is_effect(module_[left[0]])) return append(left[0]), 1;
        if (module_[left[0]].type != ir::kVoid) return atomic(left[0]), 1;
        const auto is_silent = [&](Id id) { return is_effect(module_[id]) && module_[id].type == ir::kVoid; };
        const auto count = static_cast<std::size_t>(std::ranges::find_if_not(left, is_silent) - left.begin());
        guard(left.first(count));
        return count;
    }

    /// Returns true if others can see it. A pipeline drops the outputs of a discarded fragment itself.
    [[nodiscard]] bool is_effect(const ir::Inst& inst) const {
        const ir::OpInfo& row = ir::info(inst.op);
        if (row.is_store() && row.touches(ir::Memory::Registers))
            return !ends_fragment_ && module_.files[inst.access()[ir::Access::file]].role == ir::Role::Output;
        return row.is_store() || row.is_atomic() || inst.op == Op::EmitVertex;
    }

    void discard(const ir::Inst& inst) { ir_.store(flag_, 0, ir_.BOr({is_discarded(), inst.operands[0]})); }

    void guard(std::span<const Id> effects) {
        (void)begin(effects[0]);
        ir_.where(ir_.BNot(is_discarded()), [&] { std::ranges::for_each(effects, [&](Id id) { append(id); }); });
    }

    /// One that does nothing gives 0.
    void atomic(Id id) {
        const ir::Inst inst = begin(id);
        const ir::BlockId changes = ir_.block(), after = ir_.block(), none = ir_.block();
        ir_.branch(is_discarded(), none, changes);
        ir_.move_to(changes);
        ir_.mode(inst.mode);
        const Id before = ir_.add(inst.op, inst.type, inst.operands, inst.imm);
        ir_.jump(after, std::array{before});
        ir_.move_to(none);
        ir_.jump(after, std::array{ir_.constant(inst.type, std::uint64_t{0})});
        become_param(id, after);
        ir_.move_to(after);
    }
    void become_param(Id id, ir::BlockId block) {
        const Id param = ir_.block_param(block, module_[id].type);
        blocks(ir_.function_here())[block].params.back() = id;
        module_.insts[id] = module_[param];
    }

    bool ends_fragment_;
    std::uint32_t flag_;
};

/// Returns true if a function other than the entry discards: it cannot return from its callers.
bool callees_discard(const ir::Module& module) {
    return any_instruction(module, std::span(module.functions).subspan(1), is_discard);
}

} // namespace

bool has_discards(const ir::Module& module, const Target& target) {
    return target.interface == Interface::Native && module.stage == ir::Stage::Fragment;
}

bool lower_discard(ir::Module& module, const Target& target) {
    if (!any_instruction(module, is_discard)) return false;
    const bool goes_on = others_look(module), demotes = target.dialect == Dialect::SpirV && target.has_demote;
    if (has_discards(module, target) && (demotes || !goes_on)) return false;
    if (goes_on || callees_discard(module))
        Flag(module, target).run();
    else
        Returns(module).run();
    return true;
}

} // namespace relit::lang
