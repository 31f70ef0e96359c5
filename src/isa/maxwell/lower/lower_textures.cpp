#include "isa/maxwell/lower/lower_textures.hpp"

#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "isa/maxwell/lift/access.hpp"
#include "isa/maxwell/lower/handle.hpp"
#include "isa/maxwell/lower/texture_access.hpp"
#include "isa/maxwell/lower/textures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <vector>

namespace relit::isa::maxwell {
namespace {

using ir::Id;

bool is_texture_access(ir::Op op) { return ir::info(op).imm == ir::Imm::Use; }

constexpr std::size_t kMostWrittenOut = 65536; // accesses to one of several, all counted

class LowerTextures {
public:
    LowerTextures(ir::Module& module, const Convention& convention, ir::ContextReader& context)
        : module_(module), build_(module), textures_(module, convention, context), convention_(convention),
          context_(context) {}

    Status run() {
        if (Status found = collect(); !found) return found;
        if (accesses_.empty()) return {}; // done before
        textures_.declare();
        old_uses_.assign(module_.texture_uses.begin(), module_.texture_uses.end());
        module_.texture_uses.clear();
        for (ir::FunctionId function = 0; function < module_.functions.size(); ++function)
            for (ir::BlockId block = 0; block < module_.functions[function].blocks.size(); ++block)
                rewrite(function, block);
        if (!refusal_.empty()) return fail(FaultKind::NotSupported, refusal_);
        drop(stand_ins_);
        return {};
    }

private:
    [[nodiscard]] bool is_access(Id id) const {
        return is_texture_access(module_[id].op) && module_.texture_uses[module_[id].imm].handle;
    }

    Status collect() {
        stand_ins_ = static_cast<std::uint32_t>(module_.resources.size());
        HandleTrace trace(module_, {convention_.handle_slot, convention_.handles}, context_);
        std::size_t written_out = 0;
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts) {
                    if (!is_access(id)) continue;
                    std::vector<Candidate> all = trace.candidates(module_[id].operands[0]);
                    if (all.empty())
                        return fail(FaultKind::NotSupported,
                                    "the handle of a texture comes from no constant buffer, or from too many places; "
                                    "maxwell.textures_by_value says how many of the driver's it may be");
                    written_out += all.size() - 1;
                    if (written_out > kMostWrittenOut)
                        return fail(FaultKind::NotSupported, "too many accesses to one of several textures");
                    const ir::TextureUse& use = module_.texture_uses[module_[id].imm];
                    for (const Candidate& each : all)
                        textures_.note(each.handle, module_.resources[use.resource], module_[id].op);
                    accesses_[id] = std::move(all);
                }
        return {};
    }

    void rewrite(ir::FunctionId function, ir::BlockId at) {
        ir::Block& block = module_.functions[function].blocks[at];
        if (std::ranges::none_of(block.insts, [&](Id id) { return is_texture_access(module_[id].op); })) return;
        const std::vector<Id> old(block.insts.begin(), block.insts.end());
        block.insts.clear();
        build_.move_to(function, at);
        for (const Id id : old) {
            if (const auto found = accesses_.find(id); found != accesses_.end()) rewrite(id, found->second);
            const bool goes = found_and_stores(id);
            if (!goes) module_.functions[function].blocks[at].insts.push_back(id);
        }
    }
    [[nodiscard]] bool found_and_stores(Id id) const {
        return module_[id].op == ir::Op::StoreImage && accesses_.contains(id);
    }

