// Sizes, offsets and caching of Maxwell's loads and stores, of every kind of memory, by a model that is an array of bytes.
#include "tests/support/maxwell/samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test::maxwell_memory_modes {
namespace {

struct Size {
    std::string_view name;
    unsigned bytes;
    bool has_sign;
};
constexpr std::array<Size, 7> kSizes = {{{".U8", 1, false},
                                         {".S8", 1, true},
                                         {".U16", 2, false},
                                         {".S16", 2, true},
                                         {"", 4, false},
                                         {".64", 8, false},
                                         {".128", 16, false}}};

/// R0 to R3 are stored; R4 to R7 come there first.
std::vector<MaxwellGiven> given(unsigned threads) {
    std::vector<MaxwellGiven> samples(threads);
    std::uint32_t random = 3;
    for (MaxwellGiven& sample : samples)
        for (std::uint32_t& word : sample) word = random = random * 1664525 + 1013904223;
    return samples;
}

/// Sixteen bytes of memory, and what a load of some from there on leaves.
struct Memory {
    std::array<std::uint8_t, 16> bytes{};
    void store(unsigned at, unsigned count, const std::uint32_t* words) { std::memcpy(&bytes[at], words, count); }
    [[nodiscard]] MaxwellLeft load(unsigned at, const Size& size) const {
        MaxwellLeft left{};
        std::memcpy(left.data(), &bytes[at], size.bytes);
        const unsigned unused = 32 - 8 * size.bytes;
        if (size.has_sign) left[0] = static_cast<std::uint32_t>(static_cast<std::int32_t>(left[0] << unused) >> unused);
        return left;
    }
};

struct Kind {
    std::string_view load, store, base; // base: instructions that leave the address of 16 bytes in R8 (and R9)
};
constexpr std::array<Kind, 4> kKinds = {{
    {"LDS", "STS", "S2R R8, SR_TID.X ;\nSHL R8, R8, 0x4 ;\nIADD R8, R8, 0x40 ;\n"},
    {"LDL", "STL", "MOV R8, 0x40 ;\n"},
    {"LDG.E", "STG.E",
     "S2R R8, SR_TID.X ;\nSHL R8, R8, 0x4 ;\nIADD R8.CC, R8, c[0x0][0x140] ;\n"
     "IADD.X R9, RZ, c[0x0][0x144] ;\nIADD R8.CC, R8, 0x40 ;\nIADD.X R9, R9, RZ ;\n"},
    {"LD.E", "ST.E",
     "S2R R8, SR_TID.X ;\nSHL R8, R8, 0x4 ;\nIADD R8.CC, R8, c[0x0][0x140] ;\n"
     "IADD.X R9, RZ, c[0x0][0x144] ;\nIADD R8.CC, R8, 0x40 ;\nIADD.X R9, R9, RZ ;\n"},
}};

/// An address with an offset: a negative one with `before`.
std::string address_text(unsigned at, bool before) {
    return before ? fmt::format("[R8-{:#x}]", 64 - at) : fmt::format("[R8+{:#x}]", at);
}

TEST(MaxwellMemoryModes, EverySizeIsStoredAndLoadedAtEveryOffset) {
    const std::vector<MaxwellGiven> samples = given(8);
    for (const Kind& kind : kKinds)
        for (const Size& stored : kSizes)
            for (const Size& loaded : kSizes)
                for (unsigned at = 0; at + stored.bytes <= 16; at += stored.bytes) {
                    const unsigned from = at / loaded.bytes * loaded.bytes;
                    const bool before = (at & 4) != 0;
                    const bool generic = kind.load.starts_with("LD."); // a predicate behind the operands
                    const std::string text = fmt::format(
                        "{0}{1}.128 {6}, R4{7} ;\n{1}{2} {3}, R0{7} ;\nMOV R16, RZ ;\nMOV R17, RZ ;\nMOV R18, RZ ;\nMOV R19, RZ ;\n"
                        "{4}{5} R16, {8}{7} ;",
                        kind.base, kind.store, stored.name, address_text(at, before), kind.load, loaded.name,
                        address_text(0, before), generic ? ", PT" : "", address_text(from, before));
                    const auto left = left_by(text, samples);
                    for (std::size_t i = 0; i < left.size(); ++i) {
                        Memory memory;
                        memory.store(0, 16, &samples[i][4]);
                        memory.store(at, stored.bytes, samples[i].data());
                        ASSERT_EQ(left[i], memory.load(from, loaded)) << text;
                    }
                }
}

TEST(MaxwellMemoryModes, CachingChangesNothing) {
    const std::vector<MaxwellGiven> samples = given(4);
    for (const std::string_view load : {"LDG.E", "LDG.E.CG", "LDG.E.CI", "LDG.E.CV"})
        for (const std::string_view store : {"STG.E", "STG.E.CG", "STG.E.CS", "STG.E.WT"}) {
            const auto left =
                left_by(fmt::format("{}{} [R8], R0 ;\n{} R16, [R8] ;", kKinds[2].base, store, load), samples);
            for (std::size_t i = 0; i < left.size(); ++i) ASSERT_EQ(left[i][0], samples[i][0]) << load << store;
        }
    for (const std::string_view load : {"LDL", "LDL.LU", "LDL.CI", "LDL.CV"})
        for (const std::string_view store : {"STL", "STL.CG", "STL.CS", "STL.WT"}) {
            const auto left =
                left_by(fmt::format("MOV R8, 0x40 ;\n{} [R8], R0 ;\n{} R16, [R8] ;", store, load), samples);
            for (std::size_t i = 0; i < left.size(); ++i) ASSERT_EQ(left[i][0], samples[i][0]) << load << store;
        }
}

// Whose number a register adds to in IS and IL: from c[0x0] on, two further is c[0x2].
TEST(MaxwellMemoryModes, ConstantsAreLoadedInEverySizeAndWay) {
    const std::vector<MaxwellGiven> samples = given(4);
    const auto bytes_at = [&](unsigned at) {
        Memory memory;
        std::memcpy(memory.bytes.data(), reinterpret_cast<const std::uint8_t*>(samples.data()) + at, 16);
        return memory;
    };
    for (const std::string_view mode : {"", ".IL", ".IS"})
        for (const Size& size : kSizes)
            for (unsigned at = 0; at < 48; at += size.bytes) {
                const std::string base = mode.empty() ? "c[0x2]" : "c[0x0]";
                const std::string text = fmt::format(
                    "MOV32I R8, {:#x} ;\nMOV R16, RZ ;\nMOV R17, RZ ;\nMOV R18, RZ ;\nMOV R19, RZ ;\nLDC{}{} R16, {}[R8+{:#x}] ;",
                    (mode.empty() ? 0 : 0x20000) + at, mode, size.name, base, 16);
                for (const MaxwellLeft& left : left_by(text, samples))
                    ASSERT_EQ(left, bytes_at(at + 16).load(0, size)) << text;
            }
    const auto low = [&](std::string_view mode) { // 16 bytes before the third buffer
        return left_by(fmt::format("MOV32I R8, 0x1fff0 ;\nLDC{} R16, c[0x0][R8+0x10] ;", mode), samples)[0][0];
    };
    EXPECT_EQ(low(".IL"), samples[0][0]);
    EXPECT_EQ(low(".IS"), 0U);
    EXPECT_TRUE(is_approximate("LDC.IL R16, c[0x0][R0] ;", "chooses"));
    EXPECT_NE(refusal_of("LDC.ISL R16, c[0x0][R0] ;"), "");
}

TEST(MaxwellMemoryModes, WideChangesOfSharedMemoryAreDoubtful) {
    EXPECT_TRUE(is_approximate("ATOMS.ADD.U64 R16, [R0], R2 ;", "ATOMS of 64 bits"));
    EXPECT_TRUE(caveats_of("ATOMS.ADD R16, [R0], R2 ;").empty());
}

} // namespace
} // namespace relit::test::maxwell_memory_modes
