#include "render/r500/program/depth_rounding.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace relit::render::r500 {
namespace {

constexpr int kMantissaBits = 13, kRanges = 7;

/// Ranges of 13E3 halve towards 1 (or 0) until the seventh, and each has 2^13 steps: how many there are in all of 0 to 1, a power of
/// two, to the power of 1 or -1.
ir::Id steps_of(ir::Builder& ir, ir::Id depth, DepthRounding rounding, int power) {
    const bool is_ones = rounding == DepthRounding::Ones;
    const auto steps = [&](int range) { return ir.f32(std::ldexp(1.0F, power * (kMantissaBits + range))); };
    ir::Id found = steps(is_ones ? 1 : kRanges);
    for (int i = 1; i < kRanges; ++i) {
        const int range = is_ones ? i : kRanges - i;
        const float begin = is_ones ? 1 - std::ldexp(1.0F, -range) : std::ldexp(1.0F, -range);
        found = ir.Select({ir.FGe(depth, ir.f32(begin)), steps(is_ones ? range + 1 : range), found});
    }
    return found;
}

ir::Id rounded(ir::Builder& ir, ir::Id depth, DepthRounding rounding) {
    const int last_range = rounding == DepthRounding::Ones ? kRanges : 1;
    const float greatest = 1 - std::ldexp(1.0F, -(kMantissaBits + last_range));
    const ir::Id inside = ir.FMin({ir.FSat(depth), ir.f32(greatest)});
    const ir::Id step = ir.FFloor(ir.FMul(inside, steps_of(ir, inside, rounding, 1)));
    return ir.FMul(step, steps_of(ir, inside, rounding, -1));
}

bool is_store(const ir::Inst& inst, std::uint32_t file) {
    const ir::OpInfo& row = ir::info(inst.op);
    return row.is_fixed_access() && row.is_store() && inst.access()[ir::Access::file] == file;
}

void round_stores(ir::Module& module, std::uint32_t file, DepthRounding rounding) {
    ir::Builder ir(module);
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f)
        for (ir::BlockId b = 0; b < module.functions[f].blocks.size(); ++b) {
            auto& insts = module.functions[f].blocks[b].insts;
            const auto before = std::exchange(insts, {});
            ir.move_to(f, b);
            for (const ir::Id id : before) {
                if (is_store(module[id], file)) {
                    const ir::Id depth = rounded(ir, module[id].operands[0], rounding);
                    module[id].operands[0] = depth;
                }
                insts.push_back(id);
            }
        }
}

std::uint32_t pixel_position(ir::Builder& ir) {
    const ir::Module& module = ir.module();
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        const bool is_it = std::ranges::any_of(
            file.io_slots, [](const ir::IoSlot& slot) { return slot.semantic == ir::Semantic::Position; });
        if (file.role == ir::Role::Input && is_it) return i;
    }
    const std::uint32_t made = ir.file("position", ir::Kind::F32, 4, 1, ir::Role::Input);
    ir.add_io_slot(made, {.semantic = ir::Semantic::Position});
    return made;
}

/// The depth of the pixel becomes the program's first statement.
void write_pixel_depth(ir::Module& module, DepthRounding rounding) {
    ir::Builder ir(module);
    constexpr std::uint32_t kZ = 2;
    const std::uint32_t position = pixel_position(ir);
    const std::uint32_t depth = ir.file("depth", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir.add_io_slot(depth, {.semantic = ir::Semantic::FragDepth});
    auto& insts = module.functions[0].blocks[0].insts;
    const auto before = std::exchange(insts, {});
    ir.move_to(0, 0);
    ir.store(depth, 0, rounded(ir, ir.load(position, kZ, ir::kF32), rounding));
    insts.insert(insts.end(), before.begin(), before.end());
}

} // namespace

std::optional<std::uint32_t> depth_output(const ir::Module& module) {
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        const bool is_depth = std::ranges::any_of(
            file.io_slots, [](const ir::IoSlot& slot) { return slot.semantic == ir::Semantic::FragDepth; });
        if (file.role == ir::Role::Output && is_depth) return i;
    }
    return std::nullopt;
}

void round_depth(ir::Module& module, DepthRounding rounding) {
    if (rounding == DepthRounding::None) return;
    if (const auto file = depth_output(module))
        round_stores(module, *file, rounding);
    else
        write_pixel_depth(module, rounding);
}

} // namespace relit::render::r500
