// The linked programs of R500 draws on the device: fragments of a triangle, against what the interpreter makes of its vertices.
#include "ir/builder.hpp"
#include "isa/shared/random.hpp"
#include "lang/pipeline.hpp"
#include "render/vk/draw.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/r500/pairs.hpp"
#include "verify/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace relit::r500_pairs_test {
namespace {

using render::vk::Draw;
using render::vk::Float4;

constexpr std::uint32_t kInputLocation = 16; // behind the inputs of a vertex
constexpr std::uint64_t kSeed = 5;
constexpr ir::Type kFloats = ir::kF32.with_lanes(4);

/// Puts the vertex where the test wants it, whatever its program says.
void move_by_input(ir::Module& vertex) {
    ir::Builder build(vertex);
    const auto outputs = lang::io_variables_of(vertex, ir::Role::Output);
    const auto position = std::ranges::find(outputs, ir::Semantic::Position, &lang::IoVariable::semantic);
    ASSERT_NE(position, outputs.end());
    const std::uint32_t input = build.file("input", ir::Kind::F32, 4, 1, ir::Role::Input);
    build.add_io_slot(input, {.reg = 0, .number = kInputLocation});
    for (ir::BlockId i = 0; i < vertex.functions[0].blocks.size(); ++i) {
        ir::Block& block = vertex.functions[0].blocks[i];
        if (block.end.kind != ir::TerminatorKind::Return) continue;
        const ir::Terminator end = block.end;
        block.end = {};
        build.move_to(0, i);
        build.store(position->file, position->reg * 4, build.load(input, 0, kFloats));
        vertex.functions[0].blocks[i].end = end;
    }
}

/// Numbers from -1 to 1 for what vertices are given.
void give_ordinary_inputs(const ir::Module& vertex, run::State& state) {
    isa::Random random(kSeed);
    for (std::size_t f = 0; f < vertex.files.size(); ++f) {
        if (vertex.files[f].role != ir::Role::Input) continue;
        for (std::uint64_t& lane : state.files[f])
            lane = std::bit_cast<std::uint32_t>(static_cast<float>(random.below(2001)) / 1000 - 1);
    }
}

struct Shader {
    std::vector<std::uint32_t> words;
    std::vector<ir::Bound> bound;
};
Shader shader_of(const ir::Module& module, const lang::Target& target, const run::State& state,
                 test::BackEnd back_end) {
    auto words = back_end(module, target);
    EXPECT_TRUE(words) << words.error().text;
    Shader shader{words ? std::move(*words) : std::vector<std::uint32_t>(), verify::sample_textures(module, kSeed)};
    for (std::size_t i = 0; i < module.resources.size(); ++i)
        if (module.resources[i].kind == ir::ResourceKind::ConstantBuffer) shader.bound[i].bytes = state.resources[i];
    return shader;
}

std::uint32_t targets_of(const ir::Module& fragment) {
    std::uint32_t targets = 1;
    for (const lang::IoVariable& output : lang::io_variables_of(fragment, ir::Role::Output))
        if (output.semantic == ir::Semantic::User) targets = std::max(targets, output.number + 1);
    return targets;
}

/// All three vertices are given the same, so that all fragments are.
Draw triangle(const ir::Module& vertex, const run::State& given, const Shader& first, const ir::Module& fragment,
              const Shader& second) {
    Draw draw{.vertex = {first.words, vertex, first.bound},
              .fragment = {second.words, fragment, second.bound},
              .vertices = 3,
              .topology = render::vk::Topology::Triangles,
              .targets = targets_of(fragment),
              .front_is_clockwise = true};
    for (const lang::IoVariable& input : lang::io_variables_of(vertex, ir::Role::Input)) {
        Float4 lanes{};
        for (std::uint32_t i = 0; i < input.lanes; ++i)
            lanes[i] = std::bit_cast<float>(static_cast<std::uint32_t>(
                given.files[input.file][input.reg * vertex.files[input.file].lanes + input.lane + i]));
        draw.inputs[input.number] = {3, lanes};
    }
    draw.inputs[kInputLocation] = {{-1, -1, 0.5F, 1}, {1, -1, 0.5F, 1}, {-1, 1, 0.5F, 1}};
    return draw;
}

bool is_near(float wanted, float got) {
    if (std::isnan(wanted) || std::isnan(got)) return std::isnan(wanted) == std::isnan(got);
    if (std::isinf(wanted) || std::isinf(got)) return wanted == got;
    return std::fabs(wanted - got) <= 1e-3F * std::max(std::fabs(wanted), std::fabs(got)) + 1e-5F;
}

/// One of the fragments.
void expect_drawn(const render::vk::Drawn& drawn, const test::FragmentResult& wanted, std::size_t pixel) {
    for (std::size_t target = 0; target < wanted.targets.size(); ++target)
        for (std::size_t c = 0; c < wanted.targets[target].size(); ++c)
            EXPECT_TRUE(is_near(wanted.discarded ? 0 : wanted.targets[target][c], drawn.targets[target][pixel][c]))
                << "target " << target << ", component " << c << ": " << drawn.targets[target][pixel][c] << ", not "
                << wanted.targets[target][c];
    if (wanted.depth.empty() || wanted.discarded) return;
    EXPECT_TRUE(is_near(std::clamp(wanted.depth[0], 0.0F, 1.0F), drawn.depth[pixel]));
}

/// Whether the fragments could be compared.
bool expect_agrees(render::vk::Device& device, const test::R500Pair& pair, test::BackEnd back_end) {
    const auto programs = test::parsed_r500(pair.vertex, pair.fragment);
    const lang::Target target = test::with_language_of(back_end, device.target({}));
    auto linked = translate::lift_linked(programs, pair.context, target);
    EXPECT_TRUE(linked);
    if (!linked) return false;
    move_by_input(linked->stages[0].module);
    EXPECT_TRUE(translate::prepare_linked(linked->stages, target, {}));
    const ir::Module &vertex = linked->stages[0].module, &fragment = linked->stages[1].module;
    run::State given = test::r500_vertex_state(vertex, programs[0], kSeed);
    give_ordinary_inputs(vertex, given);
    const run::State done = test::run_r500(vertex, given, kSeed);
    run::State constants = test::r500_fragment_state(vertex, done, fragment, programs[1], {});
    const Shader first = shader_of(vertex, target, given, back_end);
    const Shader second = shader_of(fragment, target, constants, back_end);
    if (testing::Test::HasFailure()) return false;
    const auto drawn = render::vk::draw(device, triangle(vertex, given, first, fragment, second));
    for (const Fault& said : device.take_messages()) ADD_FAILURE() << said.text;
    EXPECT_TRUE(drawn) << drawn.error().text;
    if (!drawn) return false;
    bool compared = false;
    for (const auto& [x, y] : {std::pair{2, 3}, {9, 1}, {4, 6}}) {
        const test::FragmentPosition at{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, 0.5F, 1};
        run::State state = test::r500_fragment_state(vertex, done, fragment, programs[1], at);
        const auto wanted = test::fragment_result(fragment, test::run_r500(fragment, std::move(state), kSeed));
        if (!wanted.counts) continue;
        expect_drawn(*drawn, wanted, static_cast<std::size_t>(y) * 16 + static_cast<std::size_t>(x));
        compared = true;
    }
    return compared;
}

void expect_all(const test::R500Pairs& all, test::BackEnd back_end) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    std::size_t compared = 0;
    for (const test::R500Pair& pair : all.pairs) {
        SCOPED_TRACE(pair.name);
        compared += expect_agrees(*device, pair, back_end) ? 1 : 0;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GE(compared, all.pairs.size() * 9 / 10);
}

TEST(R500Pairs, TheDeviceDrawsPairsOfTheRepositoryAsTheInterpreterRunsThem) {
    const auto all = test::r500_pairs(test::r500_data());
    expect_all(all, test::directly);
    expect_all(all, test::through_glsl);
}

TEST(R500Pairs, TheDeviceDrawsPairsOfTheCorpusAsTheInterpreterRunsThem) {
    const auto captures = test::r500_corpus_captures();
    if (captures.empty()) GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    expect_all(test::r500_pairs(captures), test::directly);
}

} // namespace
} // namespace relit::r500_pairs_test
