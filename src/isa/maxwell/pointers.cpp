#include "isa/maxwell/pointers.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kDescriptorBytes = 16;

/// The operands that may carry an address on.
std::span<const ir::Id> carried(const ir::Inst& inst) {
    const std::span<const ir::Id> all = inst.operands;
    switch (inst.op) {
        case ir::Op::IAdd: return all;
        case ir::Op::Select: return all.subspan(1);
        case ir::Op::Bitcast:
        case ir::Op::Compose:
        case ir::Op::Swizzle:
        case ir::Op::UExtend:
        case ir::Op::SExtend:
        case ir::Op::ITruncate: return all.first(1);
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
    if (at % kDescriptorBytes != 0 || at / kDescriptorBytes >= convention.storage_count) return {};
    return at / kDescriptorBytes;
}

void Pointers::look_at(const ir::Function& function) {
    const auto has_params = [](const ir::Block& block) { return !block.params.empty(); };
    function_ = &function;
    leads_.clear();
    if (std::ranges::none_of(function.blocks, has_params)) return;
    blocks_.assign(module_.insts.size(), ir::kNoBlock);
    ways_.assign(function.blocks.size(), {});
    for (ir::BlockId i = 0; i < function.blocks.size(); ++i) {
        for (const ir::Id param : function.blocks[i].params) blocks_[param] = i;
        const auto edges = function.blocks[i].end.edges;
        for (std::uint32_t k = 0; k < edges.size(); ++k) ways_[edges[k].to].push_back({i, k});
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

// Nothing, then one buffer, then several: each value changes twice at most.
void Pointers::hand_on(ir::Id to, const Lead& lead) {
    Lead& known = leads_[to];
    const bool others = known.buffer && lead.buffer && *known.buffer != *lead.buffer;
    const Lead now{known.buffer ? known.buffer : lead.buffer, known.several || lead.several || others};
    if (now.buffer == known.buffer && now.several == known.several) return;
    known = now;
    work_.push_back(to);
}

void Pointers::find_leads() {
    leads_.assign(blocks_.size(), {});
    connect();
    for (const ir::Block& block : function_->blocks)
        for (const ir::Id id : block.insts)
            if (module_[id].op == ir::Op::LoadBuffer)
                if (const auto buffer = descriptor_of(module_, convention_, module_[id])) hand_on(id, {buffer, false});
    while (!work_.empty()) {
        const ir::Id value = work_.back();
        work_.pop_back();
        for (std::uint32_t i = first_use_[value]; i != 0; i = uses_[i].next) hand_on(uses_[i].user, leads_[value]);
    }
}

} // namespace relit::isa::maxwell
