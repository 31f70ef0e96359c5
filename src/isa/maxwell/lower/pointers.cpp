#include "isa/maxwell/lower/pointers.hpp"

namespace relit::isa::maxwell {
namespace {

/// The operands whose addresses are in what the operation gives.
std::span<const ir::Id> carried(const ir::Inst& inst) {
    const std::span<const ir::Id> all = inst.operands;
    switch (inst.op) {
        case ir::Op::Select: return all.subspan(1);
        case ir::Op::Swizzle: return inst.imm % 4 == 0 ? all : std::span<const ir::Id>{}; // the low word comes first
        case ir::Op::Compose: return all.first(1);
        case ir::Op::IAdd:
        case ir::Op::ISub:
        case ir::Op::INeg:
        case ir::Op::INot:
        case ir::Op::Copy:
        case ir::Op::Bitcast:
        case ir::Op::UExtend:
        case ir::Op::SExtend:
        case ir::Op::ITruncate: return all;
        default: return {};
    }
}

} // namespace

std::optional<std::uint32_t> descriptor_of(const ir::Module& module, const Convention& convention,
                                           const ir::Inst& load) {
    const ir::Resource& from = module.resources[load.imm];
    const ir::Inst& offset = module[load.operands[0]];
    if (from.kind != ir::ResourceKind::ConstantBuffer || from.binding != convention.slot) return {};
    if (offset.op != ir::Op::Const) return {};
    const auto at = static_cast<std::uint32_t>(module.literal(offset)[0]) - convention.storage;
    if (at % convention.descriptor_bytes != 0 || at / convention.descriptor_bytes >= convention.storage_count)
        return {};
    return at / convention.descriptor_bytes;
}

void Pointers::find_out() {
    if (is_known_) return;
    is_known_ = true;
    const ir::Function& function = *function_;
    blocks_.assign(module_.insts.size(), ir::kNoBlock);
    incoming_.assign(function.blocks.size(), {});
    for (ir::BlockId i = 0; i < function.blocks.size(); ++i) {
        for (const ir::Id param : function.blocks[i].params) blocks_[param] = i;
        const auto edges = function.blocks[i].end.edges;
        for (std::uint32_t k = 0; k < edges.size(); ++k) incoming_[edges[k].to].push_back({i, k});
    }
    find_leads();
}

void Pointers::connect() {
    uses_.assign(1, {});
    first_use_.assign(blocks_.size(), 0);
    for (const ir::Block& block : function_->blocks) {
        for (const ir::Id id : block.insts)
            for (const ir::Id part : carried(module_[id])) add_use(part, id);
        for (const ir::Edge& edge : block.end.edges)
            for (std::size_t i = 0; i < edge.args.size(); ++i)
                add_use(edge.args[i], function_->blocks[edge.to].params[i]);
    }
}

// Each value changes at most as often as there are buffers.
void Pointers::propagate(ir::Id to, Lead lead) {
    if ((leads_[to] | lead) == leads_[to]) return;
    leads_[to] |= lead;
    work_.push_back(to);
}

void Pointers::find_leads() {
    leads_.assign(blocks_.size(), {});
    connect();
    for (const ir::Block& block : function_->blocks)
        for (const ir::Id id : block.insts)
            if (module_[id].op == ir::Op::LoadBuffer)
                if (const auto buffer = descriptor_of(module_, convention_, module_[id]))
                    propagate(id, Lead{1} << *buffer);
    while (!work_.empty()) {
        const ir::Id value = work_.back();
        work_.pop_back();
        for (std::uint32_t i = first_use_[value]; i != 0; i = uses_[i].next) propagate(uses_[i].user, leads_[value]);
    }
}

} // namespace relit::isa::maxwell
