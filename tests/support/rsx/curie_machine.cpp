#include "tests/support/rsx/curie_machine.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace relit::test {
namespace {

using Dwords = std::span<const std::uint32_t, 4>;

struct CurieBits {
    unsigned dword, low, count;
};
std::uint32_t take(Dwords word, CurieBits bits) { return word[bits.dword] >> bits.low & ((1U << bits.count) - 1); }

/// Where the 17 bits of the three sources stand.
std::uint32_t source_bits(Dwords word, unsigned which) {
    switch (which) {
        case 0: return (word[1] & 0xff) << 9 | word[2] >> 23;
        case 1: return word[2] >> 6 & 0x1ffff;
        default: return (word[2] & 0x3f) << 11 | word[3] >> 21;
    }
}

/// One word of the machine's, being done.
class VertexStep {
public:
    VertexStep(CurieMachine& machine, Dwords word) : machine_(machine), word_(word) {}

    void run() {
        const std::array<CurieLanes, 3> in = {source(0), source(1), source(2)};
        const unsigned vec = take(word_, {1, 22, 5}), sca = take(word_, {1, 27, 5});
        const auto passing = passing_lanes();
        const bool sets_address = vec == 13 || vec == 23 || vec == 24, has_vec = vec != 0 && !sets_address;
        const CurieLanes of_vec = has_vec ? saturated(vector(vec, in)) : CurieLanes{};
        const CurieLanes of_sca = sca != 0 ? saturated(scalar(sca, in[2])) : CurieLanes{};
        const std::array<std::int32_t, 4> address =
            sets_address ? new_address(vec, in[0]) : std::array<std::int32_t, 4>{};
        const unsigned vec_mask = has_vec ? take(word_, {3, 13, 4}) : 0,
                       sca_mask = sca != 0 ? take(word_, {3, 17, 4}) : 0;
        const unsigned vec_temp = take(word_, {0, 15, 6}), sca_temp = take(word_, {3, 7, 6}),
                       output = take(word_, {3, 2, 5});
        if (vec_temp != 63) write(machine_.temps[vec_temp], of_vec, vec_mask, passing);
        if (sca_temp != 63) write(machine_.temps[sca_temp], of_sca, sca_mask, passing);
        const bool from_vec = bit(30), condition_of_vec = bit(29);
        if (output != 31) write_output(output, from_vec ? of_vec : of_sca, from_vec ? vec_mask : sca_mask, passing);
        if (bit(14))
            write(machine_.conditions[bit(25) ? 1 : 0], condition_of_vec ? of_vec : of_sca,
                  condition_of_vec ? vec_mask : sca_mask, passing);
        if (sets_address && vec_temp < 2)
            for (unsigned i = 0; i < 4; ++i)
                if ((take(word_, {3, 13, 4}) & 8U >> i) != 0 && passing[i])
                    machine_.addresses[vec_temp][i] = address[i];
    }

private:
    [[nodiscard]] bool bit(unsigned at) const { return (word_[0] >> at & 1) != 0; } // of D0

    [[nodiscard]] std::int32_t address() const { return machine_.addresses[bit(24) ? 1 : 0][word_[0] & 3]; }

