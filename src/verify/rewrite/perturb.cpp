#include "verify/rewrite/perturb.hpp"

#include "base/half.hpp"
#include "ir/builder.hpp"
#include "verify/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace relit::verify {
namespace {

using ir::Id;
using ir::Op;

constexpr float kPi = 3.14159274F, kLargestDenormal = 0x1.fffffcp-127F, kLogOfSmallest = -126;

/// By how much coordinates may be off: 1/256 of a texel of the textures that samples have, and some last places.
constexpr float kCoordinateStep = 0x1p-11F, kCoordinatePart = 0x1p-21F;

/// Puts the operation elsewhere and makes its id mean the moved result.
class Perturbing {
public:
    Perturbing(ir::Module& module, std::uint64_t seed)
        : module_(module), ir_(module), random_(seed), flushes_(seed >= kSeedsThatKeep), leaves_some_(seed % 2 != 0),
          takes_parts_(seed % 4 == 2) {}

    void run() {
        for (ir::Function& function : module_.functions)
            for (ir::Block& block : function.blocks) rewrite(block);
    }

private:
    void rewrite(ir::Block& block) {
        std::pmr::vector<Id> insts(module_.arena());
        insts.swap(block.insts);
        insts_ = &block.insts;
        for (const Id id : insts) {
            const bool near = ir::info(module_[id].op).error_ulp() != 0 && module_[id].type.kind == ir::Kind::F32;
            if (is_lookup(module_[id])) move_coordinates(id);
            if (flushes_ && may_flush(module_[id]) && random_() % 2 == 0)
                module_[id].mode.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true);
            const bool stays = !near || (leaves_some_ && random_() % 2 == 0);
            stays ? block.insts.push_back(id) : perturb(id);
        }
    }
    /// Devices round coordinates to fixed point: between two texels they may choose either.
    void move_coordinates(Id id) {
        const ir::TextureUse& use = module_.texture_uses[module_[id].imm];
        const std::size_t count = use.coordinates - (module_.resources[use.resource].arrayed ? 1 : 0);
        std::vector<Id> operands(module_[id].operands.begin(), module_[id].operands.end());
        for (std::size_t i = use.handle ? 1 : 0; i < count + (use.handle ? 1 : 0); ++i) {
            const ir::Type type = module_[operands[i]].type;
            if (type.kind != ir::Kind::F32) continue;
            const float sign = (random_() & 1) != 0 ? 1.0F : -1.0F;
            const Id scaled = put(Op::FMul, type, {operands[i], number(type, 1 + sign * kCoordinatePart)});
            operands[i] = put(Op::FAdd, type, {scaled, along(operands[i], sign * kCoordinateStep)});
        }
        module_[id].operands = module_.copy(operands);
    }
    void perturb(Id id) {
        const ir::Inst inst = module_[id];
        const float sign = (random_() & 1) != 0 ? 1.0F : -1.0F;
        const float share = takes_parts_ ? 1.0F / static_cast<float>(2U << random_() % 3) : 1.0F;
        const float part = share * static_cast<float>(ir::info(inst.op).error_ulp()) * 0x1p-23F;
        const bool wave = inst.op == Op::FSin || inst.op == Op::FCos;
        const float more = wave ? 0x1p-10F : inst.op == Op::FLog2 ? 0x1p-20F : 0.0F;
        const Id exact = put(inst.op, inst.type, {inst.operands.begin(), inst.operands.end()}, inst.imm);
        module_[exact].mode = inst.mode;
        // Divided by 1 - 2^-24 a result moves up to its neighbour; no factor above 1 is as small.
        const Op scale = sign > 0 ? Op::FDiv : Op::FMul;
        const Id scaled = wave ? exact : put(scale, inst.type, {exact, number(inst.type, 1 - part)});
        const Id moved = put(Op::FAdd, inst.type, {scaled, along(exact, sign * more)});
        if (inst.op == Op::FLog2 && sign > 0) {
            const ir::Type bools = inst.type.with_kind(ir::Kind::Bool);
            const Id is_small = is_up_to(inst.operands[0], inst.type, kLargestDenormal);
            const Id is_any = put(Op::FNe, bools, {inst.operands[0], number(inst.type, 0)});
            const Id is_denormal = put(Op::BAnd, bools, {is_small, is_any});
            return become(id, Op::Select, {is_denormal, number(inst.type, kLogOfSmallest), moved});
        }
        if (!wave) return become(id, Op::Copy, {moved});
        const float anything = (random_() & 1) != 0 ? sign : 0.0F; // 0 too: absolute values would be 1 in all runs
        become(id, Op::Select, {is_up_to(inst.operands[0], inst.type, kPi), moved, number(inst.type, anything)});
    }
    /// Away from 0 or towards it, as scaling goes: added up, two allowances must not cancel.
    Id along(Id value, float distance) {
        const ir::Type type = module_[value].type;
        const Id forth = number(type, distance);
        if (distance == 0) return forth;
        const Id is_negative = put(Op::FLt, type.with_kind(ir::Kind::Bool), {value, number(type, 0)});
        return put(Op::Select, type, {is_negative, number(type, -distance), forth});
    }
    Id is_up_to(Id value, ir::Type type, float size) {
        return put(Op::FLe, type.with_kind(ir::Kind::Bool), {put(Op::FAbs, type, {value}), number(type, size)});
    }
    void become(Id id, Op op, const std::vector<Id>& operands) {
        module_[id].op = op;
        module_[id].imm = 0;
        module_[id].operands = module_.copy(operands);
        insts_->push_back(id);
    }
    Id put(Op op, ir::Type type, const std::vector<Id>& operands, std::uint32_t imm = 0) {
        const Id made = ir_.make(op, type, operands, imm);
        insts_->push_back(made);
        return made;
    }
    Id number(ir::Type type, float value) {
        insts_->push_back(ir_.make_constant(type, std::bit_cast<std::uint32_t>(value)));
        return insts_->back();
    }

