// Random words of the RSX's fragment unit - every precision of sources and results, scale, saturation, condition, swizzle and
// sign, halves and full registers over each other - against a machine written from the reference (tests/support/rsx/curie_fragments.hpp).
#include "isa/rsx/fp/fp.hpp"
#include "run/interpreter.hpp"
#include "tests/support/rsx/curie_fragments.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace relit::rsx_fp_machine {
namespace {

struct Instruction {
    std::array<std::uint32_t, 4> word{};
    test::CurieFloats constant{};
    [[nodiscard]] bool has_constant() const { return (word[1] & 3) == 2 || (word[2] & 3) == 2 || (word[3] & 3) == 2; }
};

/// Small numbers, many of them whole or halves, a few past what halves hold, zeros of both signs.
float value_of(test::Random& random) {
    const auto steps = static_cast<float>(random.below(33)) - 16;
    switch (random.below(8)) {
        case 0: return random.below(2) == 0 ? 0.0F : -0.0F;
        case 1: return steps * 0x1p-26F;
        case 2: return steps * 7000;
        case 3:
        case 4: return steps * 0.137F;
        default: return steps / 4;
    }
}

/// A word of chance whose operation computes lanes from lanes; of its registers those that lie close to each other.
Instruction instruction_of(test::Random& random) {
    constexpr std::array<std::uint32_t, 46> kOps = {
        0x01, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
        0x10, 0x11, 0x1a, 0x1b, 0x1c, 0x1d, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x27, 0x28, 0x29,
        0x2a, 0x2b, 0x2e, 0x38, 0x3a, 0x3b, 0x3c, 0x01, 0x13, 0x14, 0x1e, 0x26, 0x36, 0x39};
    constexpr std::array<std::uint32_t, 5> kInputs = {1, 2, 4, 8, 13};
    constexpr std::array<std::uint32_t, 10> kScales = {0, 0, 0, 0, 1, 2, 3, 5, 6, 7};
    Instruction made;
    for (std::uint32_t& dword : made.word) dword = static_cast<std::uint32_t>(random.bits());
    const auto set = [&](unsigned dword, unsigned low, unsigned count, std::uint64_t value) {
        const std::uint32_t mask = ((1U << count) - 1) << low;
        made.word[dword] = (made.word[dword] & ~mask) | (static_cast<std::uint32_t>(value) << low & mask);
    };
    const auto reg = [&] { return random.below(16) == 0 ? random.below(64) : random.below(4); };
    set(0, 0, 1, 0);
    set(0, 1, 6, reg());
    set(0, 13, 4, kInputs[random.below(kInputs.size())]);
    set(0, 24, 6, kOps[random.below(kOps.size())]);
    if (random.below(2) == 0) set(0, 22, 2, 0);
    if (random.below(4) != 0) set(0, 30, 1, 0);
    if (random.below(2) == 0) set(0, 31, 1, 0);
    if (random.below(2) == 0) set(1, 18, 3, 7);
    set(2, 28, 3, kScales[random.below(kScales.size())]);
    set(2, 31, 1, 0);
    set(3, 30, 2, 0);
    for (unsigned which = 0; which < 3; ++which) {
        set(which + 1, 0, 2, random.below(3));
        set(which + 1, 2, 6, reg());
        set(2, 19 + 3 * which, 3, random.below(2) == 0 ? 0 : random.below(6));
    }
    for (float& lane : made.constant) lane = value_of(random);
    return made;
}

/// MOVRC of a constant to all lanes of a register; registers and conditions start as zeros.
Instruction given(test::Random& random, std::uint32_t reg) {
    constexpr std::uint32_t kMovToCondition = 0x01001f00, kInOrder = 0xe4, kAlways = 7;
    Instruction made;
    made.word = {kMovToCondition | reg << 1, 2U | kInOrder << 9 | kAlways << 18 | kInOrder << 21 | (reg & 1) << 30,
                 kInOrder << 9, kInOrder << 9};
    for (float& lane : made.constant) lane = value_of(random);
    return made;
}

/// The two bytes of a dword's high half come after those of its low half, each pair from the top.
void append(std::vector<std::uint8_t>& bytes, std::uint32_t dword) {
    for (const unsigned shift : {8U, 0U, 24U, 16U}) bytes.push_back(static_cast<std::uint8_t>(dword >> shift));
}

std::vector<std::uint8_t> bytes_of(const std::vector<Instruction>& program) {
    std::vector<std::uint8_t> bytes;
    for (const Instruction& each : program) {
        for (const std::uint32_t dword : each.word) append(bytes, dword);
        if (!each.has_constant()) continue;
        for (const float lane : each.constant) append(bytes, std::bit_cast<std::uint32_t>(lane));
    }
    return bytes;
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

void fill(test::CurieFragments& machine, run::State& state, const ir::Module& module, test::Random& random) {
    const std::size_t colours = file_named(module, "col"), coordinates = file_named(module, "tex");
    for (std::size_t i = 0; i < 64; ++i) {
        const float value = value_of(random);
        const std::size_t attribute = i / 4;
        machine.inputs[attribute][i % 4] = value;
        const bool is_colour = attribute == 1 || attribute == 2, is_coordinate = attribute >= 4 && attribute <= 13;
        const std::size_t file = is_colour ? colours : coordinates, first = is_colour ? 1 : 4;
        if ((is_colour || is_coordinate) && file < module.files.size())
            state.files[file][4 * (attribute - first) + i % 4] = std::bit_cast<std::uint32_t>(value);
    }
}

void give_constants(run::State& state, const std::vector<Instruction>& program) {
    if (state.resources.empty()) return;
    std::vector<std::uint8_t> bytes;
    for (const Instruction& each : program)
        for (const float lane : each.constant) {
            if (!each.has_constant()) continue;
            for (unsigned shift = 0; shift < 32; shift += 8)
                bytes.push_back(static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(lane) >> shift));
        }
    auto& buffer = state.resources[0];
    buffer.assign(bytes.begin(), bytes.end());
}

std::string words_of(const std::vector<Instruction>& program) {
    std::string text;
    for (const std::uint8_t byte : bytes_of(program)) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", byte);
        text += digits.data();
    }
    return text;
}

