#include "isa/maxwell/lower/handle.hpp"
#include "isa/maxwell/context_keys.hpp"

#include "ir/analysis/bounds.hpp"
#include "ir/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

constexpr unsigned kDeepest = 24;
constexpr std::uint32_t kMostHandleLooks = 512, kMostCandidates = 128;

bool is_constant_buffer(const ir::Module& module, const ir::Inst& inst) {
    return inst.op == ir::Op::LoadBuffer && module.resources[inst.imm].kind == ir::ResourceKind::ConstantBuffer;
}
std::optional<std::uint32_t> number(const ir::Module& module, ir::Id id) {
    const ir::Inst& inst = module[id];
    if (inst.op != ir::Op::Const) return {};
    return static_cast<std::uint32_t>(module.literal(inst)[0]);
}

/// An offset as a number and the rest, kNone where there is none.
struct Offset {
    std::uint32_t number = 0;
    ir::Id rest = ir::kNone;
};
Offset offset_of(const ir::Module& module, ir::Id id) {
    Offset offset;
    for (unsigned i = 0; i < kDeepest; ++i) {
        if (const auto known = number(module, id)) return {offset.number + *known, ir::kNone};
        const ir::Inst& inst = module[id];
        if (inst.op != ir::Op::IAdd) break;
        const auto first = number(module, inst.operands[0]), second = number(module, inst.operands[1]);
        if (!first && !second) break;
        offset.number += first ? *first : *second;
        id = inst.operands[first ? 1 : 0];
    }
    offset.rest = id;
    return offset;
}

} // namespace

HandleTrace::HandleTrace(const ir::Module& module, const BufferWord& first, ir::ContextReader& context)
    : module_(module), first_(first), context_(context) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Edge& edge : block.end.edges)
                for (std::size_t i = 0; i < edge.args.size(); ++i)
                    incoming_[function.blocks[edge.to].params[i]].push_back(edge.args[i]);
}

std::vector<Candidate> HandleTrace::candidates(ir::Id handle) {
    looks_ = 0;
    visiting_.clear();
    Candidates all = trace(handle, 0);
    if (all.size() > kMostCandidates) return {};
    if (all.empty()) all = by_value(handle);
    if (!all.empty()) all.back().tests.clear();
    return all;
}

HandleTrace::Candidates HandleTrace::trace(ir::Id id, unsigned depth) {
    if (depth > kDeepest || ++looks_ > kMostHandleLooks) return {};
    const ir::Inst& inst = module_[id];
    switch (inst.op) {
        case ir::Op::Const: return {{{}, {{kNoSlot, static_cast<std::uint32_t>(module_.literal(inst)[0])}}}};
        case ir::Op::LoadBuffer: return of_load(inst, 0);
        case ir::Op::Swizzle: return of_load(module_[inst.operands[0]], 4 * ir::swizzle_lane(inst.imm, 0));
        case ir::Op::Copy: return trace(inst.operands[0], depth + 1);
        case ir::Op::Select: return of_choice(inst, depth);
        case ir::Op::IOr:
        case ir::Op::IBitInsert: return of_two(inst, depth);
        case ir::Op::BlockParam: return of_edges(id, depth);
        case ir::Op::IAnd:
        case ir::Op::IShl:
            if (number(module_, inst.operands[1])) return of_part(inst.operands[0], depth);
            if (number(module_, inst.operands[0]) && inst.op == ir::Op::IAnd) return of_part(inst.operands[1], depth);
            return {};
        default: return {};
    }
}

std::uint64_t HandleTrace::most_at_index() { return std::max<std::uint64_t>(context_.read(key::textures_at_index), 1); }

HandleTrace::Candidates HandleTrace::of_load(const ir::Inst& load, std::uint32_t further) {
    if (!is_constant_buffer(module_, load)) return {};
    const std::uint32_t slot = module_.resources[load.imm].binding;
    const auto [from, rest] = offset_of(module_, load.operands[0]);
    if (rest == ir::kNone) return {{{}, {{slot, from + further}}}};
    constexpr std::uint64_t kFar = 65536;
    const std::uint64_t bound = ir::upper_bound(module_, rest);
    const auto step = ir::is_multiple(module_, rest, 8) ? 8U : 4U; // also in pairs of words
    const std::uint64_t wanted = bound < kFar ? bound / step + 1 : most_at_index();
    const std::uint64_t count = std::min<std::uint64_t>(wanted, kMostCandidates);
    if (bound >= kFar || count < wanted)
        context_.approximate(
            fmt::format("a texture is chosen by an index that may go beyond the {} that are looked at "
                        "(maxwell.textures_at_index); there the last of them is taken",
                        count));
    Candidates all;
    for (std::uint32_t i = 0; i < count; ++i)
        all.push_back(
            {{{.kind = Test::Kind::IsNumber, .value = rest, .number = step * i}}, {{slot, from + further + step * i}}});
    return all;
}

