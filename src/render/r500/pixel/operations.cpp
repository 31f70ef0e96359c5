#include "render/r500/pixel/operations.hpp"

#include "base/half.hpp"
#include "render/r500/target/pixels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace relit::render::r500 {
namespace {

using machine::r500::ColourView;
using machine::r500::DepthFormat;
using machine::r500::DepthView;
using machine::r500::SurfaceDescription;
using machine::r500::TexelEncoding;

// In the order of Vulkan's enumerations.
constexpr std::string_view kCompareNames[] = {"never", "<", "==", "<=", ">", "!=", ">=", "always"};
constexpr std::string_view kFactorNames[] = {"0",
                                             "1",
                                             "source colour",
                                             "1 - source colour",
                                             "destination colour",
                                             "1 - destination colour",
                                             "source alpha",
                                             "1 - source alpha",
                                             "destination alpha",
                                             "1 - destination alpha",
                                             "constant colour",
                                             "1 - constant colour",
                                             "constant alpha",
                                             "1 - constant alpha",
                                             "saturated source alpha"};
constexpr std::string_view kFunctionNames[] = {"add", "subtract", "reverse subtract", "minimum", "maximum"};
constexpr std::string_view kStencilNames[] = {"keep",
                                              "zero",
                                              "replace",
                                              "increment, clamped",
                                              "decrement, clamped",
                                              "invert",
                                              "increment, wrapped",
                                              "decrement, wrapped"};

template <std::size_t N>
std::string_view name_in(const std::string_view (&names)[N], std::uint32_t number) {
    return number < N ? names[number] : "?";
}

template <class T>
bool holds(std::uint32_t compare, T value, T stored) {
    switch (compare) {
        case 0: return false;
        case 1: return value < stored;
        case 2: return value == stored;
        case 3: return value <= stored;
        case 4: return value > stored;
        case 5: return value != stored;
        case 6: return value >= stored;
        default: return true;
    }
}

// ---- colours

/// Rounds to an integer of the format as devices do: the nearest of a product of floats, the even one of two. pack() takes it as part
/// of the range of 32 bits.
std::uint32_t integer_of(float value, std::uint32_t width) {
    if (width == 0 || std::isnan(value)) return 0;
    const auto most = static_cast<double>((1U << width) - 1);
    const float rounded = std::nearbyint(std::clamp(value, 0.0F, 1.0F) * static_cast<float>(most));
    constexpr double kRange = 4294967295.0;
    return static_cast<std::uint32_t>(std::llround(rounded / most * kRange));
}

/// Numbers of the texels that pack() takes.
std::uint32_t number_of(float value, TexelEncoding encoding, std::uint32_t width) {
    if (encoding == TexelEncoding::Float) return std::bit_cast<std::uint32_t>(value);
    return encoding == TexelEncoding::Half ? half_from(value) : integer_of(value, width);
}

/// Bits of red, green, blue and alpha.
std::array<std::uint32_t, 4> widths_of(const machine::r500::ColourFormat& format, const ColourView& view) {
    std::array<std::uint32_t, 4> widths{};
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (format.widths[i] != 0) widths[(view.selects[format.channels[i]] + 3U) % 4] = format.widths[i];
    return widths;
}

PixelBytes packed(const machine::r500::ColourFormat& format, const SurfaceDescription& description,
                  const std::array<std::uint32_t, 4>& numbers) {
    const bool is_half = format.encoding == TexelEncoding::Half;
    std::array<std::uint8_t, 16> texel{};
    const std::size_t bytes = is_half ? 2 : 4;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (std::size_t k = 0; k < bytes; ++k) texel[bytes * i + k] = static_cast<std::uint8_t>(numbers[i] >> 8 * k);
    PixelBytes pixel(bits_of(format) / 8);
    const PixelLayout layout{format, std::get<ColourView>(description.view),
                             is_half ? TexelKind::Half : TexelKind::Float};
    pack(layout, std::span(texel).first(4 * bytes), pixel);
    swap_bytes(pixel, description.plane.endian);
    return pixel;
}

PixelBytes packed(const machine::r500::ColourFormat& format, const SurfaceDescription& description,
                  const Float4& colour) {
    const auto widths = widths_of(format, std::get<ColourView>(description.view));
    std::array<std::uint32_t, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number_of(colour[i], format.encoding, widths[i]);
    return packed(format, description, numbers);
}

/// The bits of some components.
PixelBytes mask_of(const machine::r500::ColourFormat& format, const SurfaceDescription& description,
                   std::uint32_t components) {
    std::array<std::uint32_t, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = (components >> i & 1) != 0 ? ~0U : 0;
    return packed(format, description, numbers);
}

float factor_of(std::uint32_t factor, const BlendedPixel& pixel, const Float4& constants, std::size_t lane) {
    const Float4 &s = pixel.source, &d = pixel.destination;
    switch (factor) {
        case 0: return 0;
        case 2: return s[lane];
        case 3: return 1 - s[lane];
        case 4: return d[lane];
        case 5: return 1 - d[lane];
        case 6: return s[3];
        case 7: return 1 - s[3];
        case 8: return d[3];
        case 9: return 1 - d[3];
        case 10: return constants[lane];
        case 11: return 1 - constants[lane];
        case 12: return constants[3];
        case 13: return 1 - constants[3];
        case 14: return lane == 3 ? 1 : std::min(s[3], 1 - d[3]);
        default: return 1;
    }
}

float combined(const BlendedPixel& pixel, const Float4& constants, std::size_t lane) {
    const BlendEquation& equation = lane == 3 ? pixel.state.alpha : pixel.state.colour;
    const float source = pixel.source[lane], destination = pixel.destination[lane];
    const float s = source * factor_of(equation.source, pixel, constants, lane),
                d = destination * factor_of(equation.destination, pixel, constants, lane);
    switch (equation.function) {
        case 1: return s - d;
        case 2: return d - s;
        case 3: return std::min(source, destination);
        case 4: return std::max(source, destination);
        default: return s + d;
    }
}

/// VkLogicOp as a truth table: bit 2 * source + destination.
std::uint8_t logic_of(std::uint32_t operation, std::uint8_t source, std::uint8_t destination) {
    constexpr std::uint8_t kTables[] = {0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf};
    std::uint8_t made = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
        const unsigned at = 2U * (source >> bit & 1) + (destination >> bit & 1);
        made = static_cast<std::uint8_t>(made | (kTables[operation & 15] >> at & 1) << bit);
    }
    return made;
}

