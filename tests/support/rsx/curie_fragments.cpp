#include "tests/support/rsx/curie_fragments.hpp"

#include "tests/support/exact_floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::test {
namespace {

constexpr FloatFormat kHalf = kFloatFormats[0];

std::uint16_t half_of(float value) {
    return static_cast<std::uint16_t>(rounded_to(value, kHalf, Direction::Nearest) |
                                      (std::signbit(value) ? 0x8000U : 0U));
}
float of_half(std::uint32_t bits) { return static_cast<float>(number_of(bits & 0xffff, kHalf)); }

CurieFloats all(float value) { return {value, value, value, value}; }
CurieFloats all(double value) { return all(static_cast<float>(value)); }

/// `count` whole numbers of the lanes, rounded, from the lowest bits on.
float packed(const CurieFloats& lanes, unsigned count) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < count; ++i)
        bits |= static_cast<std::uint32_t>(std::nearbyint(lanes[i])) << (32 / count * i);
    return std::bit_cast<float>(bits);
}

float in_unit(float value) { return value > 0 ? std::min(value, 1.0F) : 0.0F; }

/// One word of the machine's, being done.
class FragmentStep {
public:
    FragmentStep(CurieFragments& machine, std::span<const std::uint32_t, 4> word, const CurieFloats& constant)
        : machine_(machine), word_(word), constant_(constant) {}

    void run() {
        const std::array<CurieFloats, 3> in = {source(0), source(1), source(2)};
        const auto passing = passing_lanes();
        const unsigned op = take(0, 24, 6), mask = take(0, 9, 4);
        for (unsigned i = 0; i < sources_of(op); ++i) notice(in[i]);
        CurieFloats value = computed(op, in);
        notice(value);
        constexpr std::array<float, 8> kScales = {1, 2, 4, 8, 0, 0.5F, 0.25F, 0.125F};
        for (float& lane : value) {
            lane *= kScales[take(2, 28, 3)];
            lane = take(0, 31, 1) != 0 ? in_unit(lane) : with_precision(lane, take(0, 22, 2));
        }
        notice(value);
        for (unsigned i = 0; i < 4; ++i) {
            if ((mask >> i & 1) == 0 || !passing[i]) continue;
            if (take(0, 30, 1) == 0) write(i, value[i]);
            if (take(0, 8, 1) != 0) machine_.conditions[take(1, 30, 1)][i] = value[i];
        }
    }

private:
    [[nodiscard]] unsigned take(unsigned dword, unsigned low, unsigned count) const {
        return word_[dword] >> low & ((1U << count) - 1);
    }

    void notice(const CurieFloats& lanes) {
        for (const float lane : lanes)
            if (std::isnan(lane) || (machine_.exact && std::fpclassify(lane) == FP_SUBNORMAL)) machine_.is_open = true;
    }

    static unsigned sources_of(unsigned op) {
        switch (op) {
            case 0x20:
            case 0x21: return 0;
            case 0x04:
            case 0x1f:
            case 0x2b:
            case 0x2e: return 3;
            case 0x02:
            case 0x03:
            case 0x26:
            case 0x36:
            case 0x38:
            case 0x3a:
            case 0x3b: return 2;
            default: return op >= 0x05 && op <= 0x0f ? 2 : 1;
        }
    }

    void write(unsigned lane, float value) {
        const unsigned number = take(0, 1, 6);
        if (take(0, 7, 1) != 0) {
            machine_.halves[4 * number + lane] = half_of(value);
        } else if (number < 48) {
            const auto bits = std::bit_cast<std::uint32_t>(value);
            machine_.halves[8 * number + 2 * lane] = static_cast<std::uint16_t>(bits);
            machine_.halves[8 * number + 2 * lane + 1] = static_cast<std::uint16_t>(bits >> 16);
        }
    }

    [[nodiscard]] float of_register(unsigned number, bool half, unsigned lane) const {
        if (half) return of_half(machine_.halves[4 * number + lane]);
        if (number >= 48) return 0;
        const std::uint32_t low = machine_.halves[8 * number + 2 * lane],
                            high = machine_.halves[8 * number + 2 * lane + 1];
        return std::bit_cast<float>(high << 16 | low);
    }

    [[nodiscard]] float with_precision(float value, unsigned precision) const {
        switch (precision) {
            case 1: return of_half(half_of(value));
            case 2:
                if (!machine_.exact) return std::clamp(value, -2.0F, 2.0F);
                return std::clamp(std::nearbyint(value * 1024), -2048.0F, 2047.0F) / 1024;
            case 3: return std::clamp(value, -1.0F, 1.0F);
            case 4: return in_unit(value);
            default: return value;
        }
    }

