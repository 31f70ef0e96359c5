#include "isa/rsx/lift/texel.hpp"

#include <array>

namespace relit::isa::rsx {
namespace {

enum Order : std::uint64_t { kOwnOrder = 0, kXYXY = 1, kXXXY = 2 };
constexpr std::uint64_t kClampedRange = 3;
constexpr std::uint32_t kAllChannels = 15;

ir::Id like(ir::Builder& ir, ir::Id value, float number) { return ir.f32(number, ir.type_of(value).lanes); }

/// x^power of numbers above 0.
ir::Id power(ir::Builder& ir, ir::Id x, float power) { return ir.FExp2(ir.FMul({ir.FLog2(x), like(ir, x, power)})); }

/// 24 bits of depth over 8 of stencil, as a colour A R G B of bytes; the stencil is not known.
ir::Id bytes_of_depth(ir::Builder& ir, ir::Id texel) {
    const ir::Id scaled = ir.FRoundEven(ir.FMul({ir.FSat(ir.lane(texel, 0)), ir.f32(16777215)}));
    const ir::Id bits = ir.convert(ir::Op::FToU, ir::Kind::I32, scaled);
    const auto byte = [&](std::uint32_t from) {
        const ir::Id value = ir.IAnd({ir.UShr(bits, ir.i32(from)), ir.i32(255)});
        return ir.FMul({ir.convert(ir::Op::UToF, ir::Kind::F32, value), ir.f32(1 / 255.0F)});
    };
    return ir.compose({byte(8), byte(0), ir.f32(0), byte(16)});
}

/// Texels of two numbers X and Y of 16 bits have four all the same.
ir::Id ordered(ir::Builder& ir, ir::Id value, std::uint64_t order) {
    if (order == kXYXY) return ir.swizzle(value, {0, 1, 0, 1});
    return order == kXXXY ? ir.swizzle(value, {0, 0, 0, 1}) : value;
}

/// The remap puts a constant or a source lane into each lane. The word has outputs and sources in the order A R G B; lanes
/// here are R G B A.
struct RemapSource {
    bool is_constant = false;
    float constant = 0;
    std::uint8_t lane = 0;
};
std::array<RemapSource, 4> sources_of(std::uint64_t remap) {
    constexpr std::array<std::uint8_t, 4> kLane = {3, 0, 1, 2};
    std::array<RemapSource, 4> sources;
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint64_t control = remap >> (8 + 2 * i) & 3, from = remap >> (2 * i) & 3;
        sources[kLane[i]] = {control < 2, control == 1 ? 1.0F : 0.0F, kLane[from]};
    }
    return sources;
}

/// The lanes of the result whose source is one of `channels`.
std::uint32_t lanes_that_read(std::uint64_t channels, std::uint64_t remap) {
    const auto sources = sources_of(remap);
    std::uint32_t lanes = 0;
    for (unsigned i = 0; i < 4; ++i)
        if (!sources[i].is_constant && (channels >> sources[i].lane & 1) != 0) lanes |= 1U << i;
    return lanes;
}

ir::Id remapped(ir::Builder& ir, ir::Id value, std::uint64_t remap) {
    if (remap == kPlainRemap) return value;
    std::array<ir::Id, 4> lanes{};
    const auto sources = sources_of(remap);
    for (unsigned i = 0; i < 4; ++i)
        lanes[i] = sources[i].is_constant ? ir.f32(sources[i].constant) : ir.lane(value, sources[i].lane);
    return ir.compose(lanes);
}

/// Stored numbers of a texel, from 0 to 2^bits - 1: texels of two numbers have 16 bits, others are read as bytes.
struct Stored {
    float most, half; // 255 and 128, or 65535 and 32768
};
Stored stored_numbers(std::uint64_t order) { return order == kOwnOrder ? Stored{255, 128} : Stored{65535, 32768}; }

ir::Id integers(ir::Builder& ir, const Stored& stored, ir::Id value) {
    return ir.FRoundEven(ir.FMul(value, ir.f32(stored.most, 4)));
}

ir::Id signed_numbers(ir::Builder& ir, const TexelState& state, ir::Id value) {
    const Stored stored = stored_numbers(state.order);
    const ir::Id whole = integers(ir, stored, value);
    const ir::Id negative = ir.FSub(whole, ir.f32(stored.most + 1, 4));
    const ir::Id number = ir.Select(ir.FGe(whole, ir.f32(stored.half, 4)), negative, whole);
    const ir::Id scaled = ir.FMul(number, ir.f32(1 / (stored.half - 1), 4));
    return state.signed_range == kClampedRange ? ir.FMax(scaled, ir.f32(-1, 4)) : scaled;
}

ir::Id biased_numbers(ir::Builder& ir, const TexelState& state, ir::Id value) {
    const Stored stored = stored_numbers(state.order);
    const ir::Id number = ir.FSub({integers(ir, stored, value), ir.f32(stored.half, 4)});
    return ir.FMul(number, ir.f32(1 / (stored.half - 1), 4));
}

} // namespace

ir::Id to_linear(ir::Builder& ir, ir::Id value) {
    const ir::Id low = ir.FMul(value, like(ir, value, 1 / 12.92F));
    const ir::Id raised = ir.FMul({ir.FAdd(value, like(ir, value, 0.055F)), like(ir, value, 1 / 1.055F)});
    return ir.Select({ir.FLe(value, like(ir, value, 0.04045F)), low, power(ir, raised, 2.4F)});
}

ir::Id from_linear(ir::Builder& ir, ir::Id value) {
    const ir::Id low = ir.FMul(value, like(ir, value, 12.92F));
    const ir::Id high =
        ir.FSub({ir.FMul({power(ir, value, 1 / 2.4F), like(ir, value, 1.055F)}), like(ir, value, 0.055F)});
    return ir.Select(ir.FLe(value, like(ir, value, 0.0031308F)), low, high);
}

ir::Id read_channels(ir::Builder& ir, const TexelState& state, ir::Id sampled) {
    const ir::Id value = state.depth ? bytes_of_depth(ir, sampled) : sampled;
    return remapped(ir, ordered(ir, value, state.order), state.remap);
}

ir::Id read_numbers(ir::Builder& ir, const TexelState& state, bool expands, ir::Id channels) {
    const std::uint32_t is_signed = lanes_that_read(state.is_signed, state.remap);
    const std::uint32_t gamma = expands ? 0 : static_cast<std::uint32_t>(state.gamma) & kAllChannels & ~is_signed;
    const bool has_range = expands || state.biased != 0;
    const std::uint32_t ranged = has_range ? lanes_that_read(kAllChannels, state.remap) & ~(is_signed | gamma) : 0;
    ir::Id value = channels;
    if (is_signed != 0) value = ir.blend(value, signed_numbers(ir, state, channels), is_signed);
    if (gamma != 0) value = ir.blend(value, to_linear(ir, channels), gamma);
    if (ranged != 0) {
        const ir::Id twice = expands ? ir.FSub({ir.FMul(channels, ir.f32(2, 4)), ir.f32(1, 4)}) : ir::kNone;
        value = ir.blend(value, expands ? twice : biased_numbers(ir, state, channels), ranged);
    }
    return value;
}

} // namespace relit::isa::rsx