HandleTrace::Candidates HandleTrace::of_choice(const ir::Inst& select, unsigned depth) {
    Candidates yes = trace(select.operands[1], depth + 1), no = trace(select.operands[2], depth + 1);
    if (yes.empty() || no.empty() || yes.size() + no.size() > kMostCandidates) return {};
    for (Candidate& each : yes) each.tests.push_back({.kind = Test::Kind::Holds, .value = select.operands[0]});
    for (Candidate& each : no) each.tests.push_back({.kind = Test::Kind::Fails, .value = select.operands[0]});
    yes.insert(yes.end(), no.begin(), no.end());
    return yes;
}

/// Of a half of the handle.
HandleTrace::Candidates HandleTrace::of_part(ir::Id of, unsigned depth) {
    Candidates all = trace(of, depth + 1);
    for (Candidate& each : all) each.is_whole = false;
    return all;
}

// Bits 31:20 of a handle are the sampler's.
bool HandleTrace::is_of_sampler(ir::Id half) const {
    constexpr std::uint32_t kTextureBits = (1U << 20) - 1;
    const ir::Inst& inst = module_[half];
    if (inst.op == ir::Op::IShl) return true;
    if (inst.op != ir::Op::IAnd) return false;
    const auto first = number(module_, inst.operands[0]), second = number(module_, inst.operands[1]);
    const std::uint32_t mask = first ? *first : second ? *second : kTextureBits;
    return (mask & kTextureBits) == 0;
}

// Which word it is stays known; what it becomes is not.
HandleTrace::Candidates HandleTrace::with_number(Candidates words, std::uint32_t number) {
    if (number == 0) return words;
    context_.approximate("the handle of a texture is a word of a constant buffer beside a number, which is omitted");
    for (Candidate& each : words) each.is_whole = false;
    return words;
}

HandleTrace::Candidates HandleTrace::of_two(const ir::Inst& join, unsigned depth) {
    const bool inserts = join.op == ir::Op::IBitInsert;
    const auto at = inserts ? number(module_, join.operands[2]) : std::nullopt;
    const bool swapped = (inserts && at == 0U) || (!inserts && is_of_sampler(join.operands[0]));
    const auto is_number = [&](const Candidates& of) { return of.size() == 1 && of[0].handle.texture.slot == kNoSlot; };
    Candidates first = trace(join.operands[swapped ? 1 : 0], depth + 1);
    Candidates second = trace(join.operands[swapped ? 0 : 1], depth + 1);
    if (first.empty() || second.empty()) return {};
    if (is_number(second)) return with_number(std::move(first), second[0].handle.texture.offset);
    if (is_number(first)) return with_number(std::move(second), first[0].handle.texture.offset);
    if (first.size() * second.size() > kMostCandidates) return {};
    Candidates all;
    for (const Candidate& a : first) {
        for (const Candidate& b : second) {
            if (a.handle.sampler || b.handle.sampler) return {};
            Candidate both{a.tests, a.handle, !inserts && a.is_whole && b.is_whole};
            both.tests.insert(both.tests.end(), b.tests.begin(), b.tests.end());
            if (a.handle != b.handle) both.handle.sampler = b.handle.texture;
            all.push_back(std::move(both));
        }
    }
    return all;
}

HandleTrace::Candidates HandleTrace::by_value(ir::Id handle) {
    const auto count = std::min<std::uint64_t>(context_.read(key::textures_by_value), kMostCandidates);
    Candidates all;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Handle one{{first_.slot, first_.offset + 4 * i}};
        all.push_back({{{.kind = Test::Kind::IsHandle, .value = handle, .handle = one}}, one});
    }
    return all;
}

// Which path was taken is not known any more: the words themselves decide, where the handle is one of them unchanged.
HandleTrace::Candidates HandleTrace::of_edges(ir::Id param, unsigned depth) {
    const auto found = incoming_.find(param);
    if (found == incoming_.end()) return {};
    visiting_.push_back(param);
    std::vector<Handle> handles;
    bool are_whole = true;
    for (const ir::Id value : found->second) {
        if (std::ranges::find(visiting_, value) != visiting_.end()) continue; // a loop brings nothing new
        const Candidates some = trace(value, depth + 1);
        if (some.empty()) return {};
        for (const Candidate& each : some) {
            handles.push_back(each.handle);
            are_whole = are_whole && each.is_whole;
        }
    }
    visiting_.pop_back();
    std::ranges::sort(handles);
    const auto [first, last] = std::ranges::unique(handles);
    handles.erase(first, last);
    if (handles.size() > kMostCandidates || (handles.size() > 1 && !are_whole)) return {};
    Candidates all;
    for (const Handle& handle : handles)
        all.push_back({{{.kind = Test::Kind::IsHandle, .value = param, .handle = handle}}, handle, are_whole});
    if (all.size() == 1) all[0].tests.clear();
    return all;
}

} // namespace relit::isa::maxwell
