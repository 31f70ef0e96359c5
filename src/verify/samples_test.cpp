#include "verify/samples.hpp"

#include "ir/builder.hpp"
#include "ir/text/parse.hpp"

#include <gtest/gtest.h>

namespace relit::verify {
namespace {

/// A program with a register without a type, memory of its own, and a storage buffer.
struct Program {
    ir::Module module;
    Program() {
        ir::Builder ir(module);
        ir.file("r", ir::Kind::I32, 1, 1, ir::Role::Output);
        ir.storage_buffer("s", 0, 4);
        ir.storage_buffer("local", 0, 4);
        module.resources.back().kind = ir::ResourceKind::Scratch;
        ir.function("main");
        ir.ret();
    }
    [[nodiscard]] run::State state(std::uint64_t word) const {
        run::State state = run::blank_state(module);
        state.files[0][0] = word;
        return state;
    }
};

constexpr std::uint64_t kNan = 0x7fc00000, kOtherNan = 0xffc00001, kOne = 0x3f800000, kNearOne = 0x3f800001;

TEST(Samples, WordsWithoutATypeMayBeFloats) {
    const Program p;
    const auto differ = [&](std::uint64_t wanted, std::uint64_t got, Agreement agreement) {
        return compare(p.module, p.state(wanted), p.state(got), agreement).has_value();
    };
    const Agreement integers, floats{.host_floats = true, .any_nan = true},
        bounded{.host_floats = true, .relative = 1.0 / 1024, .any_nan = true};
    EXPECT_TRUE(differ(kNan, kOtherNan, integers));
    EXPECT_FALSE(differ(kNan, kOtherNan, floats));
    EXPECT_TRUE(differ(kOne, kNearOne, floats));
    EXPECT_FALSE(differ(kOne, kNearOne, bounded));
    EXPECT_TRUE(differ(5, 7, bounded)); // small numbers are no floats that may be flushed
    EXPECT_TRUE(differ(kNan, kOne, bounded));
}

// The low word of a double that is NaN is whatever a device makes of it.
TEST(Samples, HalvesOfDoublesThatAreNanAgree) {
    const auto module = ir::parse(
        "module compute \"test\"\nfile 0 r i32[2] register\n"
        "resource 0 s storage binding 0 size 8\nfunction 0 main() -> void\nb0:\n  return\n");
    ASSERT_TRUE(module) << module.error().text;
    const auto state = [&](std::uint8_t low, std::uint8_t high) {
        run::State made = run::blank_state(*module);
        made.resources[0] = {low, 0, 0, 0, 0, 0, high, 0x7f};
        made.files[0] = {low, 0x7f000000ULL | std::uint64_t{high} << 16};
        return made;
    };
    const Agreement doubles{.host_floats = true, .any_nan = true, .doubles = true},
        floats{.host_floats = true, .any_nan = true};
    constexpr std::uint8_t kNanHigh = 0xf8, kNumberHigh = 0x10;
    EXPECT_FALSE(compare(*module, state(1, kNanHigh), state(2, kNanHigh), doubles));
    EXPECT_TRUE(compare(*module, state(1, kNanHigh), state(2, kNanHigh), floats));
    EXPECT_TRUE(compare(*module, state(1, kNumberHigh), state(2, kNumberHigh), doubles));
    EXPECT_TRUE(compare(*module, state(1, kNanHigh), state(2, kNumberHigh), doubles));
}

TEST(Samples, MemoryOfAnInvocationIsNotCompared) {
    const Program p;
    const run::State wanted = p.state(0);
    run::State got = p.state(0);
    got.resources[1] = {1, 2, 3, 4};
    EXPECT_FALSE(compare(p.module, wanted, got, {}));
    got.resources[0] = {1, 2, 3, 4};
    EXPECT_TRUE(compare(p.module, wanted, got, {}));
}

TEST(Samples, MemoryOfAnInvocationStartsAsZero) {
    const Program p;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        EXPECT_EQ(sample_state(p.module, seed).resources[1], (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TEST(Samples, CubeLookupsWithoutDirectionAreNotCompared) {
    const Program p;
    run::State wanted = p.state(0);
    wanted.undefined_lookup = true;
    EXPECT_FALSE(compare(p.module, wanted, p.state(1), {}));
}

} // namespace
} // namespace relit::verify