/// Whether the program came to nothing that is open.
bool check(std::uint64_t seed) {
    test::Random random(seed);
    std::vector<Instruction> program;
    for (std::uint32_t reg = 0; reg < 3; ++reg) program.push_back(given(random, reg));
    for (std::uint64_t i = 0, count = 1 + random.below(5); i < count; ++i) program.push_back(instruction_of(random));
    program.back().word[0] |= 1;
    test::CurieFragments machine;
    machine.exact = seed % 2 != 0;
    const ir::Context context{{{"rsx.fp.arithmetic", machine.exact ? 1U : 0U}, {"rsx.fp.control", 0x40}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::rsx::fp::kFrontend, bytes_of(program), reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    if (!module) return false;
    std::vector<run::State> states = {run::blank_state(*module)};
    fill(machine, states[0], *module, random);
    give_constants(states[0], program);
    for (const Instruction& each : program) machine.step(each.word, each.constant);
    if (machine.is_open) return false;
    EXPECT_TRUE(run::run(*module, states));
    const auto& halves = states[0].files[file_named(*module, "h")];
    for (std::size_t i = 0; i < machine.halves.size(); ++i)
        EXPECT_EQ(halves[i], machine.halves[i]) << words_of(program) << "H" << i / 4 << ", lane " << i % 4;
    const auto& conditions = states[0].files[file_named(*module, "cc")];
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(conditions[i], std::bit_cast<std::uint32_t>(machine.conditions[i / 4][i % 4]))
            << "CC" << i / 4 << " " << i % 4;
    return true;
}

TEST(RsxFpMachine, RandomWordsDoWhatTheReferenceSays) {
    std::uint64_t checked = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        checked += check(seed) ? 1 : 0;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(checked, 1000U);
}

} // namespace
} // namespace relit::rsx_fp_machine
