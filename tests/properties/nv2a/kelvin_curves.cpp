// Comparisons and curves of exact NV2A arithmetic against the rules of reference nv2a.md, sections 4, 5 and 14, written
// down a second time (tests/support/nv2a/kelvin_model.hpp), for every exponent, every special number and many others.
#include "isa/nv2a/nv2a.hpp"
#include "run/interpreter.hpp"
#include "tests/support/nv2a/kelvin_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace relit::kelvin_curves {
namespace {

using Lanes = test::KelvinLanes;

constexpr std::uint32_t kSpecials[] = {
    0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00ffffff, 0x33ffffff, 0x34000000, 0x34000001, 0x38ffffff,
    0x39000000, 0x39000001, 0x3effffff, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fffffff, 0x42fdffff, 0x42fe0000,
    0x42ffffff, 0x43000000, 0x43000001, 0x487fffff, 0x48800000, 0x4affffff, 0x4b000000, 0x4b7fffff, 0x4effffff,
    0x4f000000, 0x5f800000, 0x1f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff};

/// Every exponent with both signs and some fractions, the specials, and random numbers, most of middle size.
std::vector<std::uint32_t> numbers(unsigned random_ones) {
    std::mt19937 random(14);
    std::vector<std::uint32_t> found;
    for (std::uint32_t high = 0; high < 512; ++high)
        for (const std::uint32_t fraction : {0U, 1U, 0x7fffffU, 0x400000U, static_cast<unsigned>(random()) & 0x7fffffU})
            found.push_back(high << 23 | fraction);
    for (const std::uint32_t special : kSpecials) found.insert(found.end(), {special, special | 0x80000000});
    for (unsigned i = 0; i < random_ones; ++i) {
        const std::uint32_t exponent = static_cast<std::uint32_t>(random()) % 50 + 102;
        found.push_back((static_cast<std::uint32_t>(random()) & 0x807fffff) | exponent << 23);
    }
    return found;
}

ir::Module lifted(std::string_view text, bool exact) {
    const auto program = isa::nv2a::assemble(text, {});
    if (!program) ADD_FAILURE() << program.error().text;
    const ir::Context context{{{"nv2a.arithmetic", exact ? 1U : 0U}}};
    ir::ContextReader reader(context);
    auto module = isa::lift(isa::nv2a::kFrontend, program.value_or(std::vector<std::uint8_t>{}), reader);
    if (!module) ADD_FAILURE() << module.error().text;
    return std::move(module).value_or(ir::Module{});
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    const auto found =
        std::ranges::find(module.files, name, [](const auto& file) { return std::string_view(file.name); });
    return static_cast<std::size_t>(found - module.files.begin());
}

/// Runs a program whose v0 and v1 are given and gives its outputs: one row a run.
class Runs {
public:
    explicit Runs(std::string_view text, bool exact = true)
        : module_(lifted(text, exact)), o_(file_named(module_, "o")) {}

    void add(const Lanes& v0, const Lanes& v1) {
        run::State state = run::blank_state(module_);
        auto& v = state.files[file_named(module_, "v")];
        std::ranges::copy(v0, v.begin());
        std::ranges::copy(v1, v.begin() + 4);
        states_.push_back(std::move(state));
    }
    void run() { ASSERT_TRUE(run::run(module_, states_)); }
    [[nodiscard]] std::size_t size() const { return states_.size(); }
    [[nodiscard]] Lanes input(std::size_t run, std::size_t reg) const {
        return lanes(run, file_named(module_, "v"), reg);
    }
    [[nodiscard]] Lanes output(std::size_t run, std::size_t reg) const { return lanes(run, o_, reg); }
    [[nodiscard]] std::int32_t address(std::size_t run) const {
        return static_cast<std::int32_t>(states_[run].files[file_named(module_, "a0")][0]);
    }

private:
    [[nodiscard]] Lanes lanes(std::size_t run, std::size_t file, std::size_t reg) const {
        Lanes found{};
        for (std::size_t i = 0; i < 4; ++i)
            found[i] = static_cast<std::uint32_t>(states_[run].files[file][4 * reg + i]);
        return found;
    }

    ir::Module module_;
    std::size_t o_;
    std::vector<run::State> states_;
};

test::KelvinTables tables() { return test::read_kelvin_tables(RELIT_DATA "/nv2a/kelvin_tables.json"); }

std::string hex(const Lanes& lanes) {
    char text[40];
    std::snprintf(text, sizeof text, "%08x %08x %08x %08x", lanes[0], lanes[1], lanes[2], lanes[3]);
    return text;
}

TEST(KelvinCurves, OfOneNumberFollowTheRulesOfTheReference) {
    Runs runs("rcp o2, v0\nrcc o3, v0\nrsq o4, v0\nexpp o9, v0\nlogp o6, v0\narl a0, v0\n");
    for (const std::uint32_t number : numbers(20000)) runs.add({number, 0, 0, 0}, {});
    ASSERT_NO_FATAL_FAILURE(runs.run());
    const test::KelvinTables kelvin = tables();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Lanes x = runs.input(i, 0);
        for (unsigned op = 2; op <= 6; ++op) {
            const unsigned output = op == 5 ? 9 : op; // o5 has one lane
            ASSERT_EQ(hex(runs.output(i, output)), hex(test::kelvin_ilu(op, x, kelvin)))
                << "ILU operation " << op << " of " << hex(x);
        }
        ASSERT_EQ(runs.address(i), test::kelvin_floor(x[0])) << "ARL of " << hex(x);
    }
}

