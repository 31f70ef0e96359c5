#include "tests/support/maxwell/idioms/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace relit::test {
namespace {

constexpr std::size_t kWarpThreads = 32;

IdiomRows all_rows() {
    IdiomRows rows;
    for (IdiomRows group : {product_idioms::rows(), division_idioms::rows(), wide_idioms::rows(), bit_idioms::rows(),
                            float_idioms::rows(), conversion_idioms::rows(), half_idioms::rows(), warp_idioms::rows()})
        std::ranges::move(group, std::back_inserter(rows));
    return rows;
}

// ---- operands

/// Numbers of chance; the library's own distributions differ between hosts.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : engine_(seed) {}
    std::uint32_t word() { return static_cast<std::uint32_t>(engine_() >> 32); }
    std::uint32_t below(std::uint32_t end) { return word() % end; }
    template <class T, std::size_t N>
    T one_of(const T (&list)[N]) {
        return list[below(N)];
    }

private:
    std::mt19937_64 engine_;
};

std::uint32_t some_word(Chance& chance) {
    constexpr std::uint32_t kEdges[] = {0,          1,          0xffffffff, 0x7fffffff, 0x80000000, 0x80000001,
                                        0xfffffffe, 0x0000ffff, 0x00010000, 0xffff0000, 0x7fff8000, 0x80007fff,
                                        3,          7,          10,         641};
    switch (chance.below(5)) {
        case 0: return chance.one_of(kEdges);
        case 1: return (1U << chance.below(32)) + chance.below(3) - 1;
        case 2: return chance.word() >> chance.below(32);
        case 3: return 0 - (chance.word() >> chance.below(32));
        default: return chance.word();
    }
}

std::uint32_t some_distance(Chance& chance) {
    constexpr std::uint32_t kEdges[] = {0, 1, 31, 32, 33, 63, 64, 65};
    switch (chance.below(4)) {
        case 0: return chance.one_of(kEdges);
        case 1: return chance.below(128);
        default: return chance.below(64);
    }
}

MaxwellGiven some_words(Chance& chance) {
    MaxwellGiven in{some_word(chance),     some_word(chance),     some_word(chance), some_word(chance),
                    some_distance(chance), some_distance(chance), chance.word(),     chance.word()};
    switch (chance.below(6)) { // b is a, or next to it, or has the same high word
        case 0: in[2] = in[0], in[3] = in[1]; break;
        case 1: in[2] = in[0] + chance.below(5) - 2, in[3] = in[1]; break;
        case 2: in[3] = in[1]; break;
        default: break;
    }
    return in;
}

std::uint32_t some_float(Chance& chance) {
    constexpr std::uint32_t kEdges[] = {
        0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x00000001, 0x807fffff, 0x00800000,
        0x3f800000, 0x3effffff, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0x4affffff, 0x4b000001, 0xcb7fffff,
        0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x5f000000, 0x477fe000, 0x477ff000, 0x33000001};
    const std::uint32_t word = chance.word();
    switch (chance.below(4)) {
        case 0: return chance.one_of(kEdges);
        case 1: return (word & 0x807fffff) | (117 + chance.below(45)) << 23;                            // 2^-10 to 2^35
        case 2: return (word & 0x80600000) | (word % 0x200000 / 7 + chance.below(3)) << 9 | 0x3f800000; // short ones
        default: return word;
    }
}
std::uint32_t some_near_float(Chance& chance) {
    const std::uint32_t word = chance.word();
    if (chance.below(4) == 0) return (word & 0x80000000) | (word % 7 << 20) | (124 + chance.below(8)) << 23;
    return (word & 0x807fffff) | (97 + chance.below(60)) << 23; // 2^-30 to 2^30
}

std::uint64_t some_double(Chance& chance) {
    constexpr std::uint64_t kEdges[] = {0x0000000000000000, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                        0x7ff8000000000000, 0x0000000000000001, 0x000fffffffffffff, 0x3ff0000000000000,
                                        0x3fe0000000000000, 0x3fdfffffffffffff, 0x4004000000000000, 0x41dfffffffe00000,
                                        0x41dfffffffc00000, 0x41f0000000000000, 0x43efffffffffffff, 0x43f0000000000000,
                                        0xc3e0000000000000, 0x47efffffefffffff, 0x47effffff0000000, 0x3690000000000001};
    const std::uint64_t wide = std::uint64_t{chance.word()} << 32 | chance.word();
    switch (chance.below(4)) {
        case 0: return chance.one_of(kEdges);
        case 1: return (wide & 0x800fffffffffffff) | std::uint64_t{1013 + chance.below(80)} << 52;
        case 2: return (wide & 0x800fffffe0000000) | std::uint64_t{890 + chance.below(260)} << 52; // floats, or near
        default: return wide;
    }
}
std::uint64_t some_near_double(Chance& chance) {
    const std::uint64_t wide = std::uint64_t{chance.word()} << 32 | chance.word();
    if (chance.below(4) == 0) return (wide & 0x8007000000000000) | std::uint64_t{1020 + chance.below(8)} << 52;
    return (wide & 0x800fffffffffffff) | std::uint64_t{823 + chance.below(400)} << 52; // 2^-200 to 2^200
}

