#include "render/r500/target/fixed_state.hpp"

#include "render/r500/geometry/notes.hpp"
#include "render/r500/target/pixels.hpp"

#include "base/half.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;
using machine::r500::ColourView;
using machine::r500::RegisterWord;
using machine::r500::State;

struct FactorRow {
    std::uint32_t number, factor;
};
constexpr FactorRow kFactors[] = {
#define R500_FACTOR(number, factor) {number, factor},
#include "render/r500/target/blend_factors.inc"
#undef R500_FACTOR
};
constexpr std::uint32_t kBothSourceAlpha = 12, kBothInverseSourceAlpha = 13, kSourceAlpha = 6, kInverseSourceAlpha = 7;

std::uint32_t factor_of(std::uint32_t number, std::vector<std::string>& approximate) {
    for (const FactorRow& row : kFactors)
        if (row.number == number) return row.factor;
    Notes(approximate).say(fmt::format("blend factor {} is not known; 1 is used", number));
    return 1;
}

/// Add, add, source - destination (twice), min, max, destination - source (twice); every other one clamps, as targets of
/// integers do in any case.
constexpr std::uint32_t kFunctions[] = {0, 0, 1, 1, 3, 4, 2, 2};

BlendEquation equation_of(std::uint32_t source, std::uint32_t destination, std::uint32_t function,
                          std::vector<std::string>& approximate) {
    BlendEquation equation{.function = kFunctions[function % std::size(kFunctions)]};
    if (source == kBothSourceAlpha || source == kBothInverseSourceAlpha) {
        const bool is_inverse = source == kBothInverseSourceAlpha;
        equation.source = is_inverse ? kInverseSourceAlpha : kSourceAlpha;
        equation.destination = is_inverse ? kSourceAlpha : kInverseSourceAlpha;
        return equation;
    }
    equation.source = factor_of(source, approximate);
    equation.destination = factor_of(destination, approximate);
    return equation;
}

constexpr std::uint32_t kDestinationColour = 4, kInverseDestinationColour = 5, kDestinationAlpha = 8,
                        kInverseDestinationAlpha = 9, kSaturated = 14, kMin = 3, kMax = 4;

bool reads_destination(const BlendEquation& equation) {
    switch (equation.source) {
        case kDestinationColour:
        case kInverseDestinationColour:
        case kDestinationAlpha:
        case kInverseDestinationAlpha:
        case kSaturated: return true;
        default: return equation.destination != 0 || equation.function == kMin || equation.function == kMax;
    }
}

/// The same where the destination is 0.
BlendEquation without_destination(const BlendEquation& equation, bool is_alpha) {
    if (equation.function == kMin) return {.source = 0};
    if (equation.function == kMax) return {.source = 1};
    BlendEquation made{equation.source, 0, equation.function};
    switch (equation.source) {
        case kDestinationColour:
        case kDestinationAlpha: made.source = 0; break;
        case kInverseDestinationColour:
        case kInverseDestinationAlpha: made.source = 1; break;
        case kSaturated: made.source = is_alpha ? 1 : kSourceAlpha; break;
        default: break;
    }
    return made;
}

/// What is blended in place of a destination that READ_ENABLE leaves out is not known [assumed].
void leave_destination_out(TargetState& target, std::vector<std::string>& approximate) {
    if (!reads_destination(target.colour) && !reads_destination(target.alpha)) return;
    Notes(approximate).say("RB3D_BLENDCNTL: blending takes a target that READ_ENABLE does not let it read for 0");
    target.colour = without_destination(target.colour, false);
    target.alpha = without_destination(target.alpha, true);
}

void set_blending(TargetState& target, const State& state, std::vector<std::string>& approximate) {
    const RegisterWord colour = state[reg::RB3D_BLENDCNTL], alpha = state[reg::RB3D_ABLENDCNTL];
    target.blends = colour[field::RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE] != 0;
    if (!target.blends) return;
    target.colour = equation_of(colour[field::RB3D_BLENDCNTL__SRCBLEND], colour[field::RB3D_BLENDCNTL__DESTBLEND],
                                colour[field::RB3D_BLENDCNTL__COMB_FCN], approximate);
    target.alpha = target.colour;
    if (colour[field::RB3D_BLENDCNTL__SEPARATE_ALPHA_ENABLE] != 0)
        target.alpha = equation_of(alpha[field::RB3D_ABLENDCNTL__SRCBLEND], alpha[field::RB3D_ABLENDCNTL__DESTBLEND],
                                   alpha[field::RB3D_ABLENDCNTL__COMB_FCN], approximate);
    if (colour[field::RB3D_BLENDCNTL__READ_ENABLE] == 0) leave_destination_out(target, approximate);
}

/// Where a channel of a view lies in a texel: selects count alpha, red, green, blue.
std::uint32_t component_of(const ColourView& view, std::uint32_t channel) { return (view.selects[channel] + 3U) % 4; }

