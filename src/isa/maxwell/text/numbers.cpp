// Numbers in the text of Maxwell.
#include "isa/maxwell/text/numbers.hpp"

#include "base/half.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace relit::isa::maxwell {
namespace {

void print_hex_bits(std::string& text, std::uint64_t bits) {
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16).ptr;
    text += "0x";
    text.append(digits.data(), end);
}

/// Decimal where a reader gets the same float from it; `bits` are all bits of the float.
template <class T>
void print_float(std::string& text, T value, std::uint64_t bits) {
    if (std::isnan(value)) return print_hex_bits(text, bits);
    if (std::isinf(value)) {
        text += value < 0 ? "-INF" : "+INF";
        return;
    }
    std::array<char, 32> digits;
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

template <class T>
std::optional<T> read_float(std::string_view text) {
    if (text == "+INF" || text == "INF") return std::numeric_limits<T>::infinity();
    if (text == "-INF") return -std::numeric_limits<T>::infinity();
    if (text.starts_with('+')) text.remove_prefix(1);
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value;
}

/// Bits of a float of `width` bits.
std::optional<std::uint64_t> float_bits(std::string_view text, unsigned width) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const auto bits = read_integer(text);
        if (!bits || (width < 64 && *bits >> width != 0)) return {};
        return static_cast<std::uint64_t>(*bits);
    }
    if (width == 64) {
        const auto value = read_float<double>(text);
        if (value) return std::bit_cast<std::uint64_t>(*value);
        return {};
    }
    const auto value = read_float<float>(text);
    if (!value) return {};
    if (width == 32) return std::bit_cast<std::uint32_t>(*value);
    return half_from(*value);
}

struct FloatShape {
    unsigned width; // of the whole float; 0: no float
    unsigned cut;   // low bits that the field does not have
};
FloatShape float_shape(Kind kind) {
    switch (kind) {
        case Kind::Float32: return {32, 0};
        case Kind::Float32Top: return {32, 12};
        case Kind::Float64Top: return {64, 44};
        case Kind::Half10: return {16, 6};
        case Kind::Half16: return {16, 0};
        default: return {0, 0};
    }
}

std::optional<std::uint64_t> integer_bits(std::int64_t value, const FieldRow& field) {
    const std::int64_t limit = std::int64_t{1} << field.bits();
    const bool is_signed = field.kind == Kind::Signed || field.kind == Kind::Offset || field.kind == Kind::WordOffset;
    if (field.kind == Kind::WordOffset && value % 4 != 0) return {};
    if (field.kind == Kind::WordOffset) value /= 4;
    // A number of 32 bits is as good as the negative one that has the same bits.
    const std::int64_t whole = std::int64_t{1} << 32;
    if (is_signed && value >= whole - limit / 2 && value < whole) value -= whole;
    if (is_signed ? value < -limit / 2 || value >= limit / 2 : value < 0 || value >= limit) return {};
    return static_cast<std::uint64_t>(value) & (static_cast<std::uint64_t>(limit) - 1);
}

} // namespace

void print_integer(std::string& text, std::int64_t value) {
    if (value < 0) text += '-';
    print_hex_bits(text, value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
}

void print_value(std::string& text, const FieldRow& field, std::uint64_t word) {
    const auto [width, cut] = float_shape(field.kind);
    const std::uint64_t bits = field.of(word) << cut;
    switch (width) {
        case 64: return print_float(text, std::bit_cast<double>(bits), bits);
        case 32: return print_float(text, std::bit_cast<float>(static_cast<std::uint32_t>(bits)), bits);
        case 16: return print_float(text, float_from_half(static_cast<std::uint16_t>(bits)), bits);
        default: break;
    }
    const bool is_signed = field.kind == Kind::Signed || field.kind == Kind::Offset || field.kind == Kind::WordOffset;
    const std::int64_t value = is_signed ? field.signed_of(word) : static_cast<std::int64_t>(bits);
    print_integer(text, field.kind == Kind::WordOffset ? value * 4 : value);
}

std::optional<std::int64_t> read_integer(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) base = 16, text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::optional<std::uint64_t> read_value(std::string_view text, const FieldRow& field) {
    const auto [width, cut] = float_shape(field.kind);
    if (width != 0) {
        const auto bits = float_bits(text, width);
        if (!bits || (*bits & ((std::uint64_t{1} << cut) - 1)) != 0) return {};
        return *bits >> cut;
    }
    const auto value = read_integer(text);
    if (!value) return {};
    return integer_bits(*value, field);
}

bool is_number(Kind kind) {
    return float_shape(kind).width != 0 || kind == Kind::Signed || kind == Kind::Unsigned || kind == Kind::Target;
}

} // namespace relit::isa::maxwell
