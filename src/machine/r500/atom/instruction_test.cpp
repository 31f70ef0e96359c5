#include "machine/r500/atom/instruction.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::machine::r500::atom {
namespace {

using Octets = std::vector<std::uint8_t>;

std::optional<Instruction> decoded(const Octets& bytes) {
    return decode(bytes, 0, static_cast<std::uint32_t>(bytes.size()));
}

/// Sizes by hand from reference section 9.2: opcode, attribute, destination, source.
TEST(AtomInstruction, SizesAreThoseOfTheOperands) {
    const std::pair<Octets, std::uint32_t> rows[] = {
        {{1, 0x20, 0xc0, 0x1e, 0x01, 0, 0}, 6},           // REG byte <- REG: 1 + 1 + 2 + 2
        {{1, 0x25, 0xc0, 0x1e, 0x01}, 5},                 // REG byte <- IMM
        {{1, 0x0d, 0xc0, 0x1e, 0x01, 0x02}, 6},           // REG word <- IMM
        {{1, 0x05, 0xc0, 0x1e, 1, 2, 3, 4}, 8},           // REG dword <- IMM
        {{2, 0x21, 0, 1}, 4},                             // PS <- PS
        {{3, 0x24, 0, 1, 2}, 5},                          // WS <- ID
        {{21, 0x05, 1, 10}, 4},                           // SHIFT_LEFT_WS
        {{92, 0x25, 0x00, 0x18, 0x0f, 0x01}, 6},          // MASK_REG byte: mask and IMM of one byte
        {{92, 0x05, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 12},   // MASK_REG dword
        {{84, 0x20, 0xc0, 0x1e}, 4},                      // CLEAR_REG
        {{59, 0x22, 0x01}, 3},                            // SET_FB_BASE WS
        {{66, 0x22, 0, 0x63, 7, 0x10, 0, 0x5a, 0x5a}, 9}, // SWITCH of a byte with one case
        {{66, 0x0a, 0, 0x63, 7, 0, 0x10, 0, 0x5a, 0x5a}, 10},
        {{67, 0x10, 0}, 3},
        {{82, 35}, 2},
        {{91}, 1},
        {{99}, 1}, // BEEP: the kernel reads no byte
        {{122, 2, 0, 0xaa, 0xbb}, 5},
        {{126, 0x21, 0, 1}, 4}, // DIV32_WS
    };
    for (const auto& [bytes, size] : rows) {
        const auto one = decoded(bytes);
        ASSERT_TRUE(one) << unsigned{bytes[0]};
        EXPECT_EQ(one->size, size) << unsigned{bytes[0]};
    }
}

TEST(AtomInstruction, WhatIsCutShortOrUnknownIsNone) {
    EXPECT_FALSE(decoded({}));
    EXPECT_FALSE(decoded({0}));
    EXPECT_FALSE(decoded({127}));
    EXPECT_FALSE(decoded({255}));
    EXPECT_FALSE(decoded({1, 0x05, 0, 0, 1, 2, 3}));
    EXPECT_FALSE(decoded({122, 2, 0, 1}));
    EXPECT_FALSE(decoded({66, 0x22, 0, 0x62, 0, 0, 0x5a, 0x5a})); // no case, and no end
    EXPECT_FALSE(decoded({66, 0x22, 0, 0x63, 7, 0x10, 0}));
}

/// The destination's part, by the table of atom.c (atom_dst_to_src).
TEST(AtomInstruction, PartOfTheDestinationFollowsAlignmentAndPosition) {
    constexpr unsigned kParts[8][4] = {{0, 0, 0, 0}, {1, 2, 3, 0}, {1, 2, 3, 0}, {1, 2, 3, 0},
                                       {4, 5, 6, 7}, {4, 5, 6, 7}, {4, 5, 6, 7}, {4, 5, 6, 7}};
    for (unsigned align = 0; align < 8; ++align)
        for (unsigned position = 0; position < 4; ++position) {
            const auto attribute = static_cast<std::uint8_t>(position << 6 | align << 3 | 2);
            const auto one = decoded({3, attribute, 0, 0});
            ASSERT_TRUE(one);
            EXPECT_EQ(static_cast<unsigned>(one->dst.align), kParts[align][position]) << align << " " << position;
            EXPECT_EQ(static_cast<unsigned>(one->src.align), align);
        }
}

/// CLEAR and shifts by a number: the alignment itself (atom_def_dst).
TEST(AtomInstruction, DestinationsWithoutASourceAreWhereTheAlignmentSays) {
    for (unsigned align = 0; align < 8; ++align)
        for (const std::uint8_t opcode : {std::uint8_t{86}, std::uint8_t{21}, std::uint8_t{27}}) {
            const auto one = decoded({opcode, static_cast<std::uint8_t>(0xc0 | align << 3), 0, 1});
            ASSERT_TRUE(one);
            EXPECT_EQ(static_cast<unsigned>(one->dst.align), align);
        }
}

/// Every opcode with every attribute comes back bit for bit.
TEST(AtomInstruction, BytesComeBackFromEveryOpcodeAndAttribute) {
    unsigned count = 0;
    for (unsigned number = 0; number < 256; ++number)
        for (unsigned attribute = 0; attribute < 256; ++attribute) {
            Octets bytes{static_cast<std::uint8_t>(number),
                         static_cast<std::uint8_t>(attribute),
                         0,
                         17,
                         34,
                         51,
                         68,
                         85,
                         102,
                         119,
                         136,
                         153};
            if (number == 66) std::fill(bytes.begin() + 2, bytes.end(), 0x5a); // any operand, then the end
            const auto one = decoded(bytes);
            if (!one) continue;
            Octets again;
            encode(*one, again);
            ASSERT_EQ(again, Octets(bytes.begin(), bytes.begin() + one->size)) << number << " " << attribute;
            ++count;
        }
    EXPECT_EQ(count, 126U * 256U - 246U); // CTB_DS: no more than nine bytes of data are here
}

TEST(AtomInstruction, NamesAreThoseOfTheKernelsTrace) {
    EXPECT_EQ(name_of_opcode(1), "MOVE_REG");
    EXPECT_EQ(name_of_opcode(6), "MOVE_MC");
    EXPECT_EQ(name_of_opcode(41), "DIV_PLL");
    EXPECT_EQ(name_of_opcode(60), "COMPARE_REG");
    EXPECT_EQ(name_of_opcode(71), "JUMP_BELOW_OR_EQUAL");
    EXPECT_EQ(name_of_opcode(91), "EOT");
    EXPECT_EQ(name_of_opcode(120), "SHR_MC");
    EXPECT_EQ(name_of_opcode(124), "MUL32_WS");
    EXPECT_EQ(name_of_opcode(125), "DIV32_PS");
    EXPECT_EQ(name_of_opcode(0), "");
    for (unsigned number = 1; number < kOpcodes; ++number)
        EXPECT_EQ(opcode_named(name_of_opcode(static_cast<std::uint8_t>(number))), number);
    EXPECT_FALSE(opcode_named(""));
    EXPECT_FALSE(opcode_named("MOVE"));
}

} // namespace
} // namespace relit::machine::r500::atom