/// The mask counts C0 to C3, texels red to alpha.
std::uint32_t written_components(const State& state, const BoundTarget& target) {
    const bool is_shared =
        state[program_reg::RB3D_CCTL][program_field::RB3D_CCTL__INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE] == 0;
    constexpr std::uint32_t kMaskBits = 4;
    std::uint32_t mask = state[reg::RB3D_COLOR_CHANNEL_MASK].raw[0] >> (is_shared ? 0 : kMaskBits * target.number);
    if (const auto format = machine::r500::colour_format(target.view)) mask &= stored_channels(**format);
    std::uint32_t written = 0;
    for (std::uint32_t channel = 0; channel < kMaskBits; ++channel)
        if ((mask >> channel & 1) != 0) written |= 1U << component_of(target.view, channel);
    return written;
}

/// Never, less, less or equal, equal, greater or equal, greater, not equal, always.
constexpr std::uint32_t kCompares[] = {0, 1, 3, 2, 6, 4, 5, 7};

void set_depth(FixedState& fixed, const State& state, std::vector<std::string>& approximate) {
    const RegisterWord control = state[reg::ZB_CNTL], tests = state[reg::ZB_ZSTENCILCNTL];
    fixed.tests_depth = control[field::ZB_CNTL__Z_ENABLE] != 0;
    fixed.writes_depth = fixed.tests_depth && control[field::ZB_CNTL__ZWRITEENABLE] != 0;
    fixed.depth_compare = kCompares[tests[field::ZB_ZSTENCILCNTL__ZFUNC]];
    fixed.tests_stencil = control[field::ZB_CNTL__STENCIL_ENABLE] != 0;
    fixed.front = {tests[field::ZB_ZSTENCILCNTL__STENCILFAIL], tests[field::ZB_ZSTENCILCNTL__STENCILZPASS],
                   tests[field::ZB_ZSTENCILCNTL__STENCILZFAIL], kCompares[tests[field::ZB_ZSTENCILCNTL__STENCILFUNC]]};
    fixed.back = fixed.front;
    if (control[field::ZB_CNTL__STENCIL_FRONT_BACK] != 0)
        fixed.back = {tests[field::ZB_ZSTENCILCNTL__STENCILFAIL_BF], tests[field::ZB_ZSTENCILCNTL__STENCILZPASS_BF],
                      tests[field::ZB_ZSTENCILCNTL__STENCILZFAIL_BF],
                      kCompares[tests[field::ZB_ZSTENCILCNTL__STENCILFUNC_BF]]};
    if (fixed.tests_depth && control[field::ZB_CNTL__ZSIGNED_COMPARE] != 0)
        Notes(approximate).say("depths are compared without their sign");
}

/// SC_SCREENDOOR has a bit for each of six samples of the four pixels of a quad: those of pixel 0 are the lowest, as drivers write
/// them. Without samples the first bit counts [assumed]. A device with more samples has the mask again for those.
void set_samples(FixedState& fixed, const State& state, std::vector<std::string>& approximate) {
    constexpr std::uint32_t kBits = 6, kPixel = 0x3f, kQuad = 0xffffff, kCounts[] = {2, 3, 4, 6};
    const RegisterWord config = state[reg::GB_AA_CONFIG];
    const bool has_samples = config[field::GB_AA_CONFIG__AA_ENABLE] != 0;
    const std::uint32_t samples = has_samples ? kCounts[config[field::GB_AA_CONFIG__NUM_AA_SUBSAMPLES]] : 1;
    const std::uint32_t quad = state.has(reg::SC_SCREENDOOR) ? state[reg::SC_SCREENDOOR].raw[0] & kQuad : kQuad;
    const std::uint32_t mask = quad & kPixel;
    if (quad != (mask | mask << kBits | mask << 2 * kBits | mask << 3 * kBits))
        Notes(approximate).say("SC_SCREENDOOR: all pixels have the mask of the first of a quad");
    fixed.sample_mask = 0;
    for (std::uint32_t i = 0; i < 32; ++i) fixed.sample_mask |= (mask >> i % samples & 1) << i;
    const RegisterWord alpha = state[program_reg::FG_ALPHA_FUNC];
    fixed.masks_by_alpha = has_samples && alpha[program_field::FG_ALPHA_FUNC__AM_EN] != 0;
    if (fixed.masks_by_alpha) Notes(approximate).say("FG_ALPHA_FUNC: alpha masks samples by the rule of the device");
}

/// The truth table counts 2 * source + destination, Vulkan's the other way round.
std::uint32_t logic_of(std::uint32_t rop) {
    return (rop & 1) << 3 | (rop >> 1 & 1) << 2 | (rop >> 2 & 1) << 1 | (rop >> 3 & 1);
}

StencilValues stencil_values(const RegisterWord& word) {
    return {word[field::ZB_STENCILREFMASK__STENCILREF], word[field::ZB_STENCILREFMASK__STENCILMASK],
            word[field::ZB_STENCILREFMASK__STENCILWRITEMASK]};
}