// ---- depth

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr float kMost24 = 16777215, kMost16 = 65535;

std::uint32_t word_of(PixelBytes bytes, machine::r500::Endian endian) {
    swap_bytes(bytes, endian);
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::uint32_t{bytes[i]} << 8 * i;
    return word;
}
PixelBytes bytes_of(std::uint32_t word, std::size_t size, machine::r500::Endian endian) {
    PixelBytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i);
    swap_bytes(bytes, endian);
    return bytes;
}

/// The greatest 13E3 number that is at most the depth.
std::uint32_t stored_13e3(float z, bool counts_zeros) {
    std::uint32_t best = 0;
    float most = -1;
    for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
        const float depth = machine::r500::depth_of_13e3(static_cast<std::uint16_t>(bits), counts_zeros);
        if (depth <= z && depth > most) best = bits, most = depth;
    }
    return best;
}

std::uint32_t stored_depth(float z, const DepthView& view) {
    if (view.format == DepthFormat::Z16Float) return stored_13e3(z, view.counts_zeros);
    const float most = view.format == DepthFormat::Z16 ? kMost16 : kMost24;
    return static_cast<std::uint32_t>(std::llround(std::clamp<double>(z, 0, 1) * most));
}

bool depth_holds(std::uint32_t compare, std::uint32_t value, std::uint32_t stored, const DepthView& view) {
    if (view.format != DepthFormat::Z16Float) return holds(compare, value, stored);
    const auto depth = [&](std::uint32_t bits) {
        return machine::r500::depth_of_13e3(static_cast<std::uint16_t>(bits), view.counts_zeros);
    };
    return holds(compare, depth(value), depth(stored));
}

/// Returns the depth and the stencil of a word.
std::pair<std::uint32_t, std::uint32_t> parts_of(std::uint32_t word, const DepthView& view) {
    const bool has_stencil = view.format == DepthFormat::Z24S8;
    return {has_stencil ? word >> 8 : word & 0xffff, has_stencil ? word & 0xff : 0};
}

double steps_of_depth(const PixelBytes& a, const PixelBytes& b, const SurfaceDescription& description) {
    const auto& view = std::get<DepthView>(description.view);
    const auto [depth_a, stencil_a] = parts_of(word_of(a, description.plane.endian), view);
    const auto [depth_b, stencil_b] = parts_of(word_of(b, description.plane.endian), view);
    constexpr double kStepsOf24 = 16; // devices interpolate with floats of 24 bits
    const double apart = std::abs(static_cast<double>(depth_a) - static_cast<double>(depth_b));
    return stencil_a != stencil_b ? kFar : view.format == DepthFormat::Z24S8 ? apart / kStepsOf24 : apart;
}

double steps_of_component(float a, float b, TexelEncoding encoding, std::uint32_t width) {
    constexpr double kFloatSteps = 1024;
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b) ? 0 : kFar;
    if (a == b) return 0;
    const double apart = std::abs(double{a} - double{b});
    if (encoding == TexelEncoding::Integer) return apart * ((1U << width) - 1);
    return apart * kFloatSteps / std::max({double{std::abs(a)}, double{std::abs(b)}, 1.0});
}

double steps_of_colour(const PixelBytes& a, const PixelBytes& b, const SurfaceDescription& description) {
    const auto& view = std::get<ColourView>(description.view);
    const auto format = machine::r500::colour_format(view);
    const auto colour_a = colour_of(a, description), colour_b = colour_of(b, description);
    if (!format || !colour_a || !colour_b) return kFar;
    const auto widths = widths_of(**format, view);
    double most = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (widths[i] != 0)
            most = std::max(most, steps_of_component((*colour_a)[i], (*colour_b)[i], (*format)->encoding, widths[i]));
    return most;
}

