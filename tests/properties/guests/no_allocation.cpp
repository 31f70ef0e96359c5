// Decoding takes nothing from the heap, and a lifted module takes what it needs in few pieces, whatever its length.
#include "ir/context.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>

namespace relit::no_allocation {
namespace {

/// A program of `slots` slots: random words, FINAL in the last only.
std::vector<std::uint8_t> program_of(std::size_t slots) {
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t seed = 0; bytes.size() < slots * 16; ++seed) {
        std::vector<std::uint8_t> more = isa::nv2a::sample(seed);
        more[more.size() - 4] &= 0xfe;
        bytes.insert(bytes.end(), more.begin(), more.end());
    }
    bytes.resize(slots * 16);
    bytes[bytes.size() - 4] |= 1;
    return bytes;
}

TEST(NoAllocation, WhereNv2aWordsAreDecodedAndPrinted) {
    const auto program = isa::nv2a::load(program_of(136));
    ASSERT_TRUE(program) << program.error().text;
    std::string text;
    text.reserve(4096);
    const std::size_t before = test::allocations();
    for (const isa::nv2a::Word128& word : program->slots) {
        text.clear();
        isa::nv2a::print_word(text, word, {}, isa::nv2a::Fill::Plain);
    }
    EXPECT_EQ(test::allocations() - before, 0U);
    EXPECT_FALSE(text.empty());
}

TEST(NoAllocation, WhereMaxwellWordsAreDecodedAndPrinted) {
    const std::vector<std::uint8_t> file = isa::maxwell::sample(1);
    const auto program = isa::maxwell::load_binary(file);
    ASSERT_TRUE(program) << program.error().text;
    std::string text;
    text.reserve(4096);
    const std::size_t before = test::allocations();
    const std::vector<isa::maxwell::Instruction> code = isa::maxwell::decode(program->words);
    EXPECT_EQ(test::allocations() - before, 1U) << "the list of instructions";
    for (const isa::maxwell::Instruction& in : code) {
        text.clear();
        isa::maxwell::print_instruction(text, in, program->control(in), UINT64_MAX);
    }
    EXPECT_EQ(test::allocations() - before, 1U);
    EXPECT_FALSE(text.empty());
}

std::size_t allocations_of_lift(std::size_t slots, std::uint64_t exact) {
    const std::vector<std::uint8_t> bytes = program_of(slots);
    const ir::Context context{{{"nv2a.arithmetic", exact}}};
    ir::ContextReader reader(context);
    const std::size_t before = test::allocations();
    const auto module = isa::lift(isa::nv2a::kFrontend, bytes, reader);
    EXPECT_TRUE(module) << module.error().text;
    return test::allocations() - before;
}

TEST(NoAllocation, ALiftTakesItsMemoryInFewPieces) {
    for (const std::uint64_t exact : {0U, 1U}) {
        const std::size_t few = allocations_of_lift(16, exact), many = allocations_of_lift(128, exact);
        EXPECT_LT(many, few + 64) << "eight times the slots, " << few << " and " << many << " allocations";
    }
}

} // namespace
} // namespace relit::no_allocation
