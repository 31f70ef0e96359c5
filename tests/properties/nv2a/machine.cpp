// Whole NV2A programs, lifted and interpreted, against a machine written from the reference alone
// (tests/support/nv2a/kelvin_machine.hpp): pairing, masks, the order of writes, R12, constants that are written or relative.
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"
#include "tests/support/nv2a/kelvin_machine.hpp"
#include "tests/support/values.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::nv2a_machine {
namespace {

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

using Words = std::vector<std::array<std::uint32_t, 4>>;

/// A random program in whose words masks, destinations and what is relative are then anything: nothing that is legal is
/// left out, not even what assemblers refuse.
Words words_of(std::uint64_t seed) {
    const std::vector<std::uint8_t> bytes = isa::nv2a::sample(seed);
    test::Random random(seed);
    Words words(bytes.size() / 16);
    for (std::size_t i = 0; i < bytes.size(); ++i) words[i / 16][i % 16 / 4] |= std::uint32_t{bytes[i]} << 8 * (i % 4);
    for (auto& word : words) {
        word[0] = 0; // says nothing, but a file could look like a push buffer
        constexpr std::uint32_t kMasksAndDestinations = 0x0ffffffe;
        if (random.below(2) == 0) word[3] ^= static_cast<std::uint32_t>(random.bits()) & kMasksAndDestinations;
    }
    return words;
}

std::vector<std::uint8_t> bytes_of(const Words& words) {
    std::vector<std::uint8_t> bytes;
    for (const auto& word : words)
        for (const std::uint32_t dword : word)
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(dword >> shift));
    return bytes;
}

template <std::size_t N>
void compare(const run::State& state, std::size_t file, const std::array<test::KelvinLanes, N>& wanted,
             std::string_view name) {
    for (std::size_t i = 0; i < 4 * N; ++i)
        ASSERT_EQ(state.files[file][i], wanted[i / 4][i % 4]) << name << i / 4 << ", lane " << i % 4;
}

void load(test::KelvinMachine& machine, const run::State& state, std::size_t v) {
    for (std::size_t i = 0; i < 64; ++i) machine.inputs[i / 4][i % 4] = static_cast<std::uint32_t>(state.files[v][i]);
    for (std::size_t i = 0; i < state.resources[0].size(); ++i)
        machine.constants[i / 16][i % 16 / 4] |= std::uint32_t{state.resources[0][i]} << 8 * (i % 4);
}

void check(std::uint64_t seed, const test::KelvinTables& tables) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Words words = words_of(seed);
    test::KelvinMachine machine;
    machine.may_write_constants = seed % 2 != 0;
    machine.reads_all_constants = seed % 4 < 2;
    const ir::Context context{{{"nv2a.arithmetic", 1},
                               {"nv2a.all_outputs", 1},
                               {"nv2a.constant_writes", machine.may_write_constants ? 1U : 0U},
                               {"nv2a.constant_range", machine.reads_all_constants ? 1U : 0U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(isa::nv2a::kFrontend, bytes_of(words), reader);
    ASSERT_TRUE(module) << module.error().text;
    std::vector<run::State> states = {verify::sample_state(*module, seed)};
    load(machine, states[0], file_named(*module, "v"));
    for (const auto& word : words) machine.step(word, tables);
    ASSERT_TRUE(run::run(*module, states));
    compare(states[0], file_named(*module, "o"), machine.outputs, "o");
    compare(states[0], file_named(*module, "r"), machine.temps, "r");
    ASSERT_EQ(static_cast<std::int32_t>(states[0].files[file_named(*module, "a0")][0]), machine.address);
    test::KelvinMachine after;
    load(after, states[0], file_named(*module, "v"));
    for (std::size_t i = 0; i < 192; ++i) ASSERT_EQ(after.constants[i], machine.constants[i]) << "c" << i;
}

TEST(Nv2aMachine, RandomProgramsMatchTheReference) {
    const test::KelvinTables tables = test::read_kelvin_tables(RELIT_DATA "/nv2a/kelvin_tables.json");
    for (std::uint64_t seed = 0; seed < 600; ++seed) ASSERT_NO_FATAL_FAILURE(check(seed, tables));
}

} // namespace
} // namespace relit::nv2a_machine