std::uint32_t operated(std::uint32_t operation, std::uint32_t stored, std::uint32_t reference) {
    constexpr std::uint32_t kMost = 255;
    switch (operation) {
        case 1: return 0;
        case 2: return reference;
        case 3: return std::min(stored + 1, kMost);
        case 4: return stored == 0 ? 0 : stored - 1;
        case 5: return ~stored & kMost;
        case 6: return (stored + 1) & kMost;
        case 7: return (stored - 1) & kMost;
        default: return stored;
    }
}

} // namespace

double steps_between(const PixelBytes& a, const PixelBytes& b, const SurfaceDescription& description) {
    if (a.size() != b.size() || a.empty()) return kFar;
    return std::holds_alternative<DepthView>(description.view) ? steps_of_depth(a, b, description)
                                                               : steps_of_colour(a, b, description);
}

std::string_view name_of_compare(std::uint32_t compare) { return name_in(kCompareNames, compare); }
std::string_view name_of_factor(std::uint32_t factor) { return name_in(kFactorNames, factor); }
std::string_view name_of_function(std::uint32_t function) { return name_in(kFunctionNames, function); }
std::string_view name_of_stencil_operation(std::uint32_t operation) { return name_in(kStencilNames, operation); }

Result<Float4> colour_of(const PixelBytes& bytes, const SurfaceDescription& description) {
    constexpr std::uint32_t kPitch = 64;
    machine::r500::Plane plane = description.plane;
    plane.offset = 0, plane.size = {1, 1}, plane.pitch = kPitch, plane.tiling = {};
    std::vector<std::uint8_t> row(bytes);
    row.resize(kPitch * std::max<std::size_t>(bytes.size(), 1));
    const auto image = read_colour(row, plane, std::get<ColourView>(description.view));
    if (!image) return std::unexpected(image.error());
    return image->rgba.at(0);
}

Result<BlendedPixel> blended(const FixedState& fixed, std::size_t target, const Float4& constants,
                             const SurfaceDescription& description, const Float4& colour, const PixelBytes& before) {
    const auto format = machine::r500::colour_format(std::get<ColourView>(description.view));
    if (!format) return std::unexpected(format.error());
    const auto destination = colour_of(before, description);
    if (!destination) return std::unexpected(destination.error());
    BlendedPixel made{fixed.targets[target], colour, *destination, colour, before, before};
    Float4 limited = constants;
    if ((*format)->encoding == TexelEncoding::Integer)
        for (std::size_t i = 0; i < 4; ++i) {
            made.source[i] = std::isnan(colour[i]) ? 0 : std::clamp(colour[i], 0.0F, 1.0F);
            limited[i] = std::clamp(constants[i], 0.0F, 1.0F);
        }
    made.result = made.source;
    if (made.state.blends && !fixed.has_logic)
        for (std::size_t i = 0; i < 4; ++i) made.result[i] = combined(made, limited, i);
    const PixelBytes whole = packed(**format, description, made.result),
                     written = mask_of(**format, description, made.state.written),
                     all = mask_of(**format, description, 0xf);
    for (std::size_t i = 0; i < made.after.size() && i < whole.size(); ++i) {
        const std::uint8_t value = fixed.has_logic ? logic_of(fixed.logic, whole[i], before[i]) : whole[i];
        made.after[i] = static_cast<std::uint8_t>((value & written[i]) | (before[i] & all[i] & ~written[i]));
    }
    return made;
}

TestedDepth tested(const FixedState& fixed, const DynamicState& dynamic, bool is_back, float z,
                   const SurfaceDescription& description, const PixelBytes& before) {
    const auto& view = std::get<DepthView>(description.view);
    const machine::r500::Endian endian = description.plane.endian;
    const bool has_stencil = view.format == DepthFormat::Z24S8;
    auto [depth, stencil] = parts_of(word_of(before, endian), view);
    TestedDepth made{.before = before, .after = before};
    const StencilSide& side = is_back ? fixed.back : fixed.front;
    const StencilValues& values = is_back ? dynamic.back : dynamic.front;
    if (fixed.tests_stencil && has_stencil) {
        made.stencil = {values.reference, stencil, values.mask, side.compare, false};
        made.stencil->passes = holds(side.compare, values.reference & values.mask, stencil & values.mask);
        made.passes = made.stencil->passes;
    }
    if (fixed.tests_depth && made.passes) {
        made.depth = {stored_depth(z, view), depth, ~0U, fixed.depth_compare, false};
        made.depth->passes = depth_holds(fixed.depth_compare, made.depth->value, depth, view);
        made.passes = made.depth->passes;
        if (made.passes && fixed.writes_depth) depth = made.depth->value;
    }
    if (made.stencil) {
        made.stencil_operation = !made.stencil->passes ? side.fail : made.passes ? side.pass : side.depth_fail;
        const std::uint32_t value = operated(made.stencil_operation, stencil, values.reference);
        stencil = (value & values.write_mask) | (stencil & ~values.write_mask);
    }
    made.after = bytes_of(has_stencil ? depth << 8 | (stencil & 0xff) : depth, before.size(), endian);
    return made;
}

} // namespace relit::render::r500
