#include "isa/maxwell/lift/operations/texel_format.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

constexpr unsigned kWordBits = 32;

float largest(const TexelFormat& format, unsigned bits) {
    const unsigned used = format.kind == TexelFormat::Kind::Snorm ? bits - 1 : bits;
    return static_cast<float>((1U << used) - 1);
}

ir::Id clamped_to_one(ir::Builder& ir, ir::Id value, float lowest) {
    return ir.FMin({ir.FMax(value, ir.f32(lowest)), ir.f32(1)});
}

ir::Id half_bits(ir::Builder& ir, ir::Id value) {
    const ir::Id both = ir.compose({value, ir.f32(0)});
    return ir.bitcast(ir::kI32, ir.convert(ir::Op::FConvert, ir::Kind::F16, both));
}

/// A component as so many bits, zeros above.
ir::Id packed(ir::Builder& ir, const TexelFormat& format, unsigned bits, ir::Id value) {
    using Kind = TexelFormat::Kind;
    const ir::Id mask = ir.i32(bits == kWordBits ? ~0U : (1U << bits) - 1);
    const auto steps = [&](float lowest) {
        return ir.FRoundEven(ir.FMul({clamped_to_one(ir, value, lowest), ir.f32(largest(format, bits))}));
    };
    switch (format.kind) {
        case Kind::Float: return bits == kWordBits ? ir.bitcast(ir::kI32, value) : half_bits(ir, value);
        case Kind::Unorm: return ir.convert(ir::Op::FToU, ir::Kind::I32, steps(0));
        case Kind::Snorm: return ir.IAnd(ir.convert(ir::Op::FToS, ir::Kind::I32, steps(-1)), mask);
        default: return bits == kWordBits ? value : ir.IAnd(value, mask);
    }
}

ir::Id unpacked(ir::Builder& ir, const TexelFormat& format, unsigned bits, ir::Id word, unsigned from) {
    using Kind = TexelFormat::Kind;
    const bool with_sign = format.kind == Kind::Signed || format.kind == Kind::Snorm;
    const ir::Op cut = with_sign ? ir::Op::SBitField : ir::Op::UBitField;
    const ir::Id part = bits == kWordBits ? word : ir.add(cut, ir::kI32, {word, ir.i32(from), ir.i32(bits)});
    const ir::Id scale = ir.f32(largest(format, std::min(bits, 16U)));
    switch (format.kind) {
        case Kind::Float: {
            if (bits == kWordBits) return ir.bitcast(ir::kF32, part);
            const ir::Id halves = ir.bitcast(ir::kF16.with_lanes(2), part);
            return ir.lane(ir.convert(ir::Op::FConvert, ir::Kind::F32, halves), 0);
        }
        case Kind::Unorm: return ir.FDiv(ir.convert(ir::Op::UToF, ir::Kind::F32, part), scale);
        case Kind::Snorm: {
            const ir::Id value = ir.FDiv(ir.convert(ir::Op::SToF, ir::Kind::F32, part), scale);
            return ir.FMax(value, ir.f32(-1));
        }
        default: return part;
    }
}

} // namespace

std::optional<TexelFormat> packed_format(ir::ImageFormat format) {
    if (format == ir::ImageFormat::Unknown || format == ir::ImageFormat::R11fG11fB10f) return {};
    return ir::texel_format(format);
}

ir::Id words_of_texel(ir::Builder& ir, const TexelFormat& format, ir::Id texel) {
    std::array<ir::Id, 4> words{};
    unsigned at = 0;
    for (unsigned i = 0; i < 4 && format.bits[i] != 0; ++i) {
        const ir::Id part = packed(ir, format, format.bits[i], ir.lane(texel, i));
        const ir::Id moved = at % kWordBits == 0 ? part : ir.IShl(part, ir.i32(at % kWordBits));
        ir::Id& word = words[at / kWordBits];
        word = word == ir::kNone ? moved : ir.IOr(word, moved);
        at += format.bits[i];
    }
    for (ir::Id& word : words)
        if (word == ir::kNone) word = ir.i32(0);
    return ir.compose(words);
}

ir::Id texel_of_words(ir::Builder& ir, const TexelFormat& format, ir::Id words) {
    std::array<ir::Id, 4> lanes{};
    unsigned at = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (format.bits[i] == 0) {
            lanes[i] = format.is_of_integers() ? ir.i32(0) : ir.f32(0);
            continue;
        }
        lanes[i] = unpacked(ir, format, format.bits[i], ir.lane(words, at / kWordBits), at % kWordBits);
        at += format.bits[i];
    }
    return ir.compose(lanes);
}

} // namespace relit::isa::maxwell