std::uint32_t some_half(Chance& chance) {
    constexpr std::uint32_t kEdges[] = {0,      0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0xbc00, 0x3800,
                                        0x3bff, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x4248, 0x5640};
    switch (chance.below(3)) {
        case 0: return chance.one_of(kEdges);
        case 1: return (chance.word() & 0x83ff) | (10 + chance.below(10)) << 10; // 2^-5 to 2^5
        default: return chance.word() & 0xffff;
    }
}

template <class Float>
MaxwellGiven of_each(Chance& chance, Float (*some)(Chance&)) {
    MaxwellGiven in{};
    if constexpr (sizeof(Float) == 4) {
        for (std::uint32_t& word : in) word = some(chance);
    } else {
        for (std::size_t i = 0; i < in.size(); i += 2) {
            const std::uint64_t wide = some(chance);
            in[i] = static_cast<std::uint32_t>(wide), in[i + 1] = static_cast<std::uint32_t>(wide >> 32);
        }
    }
    constexpr std::size_t kWords = sizeof(Float) / 4;
    if (chance.below(8) == 0) std::copy_n(in.begin(), kWords, in.begin() + 2); // b is a
    return in;
}

std::uint32_t two_halves(Chance& chance) {
    const std::uint32_t high = some_half(chance);
    return high << 16 | some_half(chance);
}

MaxwellGiven some_given(Operands kind, Chance& chance) {
    switch (kind) {
        case Operands::Floats: return of_each(chance, some_float);
        case Operands::NearFloats: return of_each(chance, some_near_float);
        case Operands::Doubles: return of_each(chance, some_double);
        case Operands::NearDoubles: return of_each(chance, some_near_double);
        case Operands::Halves: return of_each(chance, two_halves);
        case Operands::Words: break;
    }
    return some_words(chance);
}

// ---- results

std::size_t words_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::Word:
        case Outcome::Float: return 1;
        case Outcome::Wide:
        case Outcome::Double: return 2;
        case Outcome::Words4: break;
    }
    return 4;
}

bool is_no_number(Outcome outcome, const MaxwellLeft& left) {
    if (outcome == Outcome::Float) return std::isnan(std::bit_cast<float>(left[0]));
    return outcome == Outcome::Double && std::isnan(std::bit_cast<double>(std::uint64_t{left[1]} << 32 | left[0]));
}

bool is_same(Outcome outcome, const MaxwellLeft& wanted, const MaxwellLeft& got) {
    if (is_no_number(outcome, wanted)) return is_no_number(outcome, got);
    return std::equal(wanted.begin(), wanted.begin() + words_of(outcome), got.begin());
}

} // namespace

std::span<const MaxwellIdiom> maxwell_idioms() {
    static const IdiomRows kRows = all_rows();
    return kRows;
}

std::vector<MaxwellGiven> idiom_operands(Operands kind, std::size_t count, std::uint64_t seed) {
    Chance chance(seed * 8 + static_cast<std::uint64_t>(kind));
    std::vector<MaxwellGiven> samples;
    while (samples.size() < count) samples.push_back(some_given(kind, chance));
    return samples;
}

std::string difference(const MaxwellIdiom& idiom, std::span<const MaxwellGiven> samples,
                       std::span<const MaxwellLeft> left) {
    if (left.size() != samples.size()) return "nothing was run";
    std::string first;
    std::size_t count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::size_t lane = i % kWarpThreads;
        const auto warp = samples.subspan(i - lane, std::min(kWarpThreads, samples.size() - (i - lane)));
        const MaxwellLeft wanted = idiom.plain(warp, lane);
        if (is_same(idiom.outcome, wanted, left[i])) continue;
        if (++count != 1) continue;
        for (const std::uint32_t word : samples[i]) first += fmt::format(" {:08x}", word);
        first += " gives";
        for (std::size_t w = 0; w < words_of(idiom.outcome); ++w) first += fmt::format(" {:08x}", left[i][w]);
        first += ", not";
        for (std::size_t w = 0; w < words_of(idiom.outcome); ++w) first += fmt::format(" {:08x}", wanted[w]);
    }
    return count == 0 ? "" : fmt::format("{}:{} ({} of {})\n{}", idiom.name, first, count, samples.size(), idiom.text);
}

std::string spelled_wrong(const MaxwellIdiom& idiom, const MaxwellIdiom::Wrong& wrong) {
    std::string text = idiom.text;
    const std::size_t at = text.find(wrong.mode);
    return at == std::string::npos ? "" : text.replace(at, wrong.mode.size(), wrong.instead);
}

namespace {

std::string named(int number) { return number == 255 ? "RZ" : fmt::format("R{}", number); }

} // namespace

std::string low_product(int d, int a, int b, int c, int t) {
    return fmt::format(
        "XMAD R{4}, R{1}, R{2}, {3} ;\nXMAD.MRG R{5}, R{1}, R{2}.H1, RZ ;\n"
        "XMAD.PSL.CBCC R{0}, R{1}.H1, R{5}.H1, R{4} ;\n",
        d, a, b, named(c), t, t + 1);
}

std::string high_product(int d, int a, int b, int c, int t) {
    return fmt::format(
        "XMAD R{4}, R{1}, R{2}, RZ ;\nXMAD R{5}, R{1}, R{2}.H1, RZ ;\n"
        "XMAD R{6}, R{1}.H1, R{2}.H1, {3} ;\nXMAD.CHI R{4}, R{1}.H1, R{2}, R{4} ;\n"
        "IADD3.RS R{0}, R{4}, R{5}, R{6} ;\n",
        d, a, b, named(c), t, t + 1, t + 2);
}

} // namespace relit::test
