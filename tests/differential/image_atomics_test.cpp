// What changes texels of images in one step, on the device and in the interpreter.
#include "ir/builder.hpp"
#include "tests/support/device.hpp"
#include "tests/support/native_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::image_atomics_test {
namespace {

using ir::Id;
using ir::kI32;
using ir::Op;

constexpr std::uint32_t kGroups = 2, kSize = 64, kInvocations = kSize * kGroups, kOut = 0, kImage = 1;

struct AtomicCase {
    Op op;
    bool is_signed, is_shared; // all invocations change one texel
};

/// Of a texel, above some and below other values that come.
constexpr std::uint32_t kFirst = 0x10000000, kStep = 0x00fedcba;
std::uint32_t first_value(std::uint32_t texel) { return kFirst + kStep * texel; }

/// Each invocation changes its own texel, or all the first; what was there goes to the buffer.
ir::Module program_of(const AtomicCase& row) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    module.workgroup[0] = kSize;
    ir::Builder ir(module);
    ir.storage_buffer("out", 0, 0);
    ir.resource({.name = "i",
                 .kind = ir::ResourceKind::Image,
                 .sampled = ir::Kind::I32,
                 .sampled_signed = row.is_signed,
                 .format = row.is_signed ? ir::ImageFormat::R32i : ir::ImageFormat::R32ui});
    module.texture_uses.push_back({.resource = kImage, .coordinates = 2, .atomic = row.op});
    ir.function("main");
    const Id number = test::invocation_number(ir);
    const Id value = ir.ISub(ir.IMul(number, ir.i32(0x01234567)), ir.i32(0x40000000));
    std::vector<Id> operands{row.is_shared ? ir.i32(0) : number, row.is_shared ? ir.i32(0) : ir.i32(1), value};
    if (row.op == Op::AtomicCompareExchange) {
        const ir::Id even = ir.IAnd(number, ir.i32(0x7e));
        operands.push_back(ir.IAdd(ir.i32(kFirst), ir.IMul(even, ir.i32(kStep))));
    }
    const Id before = ir.add(Op::AtomicImage, kI32, operands, 0);
    ir.store_buffer(kOut, ir.IMul(number, ir.i32(4)), row.is_shared ? ir.i32(1) : before);
    ir.ret();
    return module;
}

/// The one component that the image's format has.
std::vector<std::uint32_t> texels_of(const std::vector<ir::Bound>& bound) {
    std::vector<std::uint32_t> all;
    for (const ir::Texel& texel : bound[kImage].texture.levels[0].texels) all.push_back(texel[0]);
    return all;
}

void expect_agreement(render::vk::Device& device, const AtomicCase& row, test::BackEnd back_end) {
    SCOPED_TRACE(fmt::format("{} {} {}", ir::info(row.op).mnemonic, row.is_signed, row.is_shared));
    std::vector<ir::Bound> bound(2);
    bound[kOut].bytes.resize(std::size_t{4} * kInvocations);
    ir::Level level{.width = kInvocations, .height = 2};
    for (std::uint32_t i = 0; i < 2 * kInvocations; ++i) level.texels.push_back({first_value(i % kInvocations)});
    bound[kImage].texture.levels.push_back(level);
    ir::Module module = program_of(row);
    std::string error;
    const test::BothRuns runs = test::run_both(device, module, bound, kGroups, error, back_end);
    ASSERT_EQ(error, "");
    const std::vector<std::uint32_t> texels = texels_of(runs.device);
    EXPECT_EQ(runs.device[kOut].bytes, runs.interpreter[kOut].bytes);
    EXPECT_EQ(texels, texels_of(runs.interpreter));
    EXPECT_NE(texels, texels_of(bound));
}

TEST(ImageAtomics, TexelsChangeAlike) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    for (const test::BackEnd back_end : {test::directly, test::through_glsl}) {
        for (const bool is_signed : {false, true}) {
            for (auto op = static_cast<unsigned>(Op::AtomicAdd); op <= static_cast<unsigned>(Op::AtomicCompareExchange);
                 ++op) {
                const AtomicCase row{static_cast<Op>(op), is_signed, false};
                expect_agreement(*device, row, back_end);
                if (row.op >= Op::AtomicExchange) continue; // who comes last?
                expect_agreement(*device, {row.op, is_signed, true}, back_end);
            }
        }
    }
}

} // namespace
} // namespace relit::image_atomics_test