/// Constants of C0 to C3: 16 bits each, 10-bit fractions, or half floats for targets of floats.
std::array<float, 4> channel_constants(const State& state, bool is_float) {
    constexpr float kOne = 1023;
    const std::uint32_t low = state[reg::RB3D_CONSTANT_COLOR_GB].raw[0],
                        high = state[reg::RB3D_CONSTANT_COLOR_AR].raw[0];
    std::array<float, 4> values{};
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        const auto bits = static_cast<std::uint16_t>((i < 2 ? low : high) >> 16 * (i % 2));
        values[i] = is_float ? float_from_half(bits) : static_cast<float>(bits) / kOne;
    }
    return values;
}

/// The positions where a row or column of visibility can change, in order.
std::vector<std::uint32_t> cuts_of(std::span<const Rectangle> all, std::uint32_t Rectangle::* low,
                                   std::uint32_t Rectangle::* high, std::uint32_t begin, std::uint32_t end) {
    std::vector<std::uint32_t> cuts{begin, end};
    for (const Rectangle& each : all) cuts.push_back(each.*low), cuts.push_back(each.*high);
    std::erase_if(cuts, [&](std::uint32_t cut) { return cut < begin || cut > end; });
    std::ranges::sort(cuts);
    const auto rest = std::ranges::unique(cuts);
    cuts.erase(rest.begin(), rest.end());
    return cuts;
}

Rectangle rectangle_of(const RegisterWord& first, const RegisterWord& last) {
    return {first[field::SC_SCISSOR0__XS0], first[field::SC_SCISSOR0__YS0], last[field::SC_SCISSOR1__XS1] + 1,
            last[field::SC_SCISSOR1__YS1] + 1};
}

} // namespace

FixedState fixed_state(const State& state, std::span<const BoundTarget> targets,
                       std::vector<std::string>& approximate) {
    FixedState fixed;
    for (const BoundTarget& target : targets) {
        TargetState& made = fixed.targets.emplace_back();
        set_blending(made, state, approximate);
        made.written = written_components(state, target);
    }
    const RegisterWord rop = state[reg::RB3D_ROPCNTL];
    fixed.has_logic = rop[field::RB3D_ROPCNTL__ROP_ENABLE] != 0;
    if (fixed.has_logic) fixed.logic = logic_of(rop[field::RB3D_ROPCNTL__ROP]);
    set_depth(fixed, state, approximate);
    set_samples(fixed, state, approximate);
    return fixed;
}

DynamicState dynamic_state(const State& state, std::span<const BoundTarget> targets) {
    DynamicState dynamic;
    dynamic.front = dynamic.back = stencil_values(state[reg::ZB_STENCILREFMASK]);
    if (state[reg::ZB_CNTL][field::ZB_CNTL__STENCIL_REFMASK_FRONT_BACK] != 0)
        dynamic.back = stencil_values(state[reg::ZB_STENCILREFMASK_BF]);
    if (targets.empty()) return dynamic;
    const auto format = machine::r500::colour_format(targets[0].view);
    const bool is_float = format && (*format)->encoding != machine::r500::TexelEncoding::Integer;
    const std::array<float, 4> channels = channel_constants(state, is_float);
    for (std::uint32_t i = 0; i < channels.size(); ++i)
        dynamic.blend_constants[component_of(targets[0].view, i)] = channels[i];
    return dynamic;
}

std::vector<Rectangle> visible_rectangles(const State& state, machine::r500::Extent size) {
    constexpr std::uint32_t kClips = 4, kStride = 8;
    Rectangle scissor = rectangle_of(state[reg::SC_SCISSOR0], state[reg::SC_SCISSOR1]);
    scissor.right = std::min(scissor.right, size.width), scissor.bottom = std::min(scissor.bottom, size.height);
    if (scissor.left >= scissor.right || scissor.top >= scissor.bottom) return {};
    const std::uint32_t rule = state[reg::SC_CLIP_RULE].raw[0] & 0xffff;
    if (rule == 0xffff || !state.has(reg::SC_CLIP_RULE)) return {scissor};
    std::array<Rectangle, kClips> clips;
    for (std::uint32_t i = 0; i < kClips; ++i)
        clips[i] = rectangle_of(state[reg::SC_CLIP_A + kStride * i], state[reg::SC_CLIP_B + kStride * i]);
    const auto xs = cuts_of(clips, &Rectangle::left, &Rectangle::right, scissor.left, scissor.right);
    const auto ys = cuts_of(clips, &Rectangle::top, &Rectangle::bottom, scissor.top, scissor.bottom);
    std::vector<Rectangle> visible;
    for (std::size_t y = 0; y + 1 < ys.size(); ++y)
        for (std::size_t x = 0; x + 1 < xs.size(); ++x) {
            std::uint32_t inside = 0;
            for (std::uint32_t i = 0; i < kClips; ++i)
                if (clips[i].left <= xs[x] && xs[x] < clips[i].right && clips[i].top <= ys[y] &&
                    ys[y] < clips[i].bottom)
                    inside |= 1U << i;
            if ((rule >> inside & 1) != 0) visible.push_back({xs[x], ys[y], xs[x + 1], ys[y + 1]});
        }
    return visible;
}

} // namespace relit::render::r500