    ir::Module& module_;
    ir::Builder ir_;
    std::mt19937_64 random_;
    bool flushes_, leaves_some_, takes_parts_;
    std::pmr::vector<Id>* insts_{};
};

bool is_between(std::vector<float> values, float got) {
    if (std::isnan(got)) return std::ranges::any_of(values, [](float value) { return std::isnan(value); });
    std::erase_if(values, [](float value) { return std::isnan(value); });
    if (values.empty()) return false;
    const auto [lowest, highest] = std::ranges::minmax(values);
    if (lowest == highest || std::isinf(got)) return got == lowest || got == highest;
    const double room = static_cast<double>(highest) - lowest;
    return got >= lowest - room && got <= highest + room;
}

float as_float(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
float as_half(std::uint64_t bits) { return float_from_half(static_cast<std::uint16_t>(bits)); }

/// The lanes of one file: 32 bits, or halves, which may be parts of such.
bool file_lies_between(std::size_t file, ir::Kind kind, const std::vector<run::State>& states, const run::State& got) {
    const std::vector<std::uint64_t>& lanes = got.files[file];
    const auto values = [&](auto read) {
        std::vector<float> all;
        for (const run::State& state : states) all.push_back(read(state.files[file]));
        return all;
    };
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const bool same =
            std::ranges::any_of(states, [&](const run::State& s) { return s.files[file][i] == lanes[i]; });
        if (same) continue;
        if (kind != ir::Kind::F32 && kind != ir::Kind::F16) return false;
        const auto whole = [&](const std::vector<std::uint64_t>& from) { return as_float(from[i]); };
        if (kind == ir::Kind::F32 && is_between(values(whole), whole(lanes))) continue;
        if (kind == ir::Kind::F32) return false;
        const std::size_t low = i - i % 2;
        const auto pair = [&](const std::vector<std::uint64_t>& from) {
            return as_float(from[low] | from[low + 1] << 16);
        };
        const auto half = [&](const std::vector<std::uint64_t>& from) { return as_half(from[i]); };
        if (!is_between(values(pair), pair(lanes)) && !is_between(values(half), half(lanes))) return false;
    }
    return true;
}

/// The words of a resource, which may be floats.
bool memory_lies_between(std::size_t resource, const std::vector<run::State>& states, const run::State& got) {
    const std::vector<std::uint8_t>& bytes = got.resources[resource];
    const auto word = [&](const run::State& state, std::size_t at) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &state.resources[resource][at], std::min(sizeof bits, bytes.size() - at));
        return bits;
    };
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint32_t)) {
        const std::uint32_t bits = word(got, at);
        if (std::ranges::any_of(states, [&](const run::State& state) { return word(state, at) == bits; })) continue;
        std::vector<float> all;
        for (const run::State& state : states) all.push_back(as_float(word(state, at)));
        if (!is_between(std::move(all), as_float(bits))) return false;
    }
    return true;
}

} // namespace

ir::Module perturbed(const ir::Module& module, std::uint64_t seed) {
    ir::Module moved = module.clone();
    Perturbing(moved, seed).run();
    return moved;
}

bool lies_between(const ir::Module& module, const std::vector<run::State>& states, const run::State& got) {
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        const bool discarded = std::ranges::any_of(states, &run::State::discarded) && file.role == ir::Role::Register;
        if (file.role == ir::Role::Input || discarded) continue;
        if (!file_lies_between(i, file.kind, states, got)) return false;
    }
    for (std::size_t i = 0; i < module.resources.size(); ++i)
        if (!memory_lies_between(i, states, got)) return false;
    return true;
}

} // namespace relit::verify