    CurieLanes given(std::uint32_t bits) {
        switch (bits & 3) {
            case 1: return machine_.temps[bits >> 2 & 63];
            case 2: {
                std::int64_t at = take(word_, {1, 8, 4});
                if (bit(27)) at += address();
                if (at < 0 || at > 15) machine_.is_open = true;
                return machine_.inputs[static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, 15))];
            }
            case 3: {
                std::int64_t at = take(word_, {1, 12, 10});
                if ((word_[3] & 2) != 0) at += address();
                return at < 0 || at >= 468 ? CurieLanes{} : machine_.constants[static_cast<std::size_t>(at)];
            }
            default: return {};
        }
    }

    CurieLanes source(unsigned which) {
        const std::uint32_t bits = source_bits(word_, which);
        const CurieLanes from = given(bits);
        CurieLanes lanes{};
        for (unsigned i = 0; i < 4; ++i) {
            float value = from[bits >> (14 - 2 * i) & 3];
            if (bit(21 + which)) value = std::fabs(value);
            lanes[i] = (bits >> 16 & 1) != 0 ? -value : value;
        }
        return lanes;
    }

    [[nodiscard]] std::array<bool, 4> passing_lanes() const {
        std::array<bool, 4> passing{true, true, true, true};
        if (!bit(13)) return passing;
        const unsigned test = take(word_, {0, 10, 3});
        for (unsigned i = 0; i < 4; ++i) {
            const float value = machine_.conditions[bit(25) ? 1 : 0][word_[0] >> (8 - 2 * i) & 3];
            constexpr unsigned kNotEqual = 5, kAlways = 7; // which a NaN passes
            passing[i] = std::isnan(value) ? test == kNotEqual || test == kAlways
                                           : (test & (value < 0    ? 1U
                                                      : value == 0 ? 2U
                                                                   : 4U)) != 0;
        }
        return passing;
    }

    [[nodiscard]] CurieLanes saturated(CurieLanes value) const {
        for (float& lane : value)
            if (bit(26)) lane = lane > 0 ? std::min(lane, 1.0F) : 0;
        return value;
    }

    void write(CurieLanes& into, const CurieLanes& value, unsigned mask, const std::array<bool, 4>& passing) {
        for (unsigned i = 0; i < 4; ++i) {
            if ((mask & 8U >> i) == 0 || !passing[i]) continue;
            into[i] = value[i];
            machine_.is_open = machine_.is_open || std::isnan(value[i]);
        }
    }
    void write_output(unsigned output, const CurieLanes& value, unsigned mask, const std::array<bool, 4>& passing) {
        std::int64_t at = output;
        if (bit(28)) at += address();
        if (at < 0 || at > 15) machine_.is_open = true;
        write(machine_.outputs[static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, 15))], value, mask, passing);
    }

    [[nodiscard]] float times(float a, float b) const { return machine_.legacy && (a == 0 || b == 0) ? 0.0F : a * b; }
    /// Below 0 where a is less, above it where it is more.
    [[nodiscard]] int ordered(float a, float b) const {
        if (!machine_.legacy) return a < b ? -1 : a > b ? 1 : 0;
        const auto rank = [](float value) {
            const auto bits = std::bit_cast<std::int32_t>(value);
            return bits < 0 ? static_cast<std::int64_t>(INT32_MIN) - bits - 1 : std::int64_t{bits};
        };
        return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
    }

    [[nodiscard]] float dot(const CurieLanes& a, const CurieLanes& b, unsigned lanes) const {
        volatile float sum = times(a[0], b[0]);
        for (unsigned i = 1; i < lanes; ++i) {
            volatile float product = times(a[i], b[i]);
            sum = sum + product;
        }
        return sum;
    }

    [[nodiscard]] float lane_of(unsigned op, float a, float b, float c) const {
        const int order = ordered(a, b);
        volatile float product = times(a, b);
        switch (op) {
            case 1: return a;
            case 2: return product;
            case 3: return a + c;
            case 4: return product + c;
            case 9: return order < 0 ? a : b;
            case 10: return order > 0 ? a : b;
            case 11: return order < 0 ? 1.0F : 0;
            case 12: return order >= 0 ? 1.0F : 0;
            case 14: return a - std::floor(a);
            case 15: return std::floor(a);
            case 16: return order == 0 ? 1.0F : 0;
            case 18: return order > 0 ? 1.0F : 0;
            case 19: return order <= 0 ? 1.0F : 0;
            case 20: return order != 0 ? 1.0F : 0;
            case 21: return 1;
            case 22: return a < 0 ? -1.0F : a > 0 ? 1.0F : a;
            default: return 0; // 17
        }
    }

    [[nodiscard]] CurieLanes vector(unsigned op, const std::array<CurieLanes, 3>& in) const {
        const auto& [a, b, c] = in;
        const auto all = [](float value) { return CurieLanes{value, value, value, value}; };
        switch (op) {
            case 5: return all(dot(a, b, 3));
            case 6: return all(dot({a[0], a[1], a[2], 1}, b, 4));
            case 7: return all(dot(a, b, 4));
            case 8: return {1, times(a[1], b[1]), a[2], b[3]};
            default: break;
        }
        CurieLanes lanes{};
        for (unsigned i = 0; i < 4; ++i) lanes[i] = lane_of(op, a[i], b[i], c[i]);
        return lanes;
    }

    /// In doubles, rounded once.
    [[nodiscard]] CurieLanes scalar(unsigned op, const CurieLanes& c) const {
        const double x = c[0];
        const auto all = [](double value) {
            const auto lane = static_cast<float>(value);
            return CurieLanes{lane, lane, lane, lane};
        };
        switch (op) {
            case 1: return c;
            case 2: return all(1 / x);
            case 3: return all(std::copysign(std::clamp(std::fabs(1 / x), 0x1p-64, 0x1p64), x));
            case 4: return all(1 / std::sqrt(machine_.legacy ? std::fabs(x) : x));
            case 13: return all(std::log2(x));
            case 14: return all(std::exp2(x));
            case 15: return all(std::sin(x));
            default: return all(std::cos(x)); // 16
        }
    }

    std::array<std::int32_t, 4> new_address(unsigned op, const CurieLanes& a) {
        const std::array<std::int32_t, 4>& old = machine_.addresses[bit(24) ? 1 : 0];
        if (op == 24) return {old[0] + old[2], old[1] + old[3], old[0] + old[2], old[1] + old[3]};
        std::array<std::int32_t, 4> made{};
        for (unsigned i = 0; i < 4; ++i) {
            if (!(std::fabs(a[i]) < 1e6F))
                machine_.is_open = true;
            else
                made[i] = static_cast<std::int32_t>(op == 13 ? std::floor(a[i]) : std::nearbyint(a[i]));
        }
        return made;
    }

    CurieMachine& machine_;
    Dwords word_;
};

} // namespace

CurieMachine::CurieMachine() { outputs.fill({0, 0, 0, 1}); }

void CurieMachine::step(std::span<const std::uint32_t, 4> word) { VertexStep(*this, word).run(); }

} // namespace relit::test
