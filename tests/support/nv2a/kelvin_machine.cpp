#include "tests/support/nv2a/kelvin_machine.hpp"

namespace relit::test {
namespace {

using WordDwords = std::span<const std::uint32_t, 4>;

struct KelvinBits {
    unsigned dword, low, count;
};
constexpr KelvinBits kIlu{1, 25, 3}, kMac{1, 21, 4}, kConstant{1, 13, 8}, kInput{1, 9, 4};
constexpr KelvinBits kMacMask{3, 24, 4}, kTemp{3, 20, 4}, kIluMask{3, 16, 4}, kOutMask{3, 12, 4}, kIsOutput{3, 11, 1};
constexpr KelvinBits kOutAddress{3, 3, 8}, kFromIlu{3, 2, 1}, kRelative{3, 1, 1};

struct SourceBits {
    KelvinBits negate, x, y, z, w, mux;
};
constexpr SourceBits kA{{1, 8, 1}, {1, 6, 2}, {1, 4, 2}, {1, 2, 2}, {1, 0, 2}, {2, 26, 2}};
constexpr SourceBits kB{{2, 25, 1}, {2, 23, 2}, {2, 21, 2}, {2, 19, 2}, {2, 17, 2}, {2, 11, 2}};
constexpr SourceBits kC{{2, 10, 1}, {2, 8, 2}, {2, 6, 2}, {2, 4, 2}, {2, 2, 2}, {3, 28, 2}};

constexpr std::uint32_t kFog = 5;
constexpr unsigned kArl = 13; // and what is above it has no result

std::uint32_t field_of(WordDwords word, KelvinBits bits) {
    return word[bits.dword] >> bits.low & ((1U << bits.count) - 1);
}

KelvinLanes constant_of(const KelvinMachine& machine, WordDwords word) {
    std::int64_t index = field_of(word, kConstant);
    if (field_of(word, kRelative) != 0) index += machine.address;
    if (index < (machine.reads_all_constants ? 0 : 96) || index > 191) return {};
    return machine.constants[static_cast<std::size_t>(index)];
}

KelvinLanes source(const KelvinMachine& machine, WordDwords word, const SourceBits& bits, std::uint32_t reg) {
    KelvinLanes from{};
    switch (field_of(word, bits.mux)) {
        case 1: from = reg == 12 ? machine.outputs[0] : reg < 12 ? machine.temps[reg] : KelvinLanes{}; break;
        case 2: from = machine.inputs[field_of(word, kInput)]; break;
        case 3: from = constant_of(machine, word); break;
        default: break;
    }
    KelvinLanes lanes = {from[field_of(word, bits.x)], from[field_of(word, bits.y)], from[field_of(word, bits.z)],
                         from[field_of(word, bits.w)]};
    for (std::uint32_t& lane : lanes) lane ^= field_of(word, bits.negate) << 31;
    return lanes;
}

/// Mask 8 is lane x.
void write(KelvinLanes& into, const KelvinLanes& value, std::uint32_t mask) {
    for (std::size_t lane = 0; lane < 4; ++lane)
        if ((mask & 8U >> lane) != 0) into[lane] = value[lane];
}

} // namespace

KelvinMachine::KelvinMachine() { outputs.fill({0, 0, 0, 0x3f800000}); }

void KelvinMachine::step(WordDwords word, const KelvinTables& tables) {
    const unsigned mac = field_of(word, kMac), ilu = field_of(word, kIlu);
    const KelvinLanes a = source(*this, word, kA, word[2] >> 28), b = source(*this, word, kB, word[2] >> 13 & 15);
    const KelvinLanes c = source(*this, word, kC, (word[2] & 3) * 4 + (word[3] >> 30));
    const bool mac_has_result = mac != 0 && mac < kArl, ilu_has_result = ilu != 0;
    const KelvinLanes mac_result = mac_has_result ? kelvin_mac(mac, a, b, c) : KelvinLanes{};
    const KelvinLanes ilu_result = ilu_has_result ? kelvin_ilu(ilu, c, tables) : KelvinLanes{};
    const std::uint32_t temp = field_of(word, kTemp), ilu_temp = mac != 0 ? 1 : temp;
    if (mac_has_result && temp < 12) write(temps[temp], mac_result, field_of(word, kMacMask));
    if (ilu_has_result && ilu_temp < 12) write(temps[ilu_temp], ilu_result, field_of(word, kIluMask));
    const bool from_ilu = field_of(word, kFromIlu) != 0;
    if (from_ilu ? ilu_has_result : mac_has_result) {
        const std::uint32_t to = field_of(word, kOutAddress), mask = field_of(word, kOutMask);
        const KelvinLanes& result = from_ilu ? ilu_result : mac_result;
        if (field_of(word, kIsOutput) != 0) {
            // oFog takes lane x of the result under any mask
            write(outputs[to % 16], result, to % 16 == kFog && mask != 0 ? 8 : mask);
        } else if (may_write_constants && to < 192) {
            write(constants[to], result, mask);
        }
    }
    if (mac == kArl) address = kelvin_floor(a[0]);
}

} // namespace relit::test
