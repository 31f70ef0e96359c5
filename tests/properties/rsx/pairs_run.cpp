// Random pairs in the interpreter: together they give the fragment that they give apart, and what validators take.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "lang/pipeline.hpp"
#include "run/interpreter.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/pair.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace relit::rsx_pairs_run {
namespace {

constexpr std::uint64_t kPairs = 150;
constexpr lang::Target kTarget{.dialect = lang::Dialect::SpirV, .has_int16 = true, .has_float16 = true};
const ir::Context kContext{{{"rsx.fp.targets", 15},
                            {"rsx.fp.two_sided", 1},
                            {"rsx.vp.user_clip", 0x121212},
                            {"rsx.vp.branch_bits", 0x5a5a},
                            {"rsx.vp.input2.format", 0x45}}};

/// Both programs as they are lifted for a pair.
std::optional<translate::PairOfModules> lifted(std::uint64_t seed) {
    const ir::Context context = translate::context_of_pair(isa::rsx::vp::kFrontend, kContext);
    ir::ContextReader reader(context);
    auto vertex = isa::lift(isa::rsx::vp::kFrontend, isa::rsx::vp::kCodec.sample(seed), reader);
    auto fragment = isa::lift(isa::rsx::fp::kFrontend, isa::rsx::fp::kCodec.sample(seed * 7 + 3), reader);
    if (!vertex || !fragment) return {}; // calls that lead back
    return translate::PairOfModules{std::move(*vertex), std::move(*fragment)};
}

struct Outcome {
    bool counts = false; // no loop came to its limit
    bool discarded = false;
    std::vector<std::uint64_t> colours;
};

run::State run_once(const ir::Module& module, run::State state, std::uint64_t seed) {
    std::vector<ir::Bound> textures = verify::sample_textures(module, seed);
    run::Host host;
    host.bound = &textures;
    std::vector<run::State> states{std::move(state)};
    const Status done = run::run(module, states, {.loop_limit = 300}, host);
    EXPECT_TRUE(done) << done.error().text;
    return std::move(states[0]);
}

/// One vertex through the first program, what it hands on through the second.
Outcome run_through(const translate::PairOfModules& pair, std::uint64_t seed) {
    const run::State vertex = run_once(pair.vertex, verify::sample_state(pair.vertex, seed), seed);
    std::map<std::uint32_t, std::vector<std::uint64_t>> travels;
    for (const lang::IoVariable& from : lang::io_variables_of(pair.vertex, ir::Role::Output)) {
        if (from.semantic != ir::Semantic::User) continue;
        const auto first = vertex.files[from.file].begin() + from.reg * pair.vertex.files[from.file].lanes;
        travels[from.number].assign(first, first + from.lanes);
    }
    run::State given = verify::sample_state(pair.fragment, seed + 1);
    for (const lang::IoVariable& to : lang::io_variables_of(pair.fragment, ir::Role::Input)) {
        const std::uint32_t first = to.reg * pair.fragment.files[to.file].lanes + to.lane;
        for (std::uint32_t i = 0; i < to.lanes; ++i) {
            const bool user = to.semantic == ir::Semantic::User;
            const std::uint64_t other =
                std::bit_cast<std::uint32_t>(to.semantic == ir::Semantic::FrontFacing ? -1.0F : 0.5F);
            given.files[to.file][first + i] = user ? travels.at(to.number)[i] : other;
        }
    }
    const run::State fragment = run_once(pair.fragment, std::move(given), seed);
    Outcome outcome{!vertex.hit_loop_limit && !fragment.hit_loop_limit, fragment.discarded, {}};
    for (std::size_t f = 0; f < pair.fragment.files.size(); ++f)
        if (pair.fragment.files[f].role == ir::Role::Output)
            outcome.colours.insert(outcome.colours.end(), fragment.files[f].begin(), fragment.files[f].end());
    return outcome;
}

bool is_nan(std::uint64_t bits) { return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits))); }

TEST(RsxPairsRun, PairsGiveTheFragmentsOfTheirPrograms) {
    std::size_t counted = 0;
    for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        auto apart = lifted(seed);
        if (!apart) continue;
        const auto together = translate::prepare_pair(apart->vertex.clone(), apart->fragment.clone(), kTarget, {});
        ASSERT_TRUE(together) << together.error().text;
        const Outcome wanted = run_through(*apart, seed), got = run_through(*together, seed);
        if (!wanted.counts || !got.counts) continue;
        ++counted;
        ASSERT_EQ(got.discarded, wanted.discarded);
        ASSERT_EQ(got.colours.size(), wanted.colours.size());
        for (std::size_t i = 0; i < wanted.colours.size() && !wanted.discarded; ++i) {
            if (is_nan(wanted.colours[i]) && is_nan(got.colours[i])) continue;
            ASSERT_EQ(got.colours[i], wanted.colours[i]) << "lane " << i;
        }
    }
    EXPECT_GE(counted, kPairs / 2);
}

TEST(RsxPairsRun, ValidatorsTakePairsWhateverTheyHold) {
    std::uint64_t valid = 0;
    for (std::uint64_t seed = 0; seed < kPairs / 5; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto vp = isa::rsx::vp::kCodec.sample(seed), fp = isa::rsx::fp::kCodec.sample(seed * 7 + 3);
        const test::ParsedPrograms row{{&isa::rsx::vp::kFrontend, vp}, {&isa::rsx::fp::kFrontend, fp}};
        const auto pair = translate::translate_pair(row[0], row[1], kContext, kTarget);
        if (!pair) {
            EXPECT_NE(pair.error().kind, FaultKind::Internal) << pair.error().text;
            continue;
        }
        EXPECT_EQ(test::spirv_error(pair->vertex.words), "");
        EXPECT_EQ(test::spirv_error(pair->fragment.words), "");
        ++valid;
    }
    EXPECT_GT(valid, 0U) << "every pair was refused";
}

} // namespace
} // namespace relit::rsx_pairs_run
