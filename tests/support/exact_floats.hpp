// Floats of 16, 32 and 64 bits as numbers of the host's widest kind, and back, rounded once in any direction: by arithmetic of
// their own, for models of tests.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::test {

struct FloatFormat {
    std::string_view name;
    int bits = 32, precision = 24, least = -149; // least: the exponent of the smallest denormal
};
constexpr std::array<FloatFormat, 3> kFloatFormats = {
    {{"F16", 16, 11, -24}, {"F32", 32, 24, -149}, {"F64", 64, 53, -1074}}};

enum class Direction : std::uint8_t { Nearest, Down, Up, Zero };
struct NamedDirection {
    std::string_view suffix;
    Direction direction;
};
constexpr std::array<NamedDirection, 4> kDirections = {
    {{"", Direction::Nearest}, {".RM", Direction::Down}, {".RP", Direction::Up}, {".RZ", Direction::Zero}}};

/// What the bits of the format mean.
[[nodiscard]] long double number_of(std::uint64_t bits, const FloatFormat& format);
/// To a whole number.
[[nodiscard]] long double whole(long double value, Direction direction);
/// The bits of the number rounded once to the format; NaN is a positive one with every bit set.
[[nodiscard]] std::uint64_t rounded_to(long double value, const FloatFormat& format, Direction direction);
/// A denormal number of the format becomes zero of its sign.
[[nodiscard]] long double flushed(long double value, const FloatFormat& format);

} // namespace relit::test
