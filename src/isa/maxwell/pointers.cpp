#include "isa/maxwell/pointers.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kDescriptorBytes = 16;
constexpr std::size_t kMostLooks = std::size_t{1} << 22; // in one function; addresses behind that are not known

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
    function_ = &function;
    blocks_.assign(module_.insts.size(), ir::kNoBlock);
    ways_.assign(function.blocks.size(), {});
    elsewhere_.clear();
    looks_ = 0;
    for (ir::BlockId i = 0; i < function.blocks.size(); ++i) {
        for (const ir::Id param : function.blocks[i].params) blocks_[param] = i;
        const auto edges = function.blocks[i].end.edges;
        for (std::uint32_t k = 0; k < edges.size(); ++k) ways_[edges[k].to].push_back({i, k});
    }
}

void Pointers::add_parts(ir::Id value, std::vector<ir::Id>& work) const {
    const ir::Inst& inst = module_[value];
    switch (inst.op) {
        case ir::Op::IAdd: work.insert(work.end(), inst.operands.begin(), inst.operands.end()); return;
        case ir::Op::Select: work.insert(work.end(), inst.operands.begin() + 1, inst.operands.end()); return;
        case ir::Op::Bitcast:
        case ir::Op::Compose:
        case ir::Op::Swizzle:
        case ir::Op::UExtend:
        case ir::Op::SExtend:
        case ir::Op::ITruncate: work.push_back(inst.operands[0]); return;
        case ir::Op::BlockParam:
            if (value >= blocks_.size() || blocks_[value] == ir::kNoBlock) return;
            for (const auto& [from, edge] : ways_[blocks_[value]])
                work.push_back(function_->blocks[from].end.edges[edge].args[inst.imm]);
            return;
        default: return;
    }
}

Pointers::Lead Pointers::buffer_of(ir::Id param) {
    if (param >= blocks_.size() || elsewhere_.contains(param)) return {};
    Lead lead;
    std::set<ir::Id> seen;
    std::vector<ir::Id> work{param};
    while (!work.empty() && looks_ < kMostLooks) {
        const ir::Id value = work.back();
        work.pop_back();
        if (!seen.insert(value).second) continue;
        ++looks_;
        const ir::Inst& inst = module_[value];
        const auto here = inst.op == ir::Op::LoadBuffer ? descriptor_of(module_, convention_, inst) : std::nullopt;
        if (here && lead.buffer && *here != *lead.buffer) lead.several = true;
        if (here) lead.buffer = here;
        add_parts(value, work);
    }
    if (!lead.buffer) elsewhere_.insert(param);
    return lead;
}

} // namespace relit::isa::maxwell