    [[nodiscard]] CurieFloats source(unsigned which) const {
        constexpr std::array<unsigned, 3> kDword = {1, 2, 3};
        const unsigned at = kDword[which], type = take(at, 0, 2);
        const bool is_size = which == 0 ? take(1, 29, 1) != 0 : take(at, 18, 1) != 0;
        CurieFloats lanes{};
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned from = take(at, 9 + 2 * i, 2);
            float value = type == 0   ? of_register(take(at, 2, 6), take(at, 8, 1) != 0, from)
                          : type == 1 ? attribute(take(0, 13, 4), from)
                                      : constant_[from];
            value = with_precision(value, take(2, 19 + 3 * which, 3));
            if (is_size) value = std::fabs(value); // after the clamp, as a console does it
            lanes[i] = take(at, 17, 1) != 0 ? -value : value;
        }
        return lanes;
    }
    [[nodiscard]] float attribute(unsigned number, unsigned lane) const {
        const float value = machine_.inputs[number][lane];
        return number == 1 || number == 2 ? in_unit(value) : value;
    }

    [[nodiscard]] std::array<bool, 4> passing_lanes() const {
        const CurieFloats& tested = machine_.conditions[take(1, 31, 1)];
        const unsigned test = take(1, 18, 3);
        std::array<bool, 4> passing{};
        for (unsigned i = 0; i < 4; ++i) {
            const float value = tested[take(1, 21 + 2 * i, 2)];
            constexpr unsigned kNotEqual = 5, kAlways = 7; // which a NaN passes
            passing[i] = std::isnan(value) ? test == kNotEqual || test == kAlways
                                           : (test & (value < 0    ? 1U
                                                      : value == 0 ? 2U
                                                                   : 4U)) != 0;
        }
        return passing;
    }

    static float dot(const CurieFloats& a, const CurieFloats& b, unsigned lanes) {
        volatile float sum = a[0] * b[0];
        for (unsigned i = 1; i < lanes; ++i) {
            volatile float product = a[i] * b[i];
            sum = sum + product;
        }
        return sum;
    }

    static float lane_of(unsigned op, float a, float b, float c) {
        volatile float product = a * b;
        switch (op) {
            case 0x02: return product;
            case 0x03: return a + b;
            case 0x04: return product + c;
            case 0x08: return a < b ? a : b;
            case 0x09: return a > b ? a : b;
            case 0x0a: return a < b ? 1.0F : 0.0F;
            case 0x0b: return a >= b ? 1.0F : 0.0F;
            case 0x0c: return a <= b ? 1.0F : 0.0F;
            case 0x0d: return a > b ? 1.0F : 0.0F;
            case 0x0e: return a != b ? 1.0F : 0.0F;
            case 0x0f: return a == b ? 1.0F : 0.0F;
            case 0x10: return a - std::floor(a);
            case 0x11: return std::floor(a);
            case 0x1f: {
                volatile float rest = 1 - a;
                volatile float second = rest * c;
                return product + second;
            }
            case 0x20: return 1;
            case 0x21: return 0;
            default: return a;
        }
    }

    /// Through logarithms, each step rounded; 0 times anything is 0 where it `zeroes`.
    static float power(float base, float exponent, bool zeroes) {
        const auto log = static_cast<float>(std::log2(double{base}));
        volatile float product = zeroes && (exponent == 0 || log == 0) ? 0.0F : exponent * log;
        return static_cast<float>(std::exp2(double{product}));
    }
    static CurieFloats lit(const CurieFloats& a) {
        const float shine = a[1] > 0 ? a[1] : 0.0F;
        return {1, a[0] > 0 ? a[0] : 0.0F, a[0] > 0 ? power(shine, a[3], true) : 0.0F, 1};
    }
    static CurieFloats reflected(const CurieFloats& a, const CurieFloats& b) {
        volatile float twice = 2 * dot(a, b, 3), square = dot(a, a, 3), along = twice / square;
        CurieFloats lanes{};
        for (unsigned i = 0; i < 4; ++i) {
            volatile float part = along * a[i];
            lanes[i] = part - b[i];
        }
        return lanes;
    }
    static CurieFloats of_length_1(const CurieFloats& a) {
        const float square = dot(a, a, 3);
        const auto inverse = static_cast<float>(1 / std::sqrt(double{square}));
        const auto lane = [&](unsigned i) { return square == 0 ? a[i] : a[i] * inverse; };
        return {lane(0), lane(1), lane(2), lane(2)};
    }

    static CurieFloats of_parts(unsigned op, const CurieFloats& a) {
        const auto bits = std::bit_cast<std::uint32_t>(a[0]);
        const auto part = [&](unsigned width, unsigned at) {
            return static_cast<float>(bits >> (width * at) & ((1U << width) - 1));
        };
        const auto in_steps = [&](float steps) {
            CurieFloats lanes{};
            for (unsigned i = 0; i < 4; ++i) lanes[i] = in_unit(a[i]) * steps;
            return lanes;
        };
        switch (op) {
            case 0x13: { // signed bytes, 128 higher
                CurieFloats lanes{};
                for (unsigned i = 0; i < 4; ++i) {
                    volatile float steps = std::clamp(a[i], -128 / 127.0F, 1.0F) * 127;
                    lanes[i] = steps + 128;
                }
                return all(packed(lanes, 4));
            }
            case 0x14: {
                constexpr float kStep = 1 / 127.0F;
                return {(part(8, 0) - 128) * kStep, (part(8, 1) - 128) * kStep, (part(8, 2) - 128) * kStep,
                        (part(8, 3) - 128) * kStep};
            }
            case 0x24: return all(std::bit_cast<float>(std::uint32_t{half_of(a[1])} << 16 | half_of(a[0])));
            case 0x25: {
                const float low = of_half(bits), high = of_half(bits >> 16);
                return {low, high, low, high};
            }
            case 0x27: return all(packed(in_steps(255), 4));
            case 0x28: {
                constexpr float kStep = 1 / 255.0F;
                return {part(8, 0) * kStep, part(8, 1) * kStep, part(8, 2) * kStep, part(8, 3) * kStep};
            }
            case 0x29: return all(packed(in_steps(65535), 2));
            case 0x2a: {
                constexpr float kStep = 1 / 65535.0F;
                return {part(16, 0) * kStep, part(16, 1) * kStep, part(16, 0) * kStep, part(16, 1) * kStep};
            }
            default: return {};
        }
    }

    static CurieFloats computed(unsigned op, const std::array<CurieFloats, 3>& in) {
        const auto& [a, b, c] = in;
        const double x = a[0];
        switch (op) {
            case 0x05: return all(dot(a, b, 3));
            case 0x06: return all(dot(a, b, 4));
            case 0x07: return {1, a[1] * b[1], a[2], b[3]};
            case 0x1a: return all(1 / x);
            case 0x1b: return all(1 / std::sqrt(std::fabs(x)));
            case 0x1c: return all(std::exp2(x));
            case 0x1d: return all(std::log2(x));
            case 0x1e: return lit(a);
            case 0x22: return all(std::cos(x));
            case 0x23: return all(std::sin(x));
            case 0x2b: {
                CurieFloats lanes{};
                for (unsigned i = 0; i < 4; ++i) {
                    volatile float first = b[0] * c[i % 2 * 2], second = b[1] * c[i % 2 + (i % 2 == 0 ? 1 : 2)];
                    volatile float sum = a[i % 2] + first;
                    lanes[i] = sum + second;
                }
                return lanes;
            }
            case 0x2e: {
                volatile float sum = dot(a, b, 2);
                return all(sum + c[0]);
            }
            case 0x38: return all(dot(a, b, 2));
            case 0x3a: return {a[0] / b[0], a[1] / b[0], a[2] / b[0], a[3] / b[0]};
            case 0x3b: {
                const auto root = static_cast<float>(1 / std::sqrt(std::fabs(double{b[0]})));
                CurieFloats lanes{};
                for (unsigned i = 0; i < 4; ++i) lanes[i] = a[i] == 0 || root == 0 ? 0.0F : a[i] * root;
                return lanes;
            }
            case 0x3c: return {1, a[1], a[1] > 0 ? static_cast<float>(std::exp2(double{a[3]})) : 0.0F, 1};
            case 0x26: return all(power(a[0], b[0], false));
            case 0x36: return reflected(a, b);
            case 0x39: return of_length_1(a);
            case 0x13:
            case 0x14:
            case 0x24:
            case 0x25:
            case 0x27:
            case 0x28:
            case 0x29:
            case 0x2a: return of_parts(op, a);
            default: break;
        }
        CurieFloats lanes{};
        for (unsigned i = 0; i < 4; ++i) lanes[i] = lane_of(op, a[i], b[i], c[i]);
        return lanes;
    }

    CurieFragments& machine_;
    std::span<const std::uint32_t, 4> word_;
    const CurieFloats& constant_;
};

} // namespace

void CurieFragments::step(std::span<const std::uint32_t, 4> word, const CurieFloats& constant) {
    FragmentStep(*this, word, constant).run();
}

} // namespace relit::test
