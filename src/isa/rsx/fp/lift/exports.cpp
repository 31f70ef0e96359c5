#include "isa/rsx/fp/lift/exports.hpp"
#include "isa/rsx/fp/context_keys.hpp"

#include "base/result.hpp"
#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/lift/texel.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <string_view>

namespace relit::isa::rsx::fp {
namespace {

constexpr std::uint64_t kFullExports = 0x40, kDepthExport = 0x0e;     // of the control word
constexpr std::uint32_t kDepthRegister = 1, kDepthLane = 2;           // R1.z
constexpr std::array<std::uint8_t, 4> kColourRegister = {0, 2, 3, 4}; // of full exports; halves: H0 H4 H6 H8
constexpr std::uint64_t kAlphaAlways = 7;

/// How a surface keeps colours (method 0x0208, bits 4:0; numbers of RPCS3 and of public headers).
struct SurfaceFormat {
    enum class Alpha : std::uint8_t { Own, Zero, One };
    enum class Numbers : std::uint8_t { Normalised, Halves, Floats };
    std::uint64_t number = 0;
    std::string_view lanes = "xyzw"; // that memory keeps, from x of the target on
    Alpha alpha = Alpha::Own;
    Numbers numbers = Numbers::Normalised;

    /// The lane of the program's colour for each of the target; those that memory lacks stay.
    [[nodiscard]] std::array<std::uint8_t, 4> sources() const {
        std::array<std::uint8_t, 4> sources = {0, 1, 2, 3};
        for (std::size_t i = 0; i < lanes.size(); ++i)
            sources[i] = static_cast<std::uint8_t>(std::string_view("xyzw").find(lanes[i]));
        return sources;
    }
};
constexpr std::uint64_t kUnknownFormat = 0;
constexpr SurfaceFormat kFormats[] = {
#define FORMAT(number, name, lanes, alpha, numbers) \
    {number, #lanes, SurfaceFormat::Alpha::alpha, SurfaceFormat::Numbers::numbers},
#include "isa/rsx/fp/encoding/surfaces.inc"
#undef FORMAT
};

SurfaceFormat format_of(std::uint64_t number) {
    for (const SurfaceFormat& row : kFormats)
        if (row.number == number) return row;
    return {.number = kUnknownFormat};
}

/// A half as a float.
float half(std::uint64_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 0x3ff);
    const float size = exponent == 31  ? (fraction != 0 ? std::nanf("") : HUGE_VALF)
                       : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                       : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

/// What alpha is compared with, in the unit of stored_alpha.
float reference_of(std::uint64_t word, SurfaceFormat::Numbers numbers) {
    switch (numbers) {
        case SurfaceFormat::Numbers::Normalised: return static_cast<float>(word & 255);
        case SurfaceFormat::Numbers::Halves: return half(word);
        case SurfaceFormat::Numbers::Floats: return std::bit_cast<float>(static_cast<std::uint32_t>(word));
    }
    unreachable("numbers of a surface");
}

} // namespace

void Exports::declare(bool half) {
    control_ = context_.read_or(half ? 0 : kFullExports, key::control);
    targets_ = context_.read(key::targets);
    read_tests();
    colours_ = ir_.file("color", ir::Kind::F32, 4, kColourRegister.size(), ir::Role::Output);
    for (std::size_t i = 0; i < kColourRegister.size(); ++i) {
        const auto reg = static_cast<std::uint16_t>(i);
        if ((targets_ >> i & 1) == 0) ir_.add_io_slot(colours_, {.reg = reg, .semantic = ir::Semantic::None});
    }
    if (!is(kDepthExport)) return;
    depth_ = ir_.file("depth", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir_.add_io_slot(depth_, {.semantic = ir::Semantic::FragDepth});
}

void Exports::read_tests() {
    format_ = context_.read(key::format);
    const SurfaceFormat format = format_of(format_);
    if (format.number != format_)
        context_.approximate("surface format " + std::to_string(format_) +
                             " does not exist: colours are written as they are");
    const SurfaceFormat::Numbers numbers = format.numbers;
    // Surfaces of floats have no curve.
    srgb_ = context_.read(key::srgb) != 0 && numbers == SurfaceFormat::Numbers::Normalised;
    tests_alpha_ = context_.read(key::alpha_test) != 0;
    if (!tests_alpha_) return;
    alpha_func_ = context_.read(key::alpha_func) & 7;
    alpha_ref_ = reference_of(context_.read(key::alpha_ref), numbers);
}

ir::Id Exports::colour(Registers& registers, unsigned target) {
    const std::uint32_t number = kColourRegister[target];
    const bool full = is(kFullExports);
    return registers.load(full ? number : 2 * number, !full, kAllLanes);
}

/// Alpha as the surface keeps it: a whole number of 0 to 255 where it has 8 bits, as RPCS3's tests on a console say that it is compared; otherwise as it is. A NaN stays one.
ir::Id Exports::stored_alpha(ir::Id alpha) {
    if (format_of(format_).numbers != SurfaceFormat::Numbers::Normalised) return alpha;
    const ir::Id zero = ir_.f32(0), one = ir_.f32(1);
    const ir::Id above = ir_.Select(ir_.FLt(alpha, zero), zero, alpha);
    return ir_.FRoundEven(ir_.FMul({ir_.Select(ir_.FGt(above, one), one, above), ir_.f32(255)}));
}

/// The fragment ends where the comparison does not hold, as it does with a NaN unless it is NE or always holds.
void Exports::test_alpha(ir::Id alpha) {
    if (alpha_func_ == kAlphaAlways) return;
    alpha = stored_alpha(alpha);
    const ir::Id reference = ir_.f32(alpha_ref_);
    const auto passes = [&] {
        switch (alpha_func_) {
            case 0: return ir_.boolean(false);
            case 1: return ir_.FLt(alpha, reference);
            case 2: return ir_.FEq(alpha, reference);
            case 3: return ir_.FLe(alpha, reference);
            case 4: return ir_.FGt(alpha, reference);
            case 5: return ir_.FNe(alpha, reference);
            case 6: return ir_.FGe(alpha, reference);
            default: return ir_.boolean(true);
        }
    };
    ir_.add(ir::Op::Discard, ir::kVoid, {ir_.BNot(passes())});
}

bool Exports::is_changed() const {
    const SurfaceFormat format = format_of(format_);
    return srgb_ || format.alpha != SurfaceFormat::Alpha::Own || format.lanes != "xyzw";
}

ir::Id Exports::as_stored(ir::Id colour) {
    constexpr std::uint32_t kColours = 7, kAlpha = 8;
    if (srgb_) colour = ir_.blend(colour, from_linear(ir_, ir_.FSat(colour)), kColours);
    const SurfaceFormat format = format_of(format_);
    if (format.lanes != "xyzw") colour = ir_.swizzle(colour, format.sources());
    const SurfaceFormat::Alpha alpha = format.alpha;
    if (alpha == SurfaceFormat::Alpha::Own) return colour;
    return ir_.blend(colour, ir_.f32(alpha == SurfaceFormat::Alpha::One ? 1.0F : 0.0F, 4), kAlpha);
}

void Exports::write(Registers& registers) {
    if (tests_alpha_) test_alpha(ir_.lane(colour(registers, 0), 3));
    for (unsigned i = 0; i < kColourRegister.size(); ++i) {
        if ((targets_ >> i & 1) == 0) continue;
        ir::Id value = colour(registers, i);
        const auto changed = [&](std::span<const ir::Id> colours) { return as_stored(colours[0]); };
        if (is_changed())
            value =
                guest_functions_ == nullptr ? as_stored(value) : guest_functions_->call("stored", {{value}}, changed);
        ir_.store(colours_, i * 4, value);
    }
    if (is(kDepthExport)) ir_.store(depth_, 0, registers.load_lane(kDepthRegister, kDepthLane));
}

void Exports::label(const cg::Bound& one) {
    const bool is_colour = one.resource.stem == "COL" || one.resource.stem == "COLOR";
    if (is_colour && one.resource.number < kColourRegister.size())
        add_label(ir_.module().files[colours_].labels, one.resource.number, one);
}

} // namespace relit::isa::rsx::fp
