#include "tests/support/r500/pairs.hpp"

#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "lang/pipeline.hpp"
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/stream/program.hpp"
#include "tests/support/r500/corpus.hpp"
#include "verify/registers.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

namespace relit::test {
namespace {

using isa::r500::fs::kFrontend;
namespace vs = isa::r500::vs;
using machine::r500::program_stream;
using machine::r500::Stage;

std::uint64_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }
float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

std::vector<std::uint8_t> canonical_of(const R500Pair& pair) {
    const ParsedPrograms programs = parsed_r500(pair.vertex, pair.fragment);
    std::vector<std::uint8_t> bytes = vs::kFrontend.canonical(programs[0]);
    const std::vector<std::uint8_t> more = kFrontend.canonical(programs[1]);
    bytes.insert(bytes.end(), more.begin(), more.end());
    return bytes;
}

} // namespace

R500Pairs r500_pairs(std::span<const std::filesystem::path> captures) {
    R500Pairs all;
    std::set<std::vector<std::uint8_t>> seen;
    for (const auto& folder : captures) {
        const R500Capture read = read_r500_capture(folder);
        ir::Context context;
        if (read.loaded.capture.is_of_mesa()) context.values["r500.fs.floats"] = 1;
        for (machine::r500::Walker walker(read.loaded.capture); walker.next();) {
            if (walker.draw() == nullptr) continue;
            R500Pair pair{fmt::format("{}, draw {}", folder.filename().string(), walker.draw()->number),
                          program_stream(walker.state(), Stage::Vertex),
                          program_stream(walker.state(), Stage::Fragment), context};
            if (pair.vertex.empty() || pair.fragment.empty()) continue;
            ++all.draws;
            if (seen.insert(canonical_of(pair)).second) all.pairs.push_back(std::move(pair));
        }
    }
    return all;
}

ParsedPrograms parsed_r500(Bytes vertex, Bytes fragment) {
    return ParsedPrograms{{&vs::kFrontend, vertex}, {&kFrontend, fragment}};
}

run::State r500_vertex_state(const ir::Module& module, const isa::Program& program, std::uint64_t seed) {
    run::State state = verify::sample_state(module, seed);
    const auto presets = program.frontend.presets(program, {});
    EXPECT_TRUE(presets);
    if (presets) verify::apply(module, *presets, state);
    return state;
}

run::State r500_fragment_state(const ir::Module& vertex, const run::State& vertex_done, const ir::Module& fragment,
                               const isa::Program& program, const FragmentPosition& position) {
    std::map<std::uint32_t, std::vector<std::uint64_t>> travels;
    for (const lang::IoVariable& from : lang::io_variables_of(vertex, ir::Role::Output)) {
        if (from.semantic != ir::Semantic::User) continue;
        const auto first = vertex_done.files[from.file].begin() + from.reg * vertex.files[from.file].lanes;
        travels[from.number].assign(first, first + from.lanes);
    }
    run::State given = r500_vertex_state(fragment, program, 0);
    for (const lang::IoVariable& to : lang::io_variables_of(fragment, ir::Role::Input)) {
        std::uint64_t* const lanes = &given.files[to.file][to.reg * fragment.files[to.file].lanes + to.lane];
        const std::array<float, 4> where = {position.x, position.y, position.z, 1};
        for (std::uint32_t i = 0; i < to.lanes; ++i) {
            if (to.semantic == ir::Semantic::Position) lanes[i] = bits_of(where[i]);
            if (to.semantic == ir::Semantic::FrontFacing) lanes[i] = bits_of(position.facing);
            if (to.semantic != ir::Semantic::User) continue;
            const auto found = travels.find(to.number);
            lanes[i] = found == travels.end() || i >= found->second.size() ? 0 : found->second[i];
        }
    }
    return given;
}

run::State run_r500(const ir::Module& module, run::State state, std::uint64_t seed) {
    std::vector<ir::Bound> bound = verify::sample_textures(module, seed);
    run::Host host;
    host.bound = &bound;
    std::vector<run::State> states{std::move(state)};
    const Status done = run::run(module, states, {.loop_limit = 300}, host);
    EXPECT_TRUE(done) << done.error().text;
    return std::move(states[0]);
}

FragmentResult fragment_result(const ir::Module& fragment, const run::State& done) {
    FragmentResult result{done.discarded, !done.hit_loop_limit && !done.undefined_lookup, {}, {}};
    for (const lang::IoVariable& to : lang::io_variables_of(fragment, ir::Role::Output)) {
        const std::uint64_t* const lanes = &done.files[to.file][to.reg * fragment.files[to.file].lanes + to.lane];
        std::vector<float> values;
        for (std::uint32_t i = 0; i < to.lanes; ++i) values.push_back(float_of(lanes[i]));
        if (to.semantic == ir::Semantic::FragDepth) result.depth = values;
        if (to.semantic != ir::Semantic::User) continue;
        if (result.targets.size() <= to.number) result.targets.resize(to.number + 1);
        result.targets[to.number] = std::move(values);
    }
    return result;
}

} // namespace relit::test