TEST(KelvinCurves, TheFractionOfExpIsThatOfTheReference) {
    const test::KelvinTables kelvin = tables();
    const auto fraction = [&](std::uint32_t x) { return test::kelvin_ilu(5, {x, 0, 0, 0}, kelvin)[1]; };
    EXPECT_EQ(fraction(0xbf37b049), 0x3e909f6cU); // the reference's own check value
    EXPECT_EQ(fraction(0xb3ffffff), 0x3f800000U); // closer to 0 than 2^-23
    EXPECT_EQ(fraction(0xb4000000), 0x3f7ffffeU);
    EXPECT_EQ(fraction(0xbf7fffff), 0U);          // rounds away from 0 to -1
    EXPECT_EQ(fraction(0xffc00001), 0xffc00001U); // NaN gives NaN
}

/// Every special number with every other in x, y and w.
TEST(KelvinCurves, LitFollowsTheRulesOfTheReference) {
    Runs runs("lit o3, v0\n");
    std::vector<std::uint32_t> specials;
    for (const std::uint32_t special : kSpecials) specials.insert(specials.end(), {special, special | 0x80000000});
    for (const std::uint32_t x : {0x00000000U, 0x80000000U, 0x00000001U, 0x807fffffU, 0x3f800000U, 0xbf800000U,
                                  0x7f800000U, 0x7fc00000U, 0xffc00000U})
        for (const std::uint32_t y : specials)
            for (const std::uint32_t w : specials) runs.add({x, y, 0x40000000, w}, {});
    std::mt19937 random(7);
    const auto number = [&](std::uint32_t low, std::uint32_t count) {
        return (static_cast<std::uint32_t>(random()) & 0x807fffff) |
               (static_cast<std::uint32_t>(random()) % count + low) << 23;
    };
    for (int i = 0; i < 20000; ++i)
        runs.add({number(100, 50) & 0x7fffffff, number(90, 60) & 0x7fffffff, 0, number(100, 40)}, {});
    ASSERT_NO_FATAL_FAILURE(runs.run());
    const test::KelvinTables kelvin = tables();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Lanes in = runs.input(i, 0);
        ASSERT_EQ(hex(runs.output(i, 3)), hex(test::kelvin_ilu(7, in, kelvin))) << "LIT of " << hex(in);
    }
}

/// Where the rules leave no rounding, host floats give the same.
TEST(KelvinCurves, LitInHostFloatsKnowsSignsAndZeros) {
    Runs runs("lit o3, v0\n", false);
    for (const std::uint32_t x : {0x00000000U, 0x3f800000U, 0xbf800000U, 0x7f800000U})
        for (const std::uint32_t y : {0x00000000U, 0x80000000U, 0xbf800000U, 0xff800000U, 0x7f800000U, 0x3f800000U})
            for (const std::uint32_t w : {0x00000000U, 0x80000000U, 0x3f800000U, 0xbf800000U, 0x7f800000U, 0xff800000U})
                runs.add({x, y, 0, w}, {});
    ASSERT_NO_FATAL_FAILURE(runs.run());
    const test::KelvinTables kelvin = tables();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Lanes in = runs.input(i, 0);
        EXPECT_EQ(hex(runs.output(i, 3)), hex(test::kelvin_ilu(7, in, kelvin))) << "LIT of " << hex(in);
    }
}

TEST(KelvinCurves, ComparisonsAndDistancesFollowTheRulesOfTheReference) {
    Runs runs("mov r0, v1\nmin o9, v0, r0\nmax o10, v0, r0\nslt o11, v0, r0\nsge o12, v0, r0\ndst o8, v0, r0\n");
    const std::vector<std::uint32_t> some = numbers(0);
    for (std::size_t i = 0; i < some.size(); ++i)
        for (const std::uint32_t special : kSpecials)
            runs.add({some[i], special, some[(i * 7) % some.size()], some[i]},
                     {special, some[i] ^ 0x80000000, some[(i * 7 + 1) % some.size()], some[i]});
    ASSERT_NO_FATAL_FAILURE(runs.run());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Lanes a = runs.input(i, 0), b = runs.input(i, 1);
        for (unsigned op = 8; op <= 12; ++op)
            ASSERT_EQ(hex(runs.output(i, op)), hex(test::kelvin_mac(op, a, b, {})))
                << "MAC operation " << op << " of " << hex(a) << " and " << hex(b);
    }
}

} // namespace
} // namespace relit::kelvin_curves
