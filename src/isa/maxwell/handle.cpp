#include "isa/maxwell/handle.hpp"

#include "ir/bounds.hpp"
#include "ir/builder.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

using ir::Op;

constexpr unsigned kDeepest = 24;
constexpr std::uint32_t kMostLooks = 512, kMostCandidates = 128;

bool is_constant_buffer(const ir::Module& module, const ir::Inst& inst) {
    return inst.op == Op::LoadBuffer && module.resources[inst.imm].kind == ir::ResourceKind::ConstantBuffer;
}
std::optional<std::uint32_t> number(const ir::Module& module, ir::Id id) {
    const ir::Inst& inst = module[id];
    if (inst.op != Op::Const) return {};
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
        if (inst.op != Op::IAdd) break;
        const auto first = number(module, inst.operands[0]), second = number(module, inst.operands[1]);
        if (!first && !second) break;
        offset.number += first ? *first : *second;
        id = inst.operands[first ? 1 : 0];
    }
    offset.rest = id;
    return offset;
}

} // namespace

HandleTrace::HandleTrace(const ir::Module& module, const Word& first, ir::ContextReader& context)
    : module_(module), first_(first), context_(context) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Edge& edge : block.end.edges)
                for (std::size_t i = 0; i < edge.args.size(); ++i)
                    incoming_[function.blocks[edge.to].params[i]].push_back(edge.args[i]);
}

std::vector<Candidate> HandleTrace::candidates(ir::Id handle) {
    looks_ = 0;
    visited_.clear();
    Candidates all = trace(handle, 0);
    if (all.size() > kMostCandidates) return {};
    if (all.empty()) all = by_value(handle);
    if (!all.empty()) all.back().tests.clear();
    return all;
}

HandleTrace::Candidates HandleTrace::trace(ir::Id id, unsigned depth) {
    if (depth > kDeepest || ++looks_ > kMostLooks) return {};
    const ir::Inst& inst = module_[id];
    switch (inst.op) {
        case Op::Const: return {{{}, {{kNoSlot, static_cast<std::uint32_t>(module_.literal(inst)[0])}}}};
        case Op::LoadBuffer: return of_load(inst, 0);
        case Op::Swizzle: return of_load(module_[inst.operands[0]], 4 * ir::swizzle_lane(inst.imm, 0));
        case Op::Copy: return trace(inst.operands[0], depth + 1);
        case Op::Select: return of_choice(inst, depth);
        case Op::IOr:
        case Op::IBitInsert: return of_two(inst.operands[0], inst.operands[1], depth);
        case Op::BlockParam: return of_edges(id, depth);
        case Op::IAnd: // a half of it
        case Op::IShl:
            if (number(module_, inst.operands[1])) return trace(inst.operands[0], depth + 1);
            if (number(module_, inst.operands[0]) && inst.op == Op::IAnd) return trace(inst.operands[1], depth + 1);
            return {};
        default: return {};
    }
}

std::uint64_t HandleTrace::most_at_index() {
    constexpr std::uint64_t kUsual = 16;
    return std::max<std::uint64_t>(context_.read("maxwell.textures_at_index", kUsual), 1);
}

HandleTrace::Candidates HandleTrace::of_load(const ir::Inst& load, std::uint32_t further) {
    if (!is_constant_buffer(module_, load)) return {};
    const std::uint32_t slot = module_.resources[load.imm].binding;
    const auto [from, rest] = offset_of(module_, load.operands[0]);
    if (rest == ir::kNone) return {{{}, {{slot, from + further}}}};
    constexpr std::uint64_t kFar = 65536;
    const std::uint64_t bound = ir::upper_bound(module_, rest);
    const auto step = ir::is_multiple(module_, rest, 8) ? 8U : 4U; // also in pairs of words
    std::uint64_t count = bound < kFar ? bound / step + 1 : most_at_index();
    count = std::min<std::uint64_t>(count, kMostCandidates);
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

// A number beside a word changes nothing of which word it is.
HandleTrace::Candidates HandleTrace::of_two(ir::Id one, ir::Id other, unsigned depth) {
    const auto is_number = [&](const Candidates& of) { return of.size() == 1 && of[0].handle.texture.slot == kNoSlot; };
    Candidates first = trace(one, depth + 1), second = trace(other, depth + 1);
    if (first.empty() || second.empty() || is_number(second)) return second.empty() ? second : first;
    if (is_number(first)) return second;
    if (first.size() * second.size() > kMostCandidates) return {};
    Candidates all;
    for (const Candidate& a : first) {
        for (const Candidate& b : second) {
            if (a.handle.sampler || b.handle.sampler) return {};
            Candidate both{a.tests, a.handle};
            both.tests.insert(both.tests.end(), b.tests.begin(), b.tests.end());
            if (a.handle != b.handle) both.handle.sampler = b.handle.texture;
            all.push_back(std::move(both));
        }
    }
    return all;
}

HandleTrace::Candidates HandleTrace::by_value(ir::Id handle) {
    const auto count = std::min<std::uint64_t>(context_.read("maxwell.textures_by_value", 0), kMostCandidates);
    Candidates all;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Handle one{{first_.slot, first_.offset + 4 * i}};
        all.push_back({{{.kind = Test::Kind::IsHandle, .value = handle, .handle = one}}, one});
    }
    return all;
}

// Which way was taken is not known any more: the words themselves tell.
HandleTrace::Candidates HandleTrace::of_edges(ir::Id param, unsigned depth) {
    const auto found = incoming_.find(param);
    if (found == incoming_.end()) return {};
    visited_.push_back(param);
    std::vector<Handle> handles;
    for (const ir::Id value : found->second) {
        if (std::ranges::find(visited_, value) != visited_.end()) continue;
        const Candidates some = trace(value, depth + 1);
        if (some.empty()) return {};
        for (const Candidate& each : some) handles.push_back(each.handle);
    }
    std::ranges::sort(handles);
    const auto [first, last] = std::ranges::unique(handles);
    handles.erase(first, last);
    if (handles.size() > kMostCandidates) return {};
    Candidates all;
    for (const Handle& handle : handles)
        all.push_back({{{.kind = Test::Kind::IsHandle, .value = param, .handle = handle}}, handle});
    if (all.size() == 1) all[0].tests.clear();
    return all;
}

} // namespace relit::isa::maxwell
