// Programs that were taken out of their pipeline compute what they compute in it.
#include "verify/rewrite/pipeline_io.hpp"
#include "isa/maxwell/maxwell.hpp"

#include "ir/names.hpp"
#include "ir/verify/verify.hpp"
#include "run/interpreter.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>

namespace relit::pipeline_io_lowering {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What the machine says to lane `lane` of a builtin, of each of the invocations.
std::uint64_t said(ir::Builtin builtin, unsigned lane, std::size_t state) {
    if (builtin == ir::Builtin::VertexIndex) return state;
    if (builtin == ir::Builtin::SubgroupInvocation) return state % 4;
    if (builtin == ir::Builtin::InvocationId || builtin == ir::Builtin::PatchVertices) return state % 3;
    return 0x3f000000 + (static_cast<std::uint64_t>(builtin) << 12U) + (lane << 8U) + state;
}

constexpr std::size_t kStates = 4;

run::State random_state(const ir::Module& module, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i)
        for (std::uint64_t& lane : state.files[i])
            if (module.files[i].role == ir::Role::Input) lane = 0x3f000000 + random() % 0x1000000;
    for (auto& bytes : state.resources)
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % 3);
    return state;
}

void run_it(const ir::Module& module, std::vector<run::State>& states, bool with_pipeline) {
    std::vector<ir::Bound> bound(module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const bool arrayed = module.resources[i].dim == ir::TextureDim::Cube;
        bound[i].texture.layers = arrayed ? 6 : 1;
        bound[i].texture.levels = {{1, 1, 1, std::vector<ir::Texel>(bound[i].texture.layers, {0x3f000000, 1, 2, 3})}};
    }
    // Out of its pipeline a thread of a control program has its patch for itself.
    const std::size_t together = module.stage == ir::Stage::TessControl ? 1 : states.size();
    for (std::size_t first = 0; first < states.size(); first += together) {
        run::Host host{.bound = &bound};
        host.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) -> std::uint64_t {
            const bool numbered = builtin == ir::Builtin::VertexIndex;
            return with_pipeline || numbered ? said(builtin, lane, first + state) : 0xdead;
        };
        const Status done = run::run(module, std::span(states).subspan(first, together), {}, host);
        EXPECT_TRUE(done) << done.error().text;
    }
}

/// Vertices and ends of primitives as the stand-alone program has them.
void expect_emitted(const ir::Module& module, const ir::Module& alone, const run::State& before,
                    const run::State& after, const std::string& name) {
    const auto file_named = [&](std::string_view wanted) {
        return static_cast<std::size_t>(std::ranges::find(alone.files, wanted, &ir::RegisterFile::name) -
                                        alone.files.begin());
    };
    std::uint64_t count = 0;
    for (const run::Emitted& one : before.emitted) {
        if (one.ends_primitive) {
            EXPECT_EQ(after.files[file_named("ends")][count], 1U) << name;
            continue;
        }
        std::size_t output = 0;
        for (std::size_t f = 0; f < module.files.size(); ++f) {
            if (module.files[f].role != ir::Role::Output) continue;
            const std::size_t to = file_named("emitted_" + std::string(module.files[f].name));
            for (std::size_t lane = 0; lane < one.files[f].size(); ++lane)
                EXPECT_EQ(after.files[to][count * one.files[f].size() + lane], one.files[f][lane]) << name;
            ++output;
        }
        EXPECT_GT(output, 0U);
        ++count;
    }
    EXPECT_EQ(after.files[file_named("emitted")][0], count) << name;
    EXPECT_GT(count, 0U) << name;
}

/// Whether the program needed its pipeline.
bool expect_same_alone(const fs::path& path) {
    const std::string name = path.filename().string();
    ir::Context context;
    if (name.find("nv117") != std::string::npos) context.values["maxwell.convention"] = 3;
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, bytes_of(path), reader);
    EXPECT_TRUE(module) << name << ": " << module.error().text;
    if (!module) return false;
    ir::Module alone = module->clone();
    if (!verify::lower_pipeline_io(alone)) return false;
    EXPECT_TRUE(ir::verify(alone)) << name << ": " << ir::verify(alone).error().text;
    std::vector<run::State> before, after;
    for (std::size_t i = 0; i < kStates; ++i) {
        before.push_back(random_state(*module, i));
        after.push_back(run::blank_state(alone));
        std::ranges::copy(before[i].files, after[i].files.begin());
        after[i].resources = before[i].resources;
        for (std::size_t f = 0; f < alone.files.size(); ++f) {
            const auto builtin = std::ranges::find(ir::kBuiltinNames, std::string_view(alone.files[f].name));
            if (f < module->files.size() || builtin == ir::kBuiltinNames.end()) continue;
            for (unsigned lane = 0; lane < alone.files[f].lanes; ++lane)
                after[i].files[f][lane] = said(static_cast<ir::Builtin>(builtin - ir::kBuiltinNames.begin()), lane, i);
        }
    }
    run_it(*module, before, true);
    run_it(alone, after, false);
    for (std::size_t i = 0; i < kStates; ++i) {
        for (std::size_t f = 0; f < module->files.size(); ++f) EXPECT_EQ(after[i].files[f], before[i].files[f]) << name;
        EXPECT_EQ(after[i].resources, before[i].resources) << name;
        if (module->stage == ir::Stage::Geometry) expect_emitted(*module, alone, before[i], after[i], name);
    }
    return true;
}

TEST(StandAlone, ProgramsOfEveryStageComputeTheSame) {
    unsigned rewritten = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(RELIT_DATA) / "maxwell")) {
        const bool program = entry.path().extension() == ".bin" || entry.path().extension() == ".dksh";
        const bool compute = entry.path().filename().string().find(".comp.") != std::string::npos;
        if (program && !compute) rewritten += expect_same_alone(entry.path()) ? 1 : 0;
    }
    EXPECT_GE(rewritten, 5U); // control, evaluation, geometry, two fragment programs
}

} // namespace
} // namespace relit::pipeline_io_lowering
