#include "render/r500/program/depth_rounding.hpp"

#include "ir/builder.hpp"
#include "ir/evaluate.hpp"
#include "machine/r500/surface/surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>

namespace relit::render::r500 {
namespace {

/// Runs a program of one block that has at most one input, four floats, of which `z` is the third; gives what is stored last.
float stored_by(const ir::Module& module, float z) {
    std::map<ir::Id, ir::Value> values;
    float stored = -1;
    for (const ir::Id id : module.functions[0].blocks[0].insts) {
        const ir::Inst& inst = module[id];
        std::vector<ir::Value> operands;
        for (const ir::Id operand : inst.operands) operands.push_back(values.at(operand));
        if (inst.op == ir::Op::LoadFile)
            values[id] = {{std::bit_cast<std::uint32_t>(z)}};
        else if (inst.op == ir::Op::StoreFile)
            stored = std::bit_cast<float>(static_cast<std::uint32_t>(operands[0].lanes[0]));
        else
            values[id] = ir::evaluate(module, inst, operands);
    }
    return stored;
}

std::vector<float> all_depths(bool counts_zeros) {
    std::vector<float> all;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
        all.push_back(machine::r500::depth_of_13e3(static_cast<std::uint16_t>(bits), counts_zeros));
    std::ranges::sort(all);
    return all;
}

/// The greatest of all 65,536 numbers that is not above the depth: what rounding down is, by its definition.
float nearest_below(float depth, bool counts_zeros) {
    static const std::array<std::vector<float>, 2> kSorted = {all_depths(false), all_depths(true)};
    const std::vector<float>& all = kSorted[counts_zeros ? 1 : 0];
    return *(std::ranges::upper_bound(all, depth) - 1);
}

std::vector<float> depths() {
    std::mt19937 rng(1);
    std::vector<float> all{0, 0.25F, 0.5F, 0.75F, 0.9921875F, 0.99999994F, 1};
    for (int i = 0; i < 300; ++i) {
        const float depth = static_cast<float>(rng() >> 8) / 16777216.0F;
        all.insert(all.end(), {depth, depth / 256, 1 - depth / 256});
    }
    return all;
}

TEST(R500DepthRounding, GivesPixelsADepthOf13e3) {
    for (const bool counts_zeros : {false, true}) {
        ir::Module module;
        ir::Builder ir(module);
        ir.function("main");
        ir.ret();
        round_depth(module, counts_zeros ? DepthRounding::Zeros : DepthRounding::Ones);
        ASSERT_TRUE(depth_output(module));
        for (const float depth : depths())
            EXPECT_EQ(stored_by(module, depth), nearest_below(depth, counts_zeros)) << depth;
    }
}

TEST(R500DepthRounding, RoundsWhatAProgramStores) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t depth = ir.file("depth", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir.add_io_slot(depth, {.semantic = ir::Semantic::FragDepth});
    ir.function("main");
    ir.store(depth, 0, ir.f32(0.3F));
    ir.ret();
    round_depth(module, DepthRounding::Ones);
    EXPECT_EQ(stored_by(module, 0), nearest_below(0.3F, false));
    EXPECT_EQ(module.files.size(), 1U);
}

TEST(R500DepthRounding, LeavesOtherFormatsAlone) {
    ir::Module module;
    ir::Builder ir(module);
    ir.function("main");
    ir.ret();
    round_depth(module, DepthRounding::None);
    EXPECT_TRUE(module.files.empty());
}

} // namespace
} // namespace relit::render::r500
