// Programs lifted for literal text do in the interpreter what they do lifted for speed, random program after random program.
#include "guests/guests.hpp"
#include "isa/frontend.hpp"
#include "tests/support/guests/io_lanes.hpp"
#include "verify/agree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace relit::readable {
namespace {

bool is_nan(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

Result<ir::Module> lifted(const isa::Frontend& guest, Bytes program, bool readable) {
    const ir::Context context;
    ir::ContextReader reader(context, {.readable = readable, .named = readable});
    return isa::lift(guest, program, reader);
}

void expect_same(const ir::Module& plain, const ir::Module& readable, std::uint64_t seed) {
    constexpr unsigned kInputs = 4;
    verify::Setting setting{verify::sample_textures(plain, seed), 256};
    std::vector<run::State> wanted, got;
    for (unsigned i = 0; i < kInputs; ++i) {
        wanted.push_back(verify::sample_state(plain, seed * kInputs + i));
        got.push_back(run::blank_state(readable));
        got[i].resources = wanted[i].resources;
        const test::IoLanes given = test::io_lanes_of(plain, wanted[i], ir::Role::Input);
        for (const auto& [what, lane] : test::io_lanes_of(readable, got[i], ir::Role::Input))
            if (const auto same = given.find(what); same != given.end()) *lane = *same->second;
    }
    ASSERT_TRUE(verify::run_here(plain, wanted, setting));
    ASSERT_TRUE(verify::run_here(readable, got, setting));
    for (unsigned i = 0; i < kInputs; ++i) {
        ASSERT_EQ(wanted[i].discarded, got[i].discarded);
        if (wanted[i].discarded || wanted[i].hit_loop_limit) continue;
        const test::IoLanes outputs = test::io_lanes_of(readable, got[i], ir::Role::Output);
        for (const auto& [what, lane] : test::io_lanes_of(plain, wanted[i], ir::Role::Output)) {
            const auto same = outputs.find(what);
            ASSERT_NE(same, outputs.end()) << std::get<1>(what);
            const std::uint64_t a = *lane, b = *same->second;
            EXPECT_TRUE(a == b || (is_nan(a) && is_nan(b)))
                << std::get<1>(what) << " " << std::get<2>(what) << std::hex << " is " << b << ", not " << a;
        }
    }
}

// Not of RSX fragment programs, whose literal text rounds nothing to halves: tests/properties/rsx/merges.cpp has them.
TEST(Readable, ProgramsDoWhatTheyDoOtherwise) {
    for (const std::string_view name : {"nv2a", "rsx.vp", "r500.vs", "r500.fs"}) {
        const isa::Frontend& guest = *guests::frontend_named(name);
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(seed));
            const std::vector<std::uint8_t> program = guest.codec.sample(seed);
            const auto plain = lifted(guest, program, false), readable = lifted(guest, program, true);
            ASSERT_EQ(plain.has_value(), readable.has_value());
            if (!plain) continue;
            expect_same(*plain, *readable, seed);
            if (testing::Test::HasFailure()) return;
        }
    }
}

} // namespace
} // namespace relit::readable
