#include "isa/r500/fs/lift/exports.hpp"

#include "base/half.hpp"
#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/lift/registers.hpp"

#include <bit>
#include <cmath>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kAlphaAlways = 7;
constexpr std::uint32_t kGammaFormat = 2, kUnusedTarget = 15;

RegisterWord register_word(std::uint64_t value) { return {{{static_cast<std::uint32_t>(value)}}}; }

} // namespace

void Exports::look_at(const Program& program) {
    for (const Instruction& one : program.code) {
        const Word192& word = one.word;
        writes_depth_ = writes_depth_ || (computes(word) && word[Alu::writes_depth]);
        kills_ = kills_ || (word[Common::type] == Type::Tex && word[Tex::op] == TexOp::TexKill);
        if (word[Common::type] != Type::Out) continue;
        if (word[Common::rgb_out_mask] != 0) written_[word[Alu::rgb_target]] = true;
        if (word[Common::alpha_out_mask] != 0) written_[word[Alu::alpha_target]] = true;
    }
    copies_ = register_word(context_.read(key::rb3d_cctl))[field::RB3D_CCTL__NUM_MULTIWRITES];
    test_ = register_word(context_.read(key::fg_alpha_func));
    const bool tests = test_[field::FG_ALPHA_FUNC__AF_EN] != 0 && test_[field::FG_ALPHA_FUNC__AF_FUNC] != kAlphaAlways;
    if (!tests) test_ = {};
    in_memory_order_ = context_.read(key::channels) != 0;
    is_late_ = kills_ || tests || copies_ != 0 || in_memory_order_ || fog_.is_on();
}

/// Copies are made of pixels, so in the format of target 0; their own is that of an unused target then.
RegisterWord Exports::format_of(std::uint32_t target) {
    return register_word(context_.read(key::us_out_fmt, is_copy(target) ? 0 : target));
}

bool Exports::is_output(std::uint32_t target) {
    if (!written_[is_copy(target) ? 0 : target]) return false;
    return !in_memory_order_ || format_of(target)[field::US_OUT_FMT__OUT_FMT] != kUnusedTarget;
}

ir::Id Exports::ordered(ir::Id colour, std::uint32_t target) {
    if (!in_memory_order_) return colour;
    const RegisterWord format = format_of(target);
    if (format[field::US_OUT_FMT__OUT_FMT] == kGammaFormat)
        context_.approximate("the gamma of a target's format C4_10_GAMMA is not applied");
    constexpr std::array<std::uint8_t, 4> kLaneOf = {3, 0, 1, 2}; // of selects: alpha, red, green, blue
    const std::array<std::uint8_t, 4> order = {
        kLaneOf[format[field::US_OUT_FMT__C0_SEL]], kLaneOf[format[field::US_OUT_FMT__C1_SEL]],
        kLaneOf[format[field::US_OUT_FMT__C2_SEL]], kLaneOf[format[field::US_OUT_FMT__C3_SEL]]};
    return order == std::array<std::uint8_t, 4>{0, 1, 2, 3} ? colour : ir_.swizzle(colour, order);
}

