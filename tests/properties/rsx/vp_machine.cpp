// Random words of the RSX's vertex unit - both units at once, with every saturation, condition, swizzle, sign, address register
// and relative index - against a machine written from the reference (tests/support/rsx/curie_machine.hpp).
#include "isa/rsx/vp/vp.hpp"
#include "run/interpreter.hpp"
#include "tests/support/rsx/curie_machine.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::rsx_vp_machine {
namespace {

using Word = std::array<std::uint32_t, 4>;
constexpr std::uint32_t kEnd = 1;

/// A word of chance whose operations have results alone; of its registers the first eight or none.
Word word_of(test::Random& random, bool relative) {
    constexpr std::array<std::uint32_t, 25> kVecs = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                                     13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
    constexpr std::array<std::uint32_t, 11> kScas = {0, 0, 1, 1, 2, 3, 4, 13, 14, 15, 16};
    Word word{};
    for (std::uint32_t& dword : word) dword = static_cast<std::uint32_t>(random.bits());
    const auto set = [&](unsigned dword, unsigned low, unsigned count, std::uint32_t value) {
        const std::uint32_t mask = ((1U << count) - 1) << low;
        word[dword] = (word[dword] & ~mask) | (value << low & mask);
    };
    const auto reg = [&] { return random.below(6) == 0 ? 63U : static_cast<std::uint32_t>(random.below(8)); };
    const std::uint32_t vec = kVecs[random.below(kVecs.size())];
    set(1, 22, 5, vec);
    set(1, 27, 5, kScas[random.below(kScas.size())]);
    const bool sets_address = vec == 13 || vec == 23 || vec == 24;
    set(0, 15, 6, sets_address ? static_cast<std::uint32_t>(random.below(2)) : reg());
    set(3, 7, 6, reg());
    set(3, 2, 5, random.below(3) == 0 ? 31U : static_cast<std::uint32_t>(random.below(16)));
    set(1, 12, 10, static_cast<std::uint32_t>(random.below(470)));
    if (!relative || random.below(2) == 0) word[3] &= ~2U;                       // of constants
    if (!relative || random.below(4) != 0) word[0] &= ~(std::uint32_t{1} << 27); // of inputs
    if (!relative || random.below(4) != 0) word[0] &= ~(std::uint32_t{1} << 28); // of outputs
    if (random.below(2) == 0) word[0] &= ~(std::uint32_t{1} << 26);              // saturate
    if (random.below(2) == 0) word[0] &= ~(std::uint32_t{1} << 13);              // the test
    word[0] &= ~(std::uint32_t{1} << 31);
    word[3] &= ~kEnd;
    const auto source = [&](unsigned dword, unsigned temp_low, unsigned type_low) {
        set(dword, type_low, 2, 1 + static_cast<std::uint32_t>(random.below(3)));
        set(dword, temp_low, 6, static_cast<std::uint32_t>(random.below(8)));
    };
    source(2, 25, 23);
    source(2, 8, 6);
    source(3, 23, 21);
    return word;
}

std::vector<Word> program_of(std::uint64_t seed) {
    test::Random random(seed);
    std::vector<Word> words;
    for (std::uint64_t i = 0, count = 2 + random.below(9); i < count; ++i)
        words.push_back(word_of(random, seed % 3 == 0));
    words.back()[3] |= kEnd;
    return words;
}

std::vector<std::uint8_t> bytes_of(const std::vector<Word>& words) {
    std::vector<std::uint8_t> bytes;
    for (const Word& word : words)
        for (const std::uint32_t dword : word)
            for (unsigned shift = 32; shift != 0; shift -= 8)
                bytes.push_back(static_cast<std::uint8_t>(dword >> (shift - 8)));
    return bytes;
}

/// Small numbers, many of them whole or halves, zeros of both signs.
float value_of(test::Random& random) {
    const auto steps = static_cast<float>(random.below(33)) - 16;
    if (random.below(8) == 0) return random.below(2) == 0 ? 0.0F : -0.0F;
    return random.below(2) == 0 ? steps / 2 : steps * 0.37F;
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

void fill(test::CurieMachine& machine, run::State& state, const ir::Module& module, std::uint64_t seed) {
    test::Random random(seed + 77);
    const std::size_t v = file_named(module, "v");
    for (std::size_t i = 0; i < 64; ++i) {
        machine.inputs[i / 4][i % 4] = value_of(random);
        state.files[v][i] = std::bit_cast<std::uint32_t>(machine.inputs[i / 4][i % 4]);
    }
    auto& bytes = state.resources[0];
    bytes.resize(468 * 16);
    for (std::size_t i = 0; i < 468 * 4; ++i) {
        machine.constants[i / 4][i % 4] = value_of(random);
        const auto bits = std::bit_cast<std::uint32_t>(machine.constants[i / 4][i % 4]);
        for (unsigned at = 0; at < 4; ++at) bytes[4 * i + at] = static_cast<std::uint8_t>(bits >> (8 * at));
    }
}

template <std::size_t N>
void compare(const run::State& state, std::size_t file, const std::array<test::CurieLanes, N>& wanted,
             std::size_t count, std::string_view name) {
    for (std::size_t i = 0; i < 4 * count; ++i)
        ASSERT_EQ(state.files[file][i], std::bit_cast<std::uint32_t>(wanted[i / 4][i % 4]))
            << name << i / 4 << ", lane " << i % 4 << ": "
            << std::bit_cast<float>(static_cast<std::uint32_t>(state.files[file][i])) << ", not "
            << wanted[i / 4][i % 4];
}

/// Whether the program said nothing that is open.
bool check(std::uint64_t seed) {
    const std::vector<Word> words = program_of(seed);
    test::CurieMachine machine;
    machine.legacy = seed % 2 != 0;
    const ir::Context context{{{"rsx.vp.all_outputs", 1}, {"rsx.vp.rules", machine.legacy ? 1U : 0U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::rsx::vp::kFrontend, bytes_of(words), reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    if (!module) return false;
    std::vector<run::State> states = {run::blank_state(*module)};
    fill(machine, states[0], *module, seed);
    for (const Word& word : words) machine.step(word);
    if (machine.is_open) return false;
    EXPECT_TRUE(run::run(*module, states));
    compare(states[0], file_named(*module, "o"), machine.outputs, 16, "o");
    compare(states[0], file_named(*module, "r"), machine.temps, 63, "R");
    compare(states[0], file_named(*module, "cc"), machine.conditions, 2, "CC");
    const std::size_t a = file_named(*module, "a");
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(static_cast<std::int32_t>(states[0].files[a][i]), machine.addresses[i / 4][i % 4]) << "A" << i / 4;
    return true;
}

TEST(RsxVpMachine, RandomWordsDoWhatTheReferenceSays) {
    std::uint64_t checked = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        checked += check(seed) ? 1 : 0;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(checked, 1500U);
}

} // namespace
} // namespace relit::rsx_vp_machine