    /// One access to each texture that may be meant; what they give is chosen from, stores go nowhere where another is.
    void rewrite(Id id, const std::vector<Candidate>& candidates) {
        const ir::Inst inst = module_[id];
        build_.origin_index(inst.origin);
        const bool effect = inst.op == ir::Op::StoreImage || inst.op == ir::Op::AtomicImage;
        std::vector<Id> conditions, values;
        Id taken = ir::kNone;
        for (const Candidate& each : candidates) {
            Id meant = each.tests.empty() ? ir::kNone : all_of(each.tests);
            conditions.push_back(meant);
            if (effect && taken != ir::kNone) {
                const Id free = build_.BNot(taken);
                taken = meant == ir::kNone ? taken : build_.BOr(taken, meant);
                meant = meant == ir::kNone ? free : build_.BAnd(free, meant);
            } else {
                taken = meant;
            }
            values.push_back(access(inst, each.handle, effect ? meant : ir::kNone));
        }
        if (inst.op == ir::Op::StoreImage) return;
        Id value = values.back();
        for (std::size_t i = values.size() - 1; i-- > 0;) value = chosen(conditions[i], values[i], value);
        ir::Inst& changed = module_[id];
        changed.op = ir::Op::Copy;
        changed.imm = 0;
        changed.operands = module_.copy(std::array{value});
    }
    Id chosen(Id condition, Id yes, Id no) {
        const unsigned lanes = build_.type_of(yes).lanes;
        return build_.Select(lanes == 1 ? condition : build_.splat(condition, lanes), yes, no);
    }

    Id access(const ir::Inst& inst, const Handle& handle, Id only_where) {
        const ir::TextureUse use = old_uses_[inst.imm];
        TextureAccess one(build_, inst, use, textures_.resource(handle, use.resource, inst.op));
        if (textures_.counts_texels(handle)) one.divide_by_size();
        const Id value = one.build(module_.resources[use.resource].format, only_where);
        if (!one.refusal().empty() && refusal_.empty()) refusal_ = one.refusal();
        if (!one.approximation().empty()) context_.approximate(one.approximation());
        return value;
    }

    // ---- conditions

    Id all_of(const std::vector<Test>& tests) {
        Id all = ir::kNone;
        for (const Test& each : tests) {
            const Id one = condition(each);
            all = all == ir::kNone ? one : build_.BAnd(all, one);
        }
        return all;
    }
    Id condition(const Test& test) {
        switch (test.kind) {
            case Test::Kind::Holds: return test.value;
            case Test::Kind::Fails: return build_.BNot(test.value);
            case Test::Kind::IsNumber: return build_.IEq(test.value, build_.i32(test.number));
            case Test::Kind::IsHandle: return build_.IEq(test.value, word(test));
        }
        return test.value;
    }
    Id word(const Test& test) {
        const Id texture = load(test.handle.texture);
        return test.handle.sampler ? build_.IOr(texture, load(*test.handle.sampler)) : texture;
    }
    Id load(const BufferWord& word) {
        if (word.slot == kNoSlot) return build_.i32(word.offset);
        for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
            const ir::Resource& resource = module_.resources[i];
            if (resource.kind == ir::ResourceKind::ConstantBuffer && resource.binding == word.slot)
                return build_.load_buffer(i, build_.i32(word.offset), ir::kI32);
        }
        const std::uint32_t made = build_.constant_buffer(fmt::format("c{}", word.slot), word.slot, kConstantBytes);
        return build_.load_buffer(made, build_.i32(word.offset), ir::kI32);
    }

    /// What stood for handles, below `end`, goes.
    void drop(std::uint32_t end) {
        std::vector<std::uint32_t> now(module_.resources.size());
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
            const bool goes = i < end && is_handle(module_.resources[i]);
            now[i] = kept;
            if (goes) continue;
            if (kept != i) module_.resources[kept] = std::move(module_.resources[i]);
            ++kept;
        }
        module_.resources.resize(kept);
        for (ir::Inst& inst : module_.insts) {
            const bool moves = inst.imm < now.size() && now[inst.imm] != inst.imm;
            if (moves && ir::info(inst.op).imm == ir::Imm::Resource) inst.imm = now[inst.imm];
        }
        for (ir::TextureUse& use : module_.texture_uses) use.resource = now[use.resource];
    }

    ir::Module& module_;
    ir::Builder build_;
    TextureTable textures_;
    const Convention& convention_;
    ir::ContextReader& context_;
    std::uint32_t stand_ins_ = 0;
    std::map<Id, std::vector<Candidate>> accesses_;
    std::vector<ir::TextureUse> old_uses_;
    std::string refusal_;
};

} // namespace

Status lower_textures(ir::Module& module, const Convention& convention, ir::ContextReader& context) {
    if (module.texture_uses.empty()) return {};
    return LowerTextures(module, convention, context).run();
}

} // namespace relit::isa::maxwell