// Where a pixel may end early nothing is passed on before it has not: the program writes registers then.
void Exports::begin(const Program& program) {
    look_at(program);
    outputs_ = ir_.file("color", ir::Kind::F32, kLanesOfRegister, kTargets, ir::Role::Output);
    colours_ = is_late_ ? ir_.file("out", ir::Kind::F32, kLanesOfRegister, kTargets, ir::Role::Register) : outputs_;
    for (std::uint16_t i = 0; i < kTargets; ++i) {
        if (!is_output(i)) ir_.add_io_slot(outputs_, {.reg = i, .semantic = ir::Semantic::None});
        if (written_[i]) ir_.store(colours_, i * kLanesOfRegister, ir_.f32(0, kLanesOfRegister));
    }
    if ((context_.read_or(writes_depth_ ? 1 : 0, key::fg_depth_src) & 1) == 0) return;
    is_fixed_ = register_word(context_.read(key::us_w_fmt))[field::US_W_FMT__W_FMT] != 2;
    depth_output_ = ir_.file("depth", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir_.add_io_slot(*depth_output_, {.semantic = ir::Semantic::FragDepth});
    depth_ = is_late_ ? ir_.file("w", ir::Kind::F32, 1, 1, ir::Role::Register) : *depth_output_;
    ir_.store(*depth_, 0, ir_.f32(0));
}

void Exports::write(std::uint32_t target, unsigned first, ir::Id value, std::uint32_t mask, ir::Id passed) {
    store_passing(ir_, colours_, target * kLanesOfRegister + first, value, mask, passed);
}

void Exports::write_depth(ir::Id value, ir::Id passed) {
    if (!depth_) return;
    store_passing(ir_, *depth_, 0, is_fixed_ ? ir_.FSat(value) : value, 1, passed);
}

ir::Id Exports::passes(std::uint32_t function, ir::Id alpha, float number) {
    const ir::Id reference = ir_.f32(number);
    switch (function) {
        case 0: return ir_.boolean(false);
        case 1: return ir_.FLt(alpha, reference);
        case 2: return ir_.FEq(alpha, reference);
        case 3: return ir_.FLe(alpha, reference);
        case 4: return ir_.FGt(alpha, reference);
        case 5: return ir_.FNe(alpha, reference);
        case 6: return ir_.FGe(alpha, reference);
        default: return ir_.boolean(true);
    }
}

// Alpha is compared as it is kept: in 8 or 10 bits, or as a half float. How it is rounded before is not certain.
void Exports::test_alpha() {
    if (test_[field::FG_ALPHA_FUNC__AF_EN] == 0) return;
    ir::Id alpha = ir_.load(colours_, 3, ir::kF32);
    float reference = 0;
    if (test_[field::FG_ALPHA_FUNC__FP16_ENABLE] != 0) {
        reference = float_from_half(static_cast<std::uint16_t>(context_.read(key::fg_alpha_value)));
        alpha = ir_.FHalf(alpha);
    } else {
        const bool is_short = test_[field::FG_ALPHA_FUNC__AF_EN_8BIT] != 0;
        const float steps = is_short ? 255.0F : 1023.0F;
        const auto kept = static_cast<float>(test_[field::FG_ALPHA_FUNC__AF_VAL]);
        reference = is_short ? kept : std::round(kept * 1023 / 255);
        alpha = ir_.FRoundEven(ir_.FMul({ir_.FSat(alpha), ir_.f32(steps)}));
    }
    const ir::Id holds = passes(test_[field::FG_ALPHA_FUNC__AF_FUNC], alpha, reference);
    ir_.add(ir::Op::Discard, ir::kVoid, {ir_.BNot(holds)});
}

void Exports::blend_fog() {
    if (!fog_.is_on()) return;
    const ir::Id factor = fog_.factor();
    for (std::uint32_t i = 0; i < kTargets; ++i) {
        if (!written_[i]) continue;
        const ir::Id colour = ir_.load(colours_, i * kLanesOfRegister, ir::kF32.with_lanes(kLanesOfRegister));
        ir_.store(colours_, i * kLanesOfRegister, fog_.blended(colour, factor));
    }
}

void Exports::finish() {
    test_alpha();
    blend_fog();
    if (!is_late_) return;
    for (std::uint32_t i = 0; i < kTargets; ++i) {
        if (!is_output(i)) continue;
        const ir::Id colour =
            ir_.load(colours_, (is_copy(i) ? 0 : i) * kLanesOfRegister, ir::kF32.with_lanes(kLanesOfRegister));
        ir_.store(outputs_, i * kLanesOfRegister, ordered(colour, i));
    }
    if (depth_output_) ir_.store(*depth_output_, 0, ir_.load(*depth_, 0, ir::kF32));
}

} // namespace relit::isa::r500::fs
