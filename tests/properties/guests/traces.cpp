// Traces of random programs: what their steps write leaves what the program leaves, what they read is what was there, and a program
// that is lifted to be traced does what it does otherwise.
#include "guests/guests.hpp"
#include "isa/frontend.hpp"
#include "run/trace.hpp"
#include "verify/agree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace relit::traces {
namespace {

constexpr unsigned kInputs = 4; // a quad
constexpr std::uint64_t kLoopLimit = 256;
constexpr std::size_t kPrograms = 60;  // of each guest
constexpr std::uint64_t kSeeds = 1500; // most samples of Maxwell are refused

bool is_nan(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

Result<ir::Module> lifted(const isa::Frontend& guest, Bytes program, bool traceable) {
    const ir::Context context;
    ir::ContextReader reader(context, {.traceable = traceable});
    return isa::lift(guest, program, reader);
}

unsigned lanes_of(const ir::Module& module, const run::TracedLane& lane) {
    return std::max(1U, ir::bits_of(lane.kind) / ir::bits_of(module.files[lane.index].kind));
}

/// The registers of invocations as their traces say them.
class Shadow {
public:
    Shadow(const ir::Module& module, const std::vector<run::State>& states) : module_(module) {
        for (const run::State& state : states) files_.push_back(state.files);
        steps_.resize(states.size());
    }

    void hear(const run::TracedStep& step) {
        EXPECT_EQ(step.number, ++steps_[step.invocation]) << "steps are counted";
        std::uint64_t& iteration = iterations_[std::pair(step.invocation, step.origin)];
        EXPECT_EQ(step.iteration, ++iteration);
        for (const run::TracedLane& read : step.reads) {
            if (read.storage != run::Storage::Register) continue;
            EXPECT_EQ(value_of(step.invocation, read), read.bits) << module_.files[read.index].name << ' ' << read.at;
            EXPECT_LT(read.writer.step, step.number);
            EXPECT_EQ(read.writer.step, writer_of(step.invocation, read));
        }
        for (const run::TracedLane& write : step.writes) {
            if (write.storage != run::Storage::Register) continue;
            write_lane(step, write);
        }
    }
    void expect_end(const std::vector<run::State>& states) const {
        for (std::size_t i = 0; i < states.size(); ++i)
            for (std::size_t file = 0; file < module_.files.size(); ++file)
                EXPECT_EQ(files_[i][file], states[i].files[file]) << module_.files[file].name;
    }

private:
    using Lane = std::tuple<std::size_t, std::uint32_t, std::uint64_t>; // invocation, file, lane

    [[nodiscard]] std::uint64_t value_of(std::size_t invocation, const run::TracedLane& lane) const {
        const auto& lanes = files_[invocation][lane.index];
        const unsigned width = ir::bits_of(module_.files[lane.index].kind);
        std::uint64_t value = 0;
        for (unsigned part = 0; part < lanes_of(module_, lane) && lane.at + part < lanes.size(); ++part)
            value |= lanes[lane.at + part] << part * width;
        const unsigned bits = ir::bits_of(lane.kind);
        return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
    }
    [[nodiscard]] std::uint64_t writer_of(std::size_t invocation, const run::TracedLane& lane) const {
        std::uint64_t last = 0;
        for (unsigned part = 0; part < lanes_of(module_, lane); ++part)
            if (const auto found = writers_.find({invocation, lane.index, lane.at + part}); found != writers_.end())
                last = std::max(last, found->second);
        return last;
    }
    void write_lane(const run::TracedStep& step, const run::TracedLane& write) {
        auto& lanes = files_[step.invocation][write.index];
        const unsigned width = ir::bits_of(module_.files[write.index].kind);
        for (unsigned part = 0; part < lanes_of(module_, write) && write.at + part < lanes.size(); ++part) {
            const std::uint64_t bits = write.bits >> part * width;
            lanes[write.at + part] = width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
            writers_[{step.invocation, write.index, write.at + part}] = step.number;
        }
    }

    const ir::Module& module_;
    std::vector<std::vector<std::vector<std::uint64_t>>> files_;
    std::map<Lane, std::uint64_t> writers_;
    std::vector<std::uint64_t> steps_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> iterations_;
};

/// Runs the module over the inputs of `wanted`, whose module has the same files, with a trace.
std::vector<run::State> traced(const std::vector<run::State>& wanted, const ir::Module& module,
                               std::vector<ir::Bound>& textures) {
    std::vector<run::State> states = wanted;
    Shadow shadow(module, states);
    run::Tracer tracer(module, [&](const run::TracedStep& step) { shadow.hear(step); });
    const Status done = run::run(module, states, {.loop_limit = kLoopLimit}, {.bound = &textures, .tracer = &tracer});
    EXPECT_TRUE(done) << done.error().text;
    shadow.expect_end(states);
    return states;
}

void expect_same_lanes(const ir::RegisterFile& file, const std::vector<std::uint64_t>& wanted,
                       const std::vector<std::uint64_t>& got) {
    ASSERT_EQ(wanted.size(), got.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_TRUE(wanted[i] == got[i] || (is_nan(wanted[i]) && is_nan(got[i])))
            << file.name << ", lane " << i << std::hex << " is " << got[i] << ", not " << wanted[i];
}

void expect_same(const ir::Module& plain, const ir::Module& traceable, std::uint64_t seed) {
    std::vector<ir::Bound> textures = verify::sample_textures(plain, seed), traced_textures = textures;
    std::vector<run::State> wanted;
    for (unsigned i = 0; i < kInputs; ++i) wanted.push_back(verify::sample_state(plain, seed * kInputs + i));
    ASSERT_EQ(plain.files.size(), traceable.files.size());
    const std::vector<run::State> got = traced(wanted, traceable, traced_textures);
    ASSERT_TRUE(run::run(plain, wanted, {.loop_limit = kLoopLimit}, {.bound = &textures}));
    for (std::size_t i = 0; i < textures.size(); ++i) EXPECT_EQ(textures[i].bytes, traced_textures[i].bytes);
    for (unsigned i = 0; i < kInputs; ++i) {
        ASSERT_EQ(wanted[i].discarded, got[i].discarded);
        if (wanted[i].discarded || wanted[i].hit_loop_limit) continue;
        EXPECT_EQ(wanted[i].resources, got[i].resources);
        for (std::size_t file = 0; file < plain.files.size(); ++file) {
            ASSERT_EQ(plain.files[file].name, traceable.files[file].name);
            if (plain.files[file].role == ir::Role::Output)
                expect_same_lanes(plain.files[file], wanted[i].files[file], got[i].files[file]);
        }
    }
}

TEST(Traces, StepsWriteWhatTheProgramLeaves) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr) continue;
        std::size_t programs = 0;
        for (std::uint64_t seed = 0; programs < kPrograms && seed < kSeeds; ++seed) {
            SCOPED_TRACE(std::string(guest->name()) + " " + std::to_string(seed));
            const std::vector<std::uint8_t> program = guest->codec.sample(seed);
            const auto plain = lifted(*guest, program, false), traceable = lifted(*guest, program, true);
            ASSERT_EQ(plain.has_value(), traceable.has_value());
            const bool is_comparable = plain && plain->resources.size() == traceable->resources.size();
            if (!is_comparable) continue; // unused accesses ask textures of their own
            expect_same(*plain, *traceable, seed);
            ++programs;
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_GT(programs, kPrograms / 2) << guest->name();
    }
}

} // namespace
} // namespace relit::traces
