// What an image of each format gives of a texel that was stored, and of one that was there: on the device and in the
// interpreter. Values stand a quarter of a step beside those that the format has, where Vulkan leaves nothing open.
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "ir/texel_format.hpp"
#include "tests/support/device.hpp"
#include "tests/support/native_run.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace relit::image_formats_test {
namespace {

using ir::Id;
using ir::ImageFormat;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::TextureDim;
using Kept = ir::TexelFormat::Kind;

constexpr std::uint32_t kInvocations = 128, kIn = 0, kOut = 1, kImage = 2;

ir::Resource image_of(ImageFormat format, TextureDim dim) {
    const ir::TexelFormat texels = ir::texel_format(format);
    ir::Resource made{.name = "i", .kind = ir::ResourceKind::Image, .dim = dim, .format = format};
    if (texels.is_of_integers()) made.sampled = Kind::I32;
    made.sampled_signed = texels.kind == Kept::Signed;
    return made;
}

/// Every invocation stores its texel, loads it, and loads one without a store.
ir::Module program_of(ImageFormat format, TextureDim dim) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    module.workgroup[0] = 64;
    ir::Builder ir(module);
    ir.storage_buffer("in", 0, 0);
    ir.storage_buffer("out", 1, 0);
    ir.resource(image_of(format, dim));
    const bool flat = dim == TextureDim::D2;
    module.texture_uses.push_back({.resource = kImage, .coordinates = static_cast<std::uint8_t>(flat ? 2 : 1)});
    ir.function("main");
    const ir::Type texel{module.resources[kImage].sampled, 4};
    const Id number = test::invocation_number(ir), at = ir.IMul(number, ir.i32(32));
    const auto coordinates = [&](std::uint32_t row) {
        if (flat) return std::vector<Id>{number, ir.i32(row)};
        return std::vector<Id>{ir.IAdd(number, ir.i32(row * kInvocations))};
    };
    std::vector<Id> operands = coordinates(0);
    for (std::uint32_t i = 0; i < 4; ++i)
        operands.push_back(ir.load_buffer(kIn, ir.IAdd(ir.IMul(number, ir.i32(16)), ir.i32(4 * i)), {texel.kind, 1}));
    ir.add(Op::StoreImage, ir::kVoid, operands, 0);
    ir.store_buffer(kOut, at, ir.add(Op::LoadImage, texel, coordinates(0), 0));
    ir.store_buffer(kOut, ir.IAdd(at, ir.i32(16)), ir.add(Op::LoadImage, texel, coordinates(1), 0));
    ir.ret();
    return module;
}

std::uint32_t random_component(const ir::TexelFormat& format, unsigned bits, test::Random& random) {
    if (bits == 0) bits = 8; // no target keeps it
    const std::uint32_t word = static_cast<std::uint32_t>(random.bits()) >> (32 - bits);
    const auto as_bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const auto steps = static_cast<float>((1U << (format.kind == Kept::Snorm ? bits - 1 : bits % 32)) - 1);
    const float beside = static_cast<float>(random.below(3)) / 4 - 0.25F;
    switch (format.kind) {
        case Kept::Unsigned: return word;
        case Kept::Signed:
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(word << (32 - bits)) >> (32 - bits));
        case Kept::Unorm: return as_bits((static_cast<float>(word) + beside) / steps);
        case Kept::Snorm: {
            const float sign = random.below(2) == 0 ? 1 : -1;
            return as_bits(sign * (static_cast<float>(word / 2) + beside) / steps);
        }
        case Kept::Float: break;
    }
    if (bits == 32) return as_bits(static_cast<float>(random.below(4096)) / 64 - 32);
    // With mantissas that all of them have; nothing beside: devices may round toward zero.
    const float value = std::ldexp(static_cast<float>(32 + random.below(32)), static_cast<int>(random.below(24)) - 18);
    return as_bits(bits == 16 && random.below(2) == 0 ? -value : value);
}

ir::Texel random_texel(const ir::TexelFormat& format, test::Random& random) {
    ir::Texel texel{};
    for (unsigned i = 0; i < 4; ++i) texel[i] = random_component(format, format.bits[i], random);
    return texel;
}

std::vector<ir::Bound> bound_of(ImageFormat format, TextureDim dim, test::Random& random) {
    const ir::TexelFormat texels = ir::texel_format(format);
    std::vector<ir::Bound> bound(3);
    for (std::uint32_t i = 0; i < kInvocations; ++i) {
        const ir::Texel texel = random_texel(texels, random);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(texel.data());
        bound[kIn].bytes.insert(bound[kIn].bytes.end(), bytes, bytes + sizeof texel);
    }
    bound[kOut].bytes.resize(std::size_t{32} * kInvocations);
    const bool flat = dim == TextureDim::D2;
    ir::Level level{flat ? kInvocations : 2 * kInvocations, flat ? 2U : 1U, 1, {}};
    for (std::uint32_t i = 0; i < 2 * kInvocations; ++i) level.texels.push_back(random_texel(texels, random));
    bound[kImage].texture.levels.push_back(std::move(level));
    return bound;
}

/// Bits, or for what is divided by the number that stands for 1 the float beside: devices may multiply.
bool agree(std::uint32_t got, std::uint32_t expected, Kept kind) {
    if (kind != Kept::Unorm && kind != Kept::Snorm) return got == expected;
    const float a = std::bit_cast<float>(got), b = std::bit_cast<float>(expected);
    return std::fabs(a - b) <= std::fabs(b) * 0x1p-23F;
}

void compare(ImageFormat format, TextureDim dim, test::BackEnd back_end, render::vk::Device& device) {
    test::Random random(static_cast<std::uint32_t>(format) + 1);
    const std::vector<ir::Bound> bound = bound_of(format, dim, random);
    ir::Module module = program_of(format, dim);
    std::string error;
    const test::BothRuns runs = test::run_both(device, module, bound, kInvocations / 64, error, back_end);
    if (error.find("has no storage images") != std::string::npos) {
        std::printf("left out: %s\n", error.c_str());
        return;
    }
    ASSERT_EQ(error, "");
    const auto& got = runs.device[kOut].bytes;
    const auto& expected = runs.interpreter[kOut].bytes;
    const ir::TexelFormat texels = ir::texel_format(format);
    EXPECT_NE(expected, bound[kOut].bytes);
    for (std::size_t i = 0; i < got.size(); i += 4) {
        std::uint32_t a = 0, b = 0;
        std::memcpy(&a, &got[i], 4);
        std::memcpy(&b, &expected[i], 4);
        if (!agree(a, b, texels.kind))
            FAIL() << "invocation " << i / 32 << ", word " << i / 4 % 8 << ": the device loads " << std::hex << a
                   << ", the interpreter " << b;
    }
    const auto& left = runs.device[kImage].texture.levels[0].texels;
    for (std::size_t i = 0; i < left.size(); ++i)
        ASSERT_EQ(left[i], ir::kept(texels, runs.interpreter[kImage].texture.levels[0].texels[i])) << "texel " << i;
}

TEST(ImageFormats, DeviceAndInterpreterKeepTheSame) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (std::size_t i = 1; i < ir::kFormatNames.size(); ++i) {
        for (const TextureDim dim : {TextureDim::D2, TextureDim::Buffer}) {
            SCOPED_TRACE(std::string(ir::kFormatNames[i]) + (dim == TextureDim::D2 ? " 2d" : " buffer"));
            compare(static_cast<ImageFormat>(i), dim, test::directly, *device);
            compare(static_cast<ImageFormat>(i), dim, test::through_glsl, *device);
        }
    }
}

} // namespace
} // namespace relit::image_formats_test
