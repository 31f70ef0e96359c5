#include "isa/maxwell/lower/lower_stage.hpp"

#include "ir/analysis/cfg.hpp"
#include "ir/builder.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace relit::isa::maxwell {
namespace {

using ir::Id;
using ir::Inst;

class LowerStage {
public:
    explicit LowerStage(ir::Module& module) : module_(module), build_(module) {}

    void run() {
        for (Id id = 1; id < module_.insts.size(); ++id) know_index(module_[id]);
        if (module_.stage == ir::Stage::Fragment)
            for (Id id = 1; id < module_.insts.size(); ++id) cancel_w(module_[id]);
        if (module_.stage != ir::Stage::TessControl) return;
        for (ir::FunctionId i = 0; i < module_.functions.size(); ++i) keep_untouched(i);
        add_barriers();
    }

private:
    // ---- indices that are known
    void know_index(Inst& inst) {
        const bool loads = inst.op == ir::Op::LoadFileAt;
        if ((!loads && inst.op != ir::Op::StoreFileAt) || module_[inst.operands[0]].op != ir::Op::Const) return;
        ir::Access access = inst.access();
        const ir::RegisterFile& file = module_.files[access[ir::Access::file]];
        const auto index = static_cast<std::uint32_t>(module_.literal(module_[inst.operands[0]])[0]);
        if (index >= file.count) return;
        module_.forget_reduced(); // it may equal another access now
        access.set(ir::Access::lane, access[ir::Access::lane] + index * file.lanes);
        inst.imm = access.raw[0];
        inst.op = loads ? ir::Op::LoadFile : ir::Op::StoreFile;
        inst.operands = inst.operands.subspan(1);
    }

    // ---- (input * w) * (1 / w), which is what IPA.MUL becomes
    [[nodiscard]] bool is_w(Id id) const {
        const Inst& lane = module_[id];
        if (lane.op != ir::Op::Swizzle || lane.type.lanes != 1 || ir::swizzle_lane(lane.imm, 0) != 3) return false;
        const Inst& from = module_[lane.operands[0]];
        return from.op == ir::Op::ReadBuiltin && from.imm == static_cast<std::uint32_t>(ir::Builtin::FragCoord);
    }
    [[nodiscard]] bool is_reciprocal_of_w(Id id) const {
        return module_[id].op == ir::Op::FRcp && is_w(module_[id].operands[0]);
    }
    /// What is multiplied by w; kNone where nothing is.
    [[nodiscard]] Id times_w(Id id) const {
        const Inst& product = module_[id];
        if (product.op != ir::Op::FMul) return ir::kNone;
        if (is_w(product.operands[1])) return product.operands[0];
        return is_w(product.operands[0]) ? product.operands[1] : ir::kNone;
    }
    void cancel_w(Inst& inst) {
        if (inst.op != ir::Op::FMul) return;
        for (std::size_t i = 0; i < 2; ++i) {
            const Id input = times_w(inst.operands[i]);
            if (input == ir::kNone || !is_reciprocal_of_w(inst.operands[1 - i])) continue;
            module_.is_reduced = false;
            inst.op = ir::Op::Copy;
            inst.mode = {};
            inst.operands = inst.operands.first(1);
            inst.operands[0] = input;
            return;
        }
    }

    // ---- threads of a patch are one warp of the machine: all can read what one has stored. Here a barrier must be
    // between, where all come by; programs that have one of their own know better.
    void add_barriers() {
        const auto has = [&](ir::Op op) {
            return std::ranges::any_of(module_.functions[0].blocks, [&](const ir::Block& block) {
                return std::ranges::any_of(block.insts, [&](Id id) { return module_[id].op == op; });
            });
        };
        if (!has(ir::Op::LoadFileOf) || has(ir::Op::Barrier)) return;
        const ir::Cfg cfg(module_.functions[0]);
        for (const ir::BlockId block : cfg.order()) add_barrier_before(cfg, block);
    }
    void add_barrier_before(const ir::Cfg& cfg, ir::BlockId block) {
        auto& blocks = module_.functions[0].blocks;
        const auto looks = [&](Id id) { return module_[id].op == ir::Op::LoadFileOf; };
        if (std::ranges::none_of(blocks[block].insts, looks)) return;
        ir::BlockId meeting = block;
        while (!is_always_passed(cfg, meeting)) meeting = cfg.immediate_dominator(meeting);
        if (meeting != block) return blocks[meeting].insts.push_back(barrier());
        std::pmr::vector<Id> old(blocks[block].insts.get_allocator());
        old.swap(blocks[block].insts);
        bool has_met = false;
        for (const Id id : old) {
            if (looks(id) && !std::exchange(has_met, true)) blocks[block].insts.push_back(barrier());
            has_met = has_met && module_[id].op != ir::Op::StoreFile && module_[id].op != ir::Op::StoreFileAt;
            blocks[block].insts.push_back(id);
        }
    }
    [[nodiscard]] Id barrier() { return build_.make(ir::Op::Barrier, ir::kVoid, {}); }
    /// By every thread, once.
    [[nodiscard]] bool is_always_passed(const ir::Cfg& cfg, ir::BlockId block) const {
        return cfg.loop_of(block) == ir::kNoLoop && std::ranges::all_of(cfg.order(), [&](ir::BlockId end) {
                   return module_.functions[0].blocks[end].end.kind != ir::TerminatorKind::Return ||
                          cfg.dominates(block, end);
               });
    }

    // ---- threads of a patch store its words at once, each what it found where it has nothing to say. The machine lets any
    // of them win; here those that changed the word do.
    void keep_untouched(ir::FunctionId function) {
        std::map<std::uint32_t, unsigned> stores; // by access without its mask
        for (const ir::Block& block : module_.functions[function].blocks)
            for (const Id id : block.insts)
                if (is_store_of_patch(id)) ++stores[lanes_of(id)];
        for (ir::BlockId b = 0; b < module_.functions[function].blocks.size(); ++b) {
            const auto& insts = module_.functions[function].blocks[b].insts;
            const auto found = std::ranges::find_if(insts, [&](Id id) {
                return is_store_of_patch(id) && stores[lanes_of(id)] == 1 && finds(module_[id].operands[0], id);
            });
            if (found == insts.end()) continue;
            stores[lanes_of(*found)] = 0; // done
            split(function, b, static_cast<std::size_t>(found - insts.begin()));
        }
    }
    [[nodiscard]] bool is_store_of_patch(Id id) const {
        const Inst& inst = module_[id];
        return inst.op == ir::Op::StoreFile && module_.files[inst.access()[ir::Access::file]].is_patch;
    }
    [[nodiscard]] std::uint32_t lanes_of(Id id) const {
        ir::Access access = module_[id].access();
        return access.set(ir::Access::mask, 0U).raw[0];
    }
    [[nodiscard]] Id bits_of(Id value) const {
        while (module_[value].op == ir::Op::Bitcast) value = module_[value].operands[0];
        return value;
    }
    [[nodiscard]] bool is_found(Id value, Id store) const {
        value = bits_of(value);
        return module_[value].op == ir::Op::LoadFile && lanes_of(value) == lanes_of(store);
    }
    /// Whether the value can be what the lanes held.
    [[nodiscard]] bool finds(Id value, Id store) const {
        const Inst& inst = module_[bits_of(value)];
        return inst.op == ir::Op::Select && (is_found(inst.operands[1], store) || is_found(inst.operands[2], store) ||
                                             finds(inst.operands[1], store) || finds(inst.operands[2], store));
    }
    /// A bool: whether the value is another than what the lanes held. Built into `into`.
    Id differs(Id value, Id store, std::pmr::vector<Id>& into) {
        const auto make = [&](ir::Op op, std::initializer_list<Id> operands, std::uint32_t imm = 0) {
            into.push_back(build_.make(op, ir::kBool, std::span(operands.begin(), operands.size()), imm));
            return into.back();
        };
        if (!finds(value, store)) {
            module_.literals.push_back(is_found(value, store) ? 0 : 1);
            return make(ir::Op::Const, {}, static_cast<std::uint32_t>(module_.literals.size() - 1));
        }
        const std::span<const Id> operands = module_[bits_of(value)].operands;
        const Id condition = operands[0], first = operands[1], second = operands[2];
        if (!finds(first, store) && !finds(second, store) && is_found(first, store) != is_found(second, store))
            return is_found(second, store) ? condition : make(ir::Op::BNot, {condition});
        const Id yes = differs(first, store, into), no = differs(second, store, into);
        return make(ir::Op::Select, {condition, yes, no});
    }
    void split(ir::FunctionId function, ir::BlockId block, std::size_t at) {
        build_.move_to(function, block);
        const ir::BlockId stores = build_.block(), rest = build_.block();
        auto& blocks = module_.functions[function].blocks;
        const Id store = blocks[block].insts[at];
        blocks[rest].insts.assign(blocks[block].insts.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                  blocks[block].insts.end());
        blocks[rest].end = std::exchange(blocks[block].end, {});
        blocks[block].insts.resize(at);
        const Id condition = differs(module_[store].operands[0], store, blocks[block].insts);
        build_.branch(condition, stores, rest);
        blocks[stores].insts.push_back(store);
        build_.move_to(function, stores);
        build_.jump(rest);
    }

    ir::Module& module_;
    ir::Builder build_;
};

} // namespace

void lower_stage(ir::Module& module) {
    if (module.stage != ir::Stage::Compute) LowerStage(module).run();
}

} // namespace relit::isa::maxwell
