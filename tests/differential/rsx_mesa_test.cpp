// RSX programs of a real compiler, against what llvmpipe gave for their sources: in the interpreter and, through SPIR-V
// and GLSL, in a compute harness and in a pipeline on the device. What the results were measured with differs here:
//  a_vp_lit   colours above 1 cross to the fragments, as GL has it for targets of floats; the RSX clamps what it reads
//  a_vp_lit   adds up TEX1 to TEX3 too, which nothing writes: zeros in llvmpipe; in pairs as the RSX has them, w is 1
//  f_pcoord   has no place in a harness, where there are no points. In a pipeline coordinates of points grow with the
//             target's rows in Vulkan, against them in OpenGL; and the size of points is state of the RSX
//  textures   of bytes are filtered in bytes: kFilteredTolerance
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "lang/pipeline.hpp"
#include "render/vk/draw.hpp"
#include "tests/support/device.hpp"
#include "tests/support/fragments.hpp"
#include "tests/support/harness_run.hpp"
#include "tests/support/rsx/mesa.hpp"
#include "translate/pair.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace relit::rsx_mesa_test {
namespace {

namespace fs = std::filesystem;
using test::Float4;
using test::MesaProgram;

// Of the larger of 1 and what is expected. llvmpipe filters textures of bytes in bytes.
constexpr double kVertexTolerance = 1e-4, kHalfTolerance = 1e-3, kFilteredTolerance = 1 / 255.0 + kHalfTolerance;
constexpr std::uint32_t kCorners = 4;

// ---- modules and what they are given

Result<ir::Module> vertex_module(const MesaProgram& program) {
    ir::ContextReader reader(program.context);
    return isa::lift(isa::rsx::vp::kFrontend, program.vp, reader);
}
Result<ir::Module> fragment_module(const MesaProgram& program) {
    ir::ContextReader reader(program.context);
    return isa::lift(isa::rsx::fp::kFrontend, program.fp, reader);
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, const void* from, std::size_t size) {
    if (bytes.size() >= at + size) std::memcpy(bytes.data() + at, from, size);
}

/// Buffers and textures of a vertex or fragment program, one entry a resource.
std::vector<ir::Bound> bound_of(const ir::Module& module, const MesaProgram& program,
                                const test::MesaTextures& textures) {
    std::vector<ir::Bound> bound(module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::Texture) {
            bound[i] = resource.shadow ? textures.shadow : resource.binding == 0 ? textures.mipmapped : textures.small;
            continue;
        }
        std::vector<std::uint8_t>& bytes = bound[i].bytes;
        bytes.resize(resource.size);
        if (module.stage == ir::Stage::Vertex) {
            for (const auto& [number, value] : program.vp_constants) put(bytes, number * 16, value.data(), 16);
            continue;
        }
        // Constants stand in the block in the order of the code; those that are not patched are as they stand there.
        const auto code = isa::rsx::fp::load_binary(program.fp);
        std::size_t at = 0;
        for (const auto& instruction : code->instructions) {
            if (!instruction.constant) continue;
            const auto patched = program.fp_constants.find(instruction.constant->offset);
            const bool is_patched = patched != program.fp_constants.end();
            const void* from =
                is_patched ? static_cast<const void*>(patched->second.data()) : instruction.constant->lanes.data();
            put(bytes, at, from, 16);
            at += 16;
        }
    }
    return bound;
}

run::State state_of(const ir::Module& module, const std::vector<ir::Bound>& bound) {
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (!bound[i].bytes.empty()) state.resources[i] = bound[i].bytes;
    return state;
}

float lane(const run::State& state, std::size_t file, std::size_t at) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(state.files[file][at]));
}
void set(run::State& state, std::size_t file, std::size_t at, float value) {
    state.files[file][at] = std::bit_cast<std::uint32_t>(value);
}

std::size_t file_of(const ir::Module& module, std::string_view name) {
    for (std::size_t i = 0; i < module.files.size(); ++i)
        if (module.files[i].name == name) return i;
    return module.files.size();
}

// ---- ways to run

using Runs = std::vector<run::State>;
using PointCoordinates = std::vector<std::array<float, 2>>; // by state

class Runner {
public:
    virtual ~Runner() = default;
    [[nodiscard]] virtual bool has_points() const = 0;
    [[nodiscard]] virtual Status run(const ir::Module& module, Runs& states, std::vector<ir::Bound>& bound,
                                     const PointCoordinates& points) = 0;
};

class InInterpreter final : public Runner {
public:
    bool has_points() const override { return true; }
    Status run(const ir::Module& module, Runs& states, std::vector<ir::Bound>& bound,
               const PointCoordinates& points) override {
        run::Host host{.bound = &bound, .texture = {}, .builtin = {}};
        host.builtin = [&](ir::Builtin builtin, unsigned at, std::size_t state) -> std::uint64_t {
            const bool known = builtin == ir::Builtin::PointCoord && state < points.size();
            return known ? std::bit_cast<std::uint32_t>(points[state][at]) : 0;
        };
        return run::run(module, states, {}, host);
    }
};

class InHarness final : public Runner {
public:
    explicit InHarness(test::BackEnd back_end) : road_(back_end) {}
    bool has_points() const override { return false; }
    Status run(const ir::Module& module, Runs& states, std::vector<ir::Bound>& bound,
               const PointCoordinates& /*points*/) override {
        if (!device_) {
            auto opened = test::open_device();
            if (!opened) return std::unexpected(opened.error());
            device_.emplace(std::move(*opened));
        }
        return test::run_in_harness(*device_, module, road_, states, bound);
    }

private:
    test::BackEnd road_;
    std::optional<render::vk::Device> device_;
};

// ---- vertex programs

/// The states that a vertex program ends in, of its first `count` vertices.
Result<Runs> run_vertices(Runner& runner, const ir::Module& module, const MesaProgram& program, std::size_t count) {
    std::vector<ir::Bound> bound = bound_of(module, program, {});
    Runs states;
    const std::size_t inputs = file_of(module, "v");
    for (std::size_t i = 0; i < count; ++i) {
        run::State& state = states.emplace_back(state_of(module, bound));
        for (std::size_t reg = 0; reg < program.vertices[i].size(); ++reg)
            for (std::size_t at = 0; at < 4; ++at) set(state, inputs, reg * 4 + at, program.vertices[i][reg][at]);
    }
    if (const Status done = runner.run(module, states, bound, {}); !done) return std::unexpected(done.error());
    return states;
}

double distance(float wanted, float got) {
    if (std::isnan(got) || std::isinf(got)) return wanted == got ? 0 : INFINITY;
    return std::fabs(double{wanted} - got) / std::max(1.0, std::fabs(double{wanted}));
}

void check_vertices(Runner& runner, const MesaProgram& program) {
    SCOPED_TRACE(program.name);
    const auto module = vertex_module(program);
    ASSERT_TRUE(module) << module.error().text;
    const auto states = run_vertices(runner, *module, program, program.vertices.size());
    ASSERT_TRUE(states) << states.error().text;
    const std::size_t outputs = file_of(*module, "o");
    for (const test::MesaOutput& output : program.outputs) {
        for (std::size_t vertex = 0; vertex < output.values.size(); ++vertex) {
            for (unsigned at = 0; at < output.lanes; ++at) {
                const float wanted = output.values[vertex][at],
                            got = lane((*states)[vertex], outputs, output.reg * 4 + at);
                EXPECT_LE(distance(wanted, got), kVertexTolerance)
                    << output.name << " lane " << at << " of vertex " << vertex << ": " << got << " is not " << wanted;
            }
        }
    }
}

// ---- fragment programs

/// What one way of drawing gave: as MesaProgram has it.
struct Drawing {
    std::vector<Float4> pixels;
    std::vector<float> depth;
};

void check_drawing(const MesaProgram& program, const Drawing& drawing, double tolerance) {
    ASSERT_EQ(drawing.pixels.size(), program.pixels.size());
    unsigned wrong = 0;
    double worst = 0;
    std::string first;
    const auto compare = [&](std::size_t pixel, const std::string& what, float wanted, float got) {
        const double off = distance(wanted, got);
        worst = std::max(worst, off);
        if (off <= tolerance || wrong++ != 0) return;
        first = what + " of pixel " + std::to_string(pixel % program.width) + ", " +
                std::to_string(pixel / program.width) + ": " + std::to_string(got) + " is not " +
                std::to_string(wanted);
    };
    for (std::size_t pixel = 0; pixel < program.pixels.size(); ++pixel) {
        for (std::size_t at = 0; at < 4; ++at)
            compare(pixel, "lane " + std::to_string(at), program.pixels[pixel][at], drawing.pixels[pixel][at]);
        if (!program.depth.empty()) compare(pixel, "depth", program.depth[pixel], drawing.depth[pixel]);
    }
    EXPECT_EQ(wrong, 0U) << program.name << ": " << first << "; worst " << worst;
}

/// The corners as the vertex program leaves them, and where they come to lie.
struct Corners {
    ir::Module module;
    Runs states;
    std::vector<Float4> positions;
};

Result<Corners> corners_of(const MesaProgram& program) {
    auto module = vertex_module(program);
    if (!module) return std::unexpected(module.error());
    InInterpreter interpreter;
    auto states = run_vertices(interpreter, *module, program, kCorners);
    if (!states) return std::unexpected(states.error());
    Corners corners{std::move(*module), std::move(*states), {}};
    const std::size_t outputs = file_of(corners.module, "o");
    for (const run::State& state : corners.states)
        corners.positions.push_back(
            {lane(state, outputs, 0), lane(state, outputs, 1), lane(state, outputs, 2), lane(state, outputs, 3)});
    return corners;
}

/// Sets what crosses into a fragment.
void hand_over(const ir::Module& module, const Corners& corners, const test::FragmentQuad::Fragment& fragment,
               run::State& state) {
    const std::size_t outputs = file_of(corners.module, "o");
    for (const lang::IoVariable& io_variable : lang::io_variables_of(module, ir::Role::Input)) {
        const std::uint32_t to = io_variable.reg * module.files[io_variable.file].lanes + io_variable.lane;
        for (std::uint32_t i = 0; i < io_variable.lanes; ++i) {
            double value = io_variable.semantic == ir::Semantic::FrontFacing ? 1 : 0;
            if (io_variable.semantic == ir::Semantic::Position) value = fragment.position[i];
            for (std::size_t corner = 0; io_variable.semantic == ir::Semantic::User && corner < kCorners; ++corner)
                value += fragment.weights[corner] * lane(corners.states[corner], outputs, io_variable.number * 4 + i);
            set(state, io_variable.file, to + i, static_cast<float>(value));
        }
    }
}

std::vector<test::FragmentQuad> fragments_of(const MesaProgram& program, const Corners& corners) {
    const auto fragments = program.is_points ? test::fragments_of_points : test::fragments_of_strip;
    return fragments(corners.positions, program.width, program.height);
}

Result<Drawing> draw(Runner& runner, const MesaProgram& program, const Corners& corners, const ir::Module& module,
                     const test::MesaTextures& textures) {
    std::vector<ir::Bound> bound = bound_of(module, program, textures);
    const auto quads = fragments_of(program, corners);
    Runs states;
    PointCoordinates points;
    for (const test::FragmentQuad& quad : quads) {
        for (const auto& fragment : quad.fragments) {
            hand_over(module, corners, fragment, states.emplace_back(state_of(module, bound)));
            points.push_back(fragment.point_coordinate);
        }
    }
    if (const Status done = runner.run(module, states, bound, points); !done) return std::unexpected(done.error());
    Drawing drawing{std::vector<Float4>(std::size_t{program.width} * program.height), {}};
    drawing.depth.resize(drawing.pixels.size());
    const std::size_t colours = file_of(module, "color"), depth = file_of(module, "depth");
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto& fragment = quads[i / 4].fragments[i % 4];
        if (!fragment.is_covered || states[i].discarded) continue;
        const std::size_t pixel = std::size_t{fragment.y} * program.width + fragment.x;
        for (std::size_t at = 0; at < 4; ++at) drawing.pixels[pixel][at] = lane(states[i], colours, at);
        if (depth < module.files.size()) drawing.depth[pixel] = lane(states[i], depth, 0);
    }
    return drawing;
}

/// What the program's source means where colours are clamped on their way: a_vp_lit adds one to other things.
MesaProgram with_clamped_colours(MesaProgram program, const Corners& corners) {
    const std::size_t outputs = file_of(corners.module, "o");
    for (const test::FragmentQuad& quad : fragments_of(program, corners)) {
        for (const auto& fragment : quad.fragments) {
            for (std::size_t at = 0; fragment.is_covered && at < 4; ++at) {
                double colour = 0;
                for (std::size_t corner = 0; corner < kCorners; ++corner)
                    colour += fragment.weights[corner] * lane(corners.states[corner], outputs, 4 + at);
                program.pixels[std::size_t{fragment.y} * program.width + fragment.x][at] +=
                    static_cast<float>(std::clamp(colour, 0.0, 1.0) - colour);
            }
        }
    }
    return program;
}

double tolerance_of(const ir::Module& module) {
    const auto is_filtered = [](const ir::Resource& resource) {
        return resource.kind == ir::ResourceKind::Texture && !resource.shadow;
    };
    return std::ranges::any_of(module.resources, is_filtered) ? kFilteredTolerance : kHalfTolerance;
}

// ---- pipelines

/// How the two programs of a draw are translated.
enum class Together : std::uint8_t { Apart, ApartAsText, AsAPair }; // ApartAsText: the fragment program literally

class InPipeline {
public:
    InPipeline(render::vk::Device& device, test::BackEnd back_end) : device_(device), road_(back_end) {}

    /// Rows from y = -1 on are OpenGL's rows from the bottom; that turns round how triangles go.
    Result<Drawing> draw(const MesaProgram& program, const test::MesaTextures& textures,
                         Together together = Together::AsAPair) {
        auto modules = modules_of(program, together);
        if (!modules) return std::unexpected(modules.error());
        const auto& [vertex, fragment] = *modules;
        const auto vertex_code = road_(vertex, target_of(vertex)), fragment_code = road_(fragment, target_of(fragment));
        if (!vertex_code) return std::unexpected(vertex_code.error());
        if (!fragment_code) return std::unexpected(fragment_code.error());
        const auto vertex_bound = bound_of(vertex, program, textures),
                   fragment_bound = bound_of(fragment, program, textures);
        render::vk::Draw all{
            .vertex = {*vertex_code, vertex, vertex_bound},
            .fragment = {*fragment_code, fragment, fragment_bound},
            .inputs = {},
            .vertices = kCorners,
            .topology = program.is_points ? render::vk::Topology::Points : render::vk::Topology::TriangleStrip,
            .width = program.width,
            .height = program.height,
            .clips_as_opengl = true,
            .front_is_clockwise = true};
        for (std::uint32_t location = 0; location < program.vertices[0].size(); ++location)
            for (const auto& each : program.vertices) all.inputs[location].push_back(each[location]);
        auto drawn = render::vk::draw(device_, all);
        if (!drawn) return std::unexpected(drawn.error());
        std::string said;
        for (const Fault& fault : device_.take_messages()) said += fault.text + "\n";
        if (!said.empty()) return fail(FaultKind::Device, said);
        return Drawing{std::move(drawn->targets[0]), std::move(drawn->depth)};
    }

private:
    Result<translate::PairOfModules> modules_of(const MesaProgram& program, Together together) const {
        ir::Context context = translate::context_of_pair(isa::rsx::vp::kFrontend, program.context);
        if (program.is_points) context.values["rsx.vp.point_size"] = std::bit_cast<std::uint32_t>(1.0F);
        ir::ContextReader reader(program.context, {.readable = together == Together::ApartAsText}),
            pair_reader(context);
        auto vertex = isa::lift(isa::rsx::vp::kFrontend, program.vp, pair_reader);
        if (!vertex) return std::unexpected(vertex.error());
        auto fragment = isa::lift(isa::rsx::fp::kFrontend, program.fp, reader);
        if (!fragment) return std::unexpected(fragment.error());
        if (together == Together::AsAPair)
            return translate::prepare_pair(std::move(*vertex), std::move(*fragment), target_of_device(), {});
        auto first = translate::prepare(std::move(*vertex), target_of_device(), {});
        if (!first) return std::unexpected(first.error());
        const lang::Target target = target_of(*fragment);
        auto second = translate::prepare(std::move(*fragment), target, {});
        if (!second) return std::unexpected(second.error());
        return translate::PairOfModules{std::move(*first), std::move(*second)};
    }
    [[nodiscard]] lang::Target target_of(const ir::Module& module) const {
        lang::Target target = target_of_device();
        target.literal = module.readable;
        return target;
    }

    [[nodiscard]] lang::Target target_of_device() const { return test::with_language_of(road_, device_.target({})); }

    render::vk::Device& device_;
    test::BackEnd road_;
};

void check_fragments(Runner& runner, const MesaProgram& program, const test::MesaTextures& textures) {
    SCOPED_TRACE(program.name);
    if (program.is_points && !runner.has_points()) return;
    const auto corners = corners_of(program);
    ASSERT_TRUE(corners) << corners.error().text;
    const auto module = fragment_module(program);
    ASSERT_TRUE(module) << module.error().text;
    const auto drawing = draw(runner, program, *corners, *module, textures);
    ASSERT_TRUE(drawing) << drawing.error().text;
    const bool clamps = program.name.starts_with("a_vp_lit");
    check_drawing(clamps ? with_clamped_colours(program, *corners) : program, *drawing, tolerance_of(*module));
}

/// Where coordinates of points grow the other way: f_pcoord multiplies them.
MesaProgram with_turned_points(MesaProgram program) {
    for (Float4& pixel : program.pixels)
        if (pixel[3] != 0) pixel[1] = 0; // was at the very end
    return program;
}

/// Where a program adds three coordinates that the vertex program does not write: each has 1 in w.
MesaProgram with_unwritten_coordinates(MesaProgram program) {
    for (Float4& pixel : program.pixels)
        if (pixel[3] != 0) pixel[3] += 3;
    return program;
}

void check_pipeline(InPipeline& pipeline, const MesaProgram& program, const test::MesaTextures& textures,
                    Together together) {
    SCOPED_TRACE(program.name);
    const auto fragment = fragment_module(program);
    ASSERT_TRUE(fragment) << fragment.error().text;
    const double tolerance = tolerance_of(*fragment);
    const auto drawing = pipeline.draw(program, textures, together);
    ASSERT_TRUE(drawing) << drawing.error().text;
    if (program.is_points) return check_drawing(with_turned_points(program), *drawing, tolerance);
    const bool clamps = program.name.starts_with("a_vp_lit");
    const auto corners = corners_of(program);
    ASSERT_TRUE(corners) << corners.error().text;
    const auto expected = [&] { return with_unwritten_coordinates(with_clamped_colours(program, *corners)); };
    check_drawing(clamps ? expected() : program, *drawing, tolerance);
}

/// What a pair draws is what its programs draw when each is translated alone. Gives how many pixels were drawn on.
std::size_t check_together(InPipeline& pipeline, const MesaProgram& program, const test::MesaTextures& textures) {
    SCOPED_TRACE(program.name);
    const auto pair = pipeline.draw(program, textures), apart = pipeline.draw(program, textures, Together::Apart);
    EXPECT_TRUE(pair && apart) << (pair ? "" : pair.error().text) << (apart ? "" : apart.error().text);
    if (!pair || !apart) return 0;
    std::size_t drawn = 0, different = 0;
    for (std::size_t i = 0; i < pair->pixels.size(); ++i) {
        drawn += apart->pixels[i] != Float4{} ? 1U : 0U;
        // A constant is not interpolated in a pair.
        for (std::size_t at = 0; at < 4; ++at)
            different += distance(apart->pixels[i][at], pair->pixels[i][at]) > kVertexTolerance ? 1U : 0U;
    }
    EXPECT_EQ(different, 0U);
    return drawn;
}

// ---- the sets

struct Set {
    std::vector<MesaProgram> programs;
    test::MesaTextures textures;
};

/// Of this repository, or of the corpus.
class RsxMesa : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const bool own = std::string_view(GetParam()) == "repository";
        const char* corpus = std::getenv("RELIT_CORPUS");
        const fs::path outside = corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus";
        const fs::path folder = own ? fs::path(RELIT_DATA) / "rsx" : outside / "rsx/own";
        if (!own && !fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
        std::string errors;
        set_.programs = test::mesa_programs(folder / "mesa", errors);
        set_.textures = test::mesa_textures(folder / "textures.raw");
        ASSERT_EQ(errors, "");
        ASSERT_GE(set_.programs.size(), own ? 12U : 50U);
        for (MesaProgram program : std::vector(set_.programs)) { // all of them in the guest's own arithmetic as well
            program.name += " exact";
            for (const char* key : {"rsx.vp.arithmetic", "rsx.fp.arithmetic"}) program.context.values[key] = 1;
            set_.programs.push_back(std::move(program));
        }
    }
    void check_all(Runner& runner, bool vertices) {
        for (const MesaProgram& program : set_.programs) {
            if (vertices && !program.outputs.empty()) check_vertices(runner, program);
            if (!vertices && !program.pixels.empty()) check_fragments(runner, program, set_.textures);
        }
    }
    void check_pipelines(test::BackEnd back_end, Together together = Together::AsAPair) {
        auto device = test::open_device();
        ASSERT_TRUE(device) << device.error().text;
        InPipeline pipeline(*device, back_end);
        for (const MesaProgram& program : set_.programs)
            if (!program.pixels.empty()) check_pipeline(pipeline, program, set_.textures, together);
    }
    Set set_;
};

TEST_P(RsxMesa, VerticesInTheInterpreter) {
    InInterpreter runner;
    check_all(runner, true);
}
TEST_P(RsxMesa, VerticesInAHarness) {
    InHarness runner(test::directly);
    check_all(runner, true);
}
TEST_P(RsxMesa, VerticesInAHarnessThroughGlsl) {
    InHarness runner(test::through_glsl);
    check_all(runner, true);
}
TEST_P(RsxMesa, FragmentsInTheInterpreter) {
    InInterpreter runner;
    check_all(runner, false);
}
TEST_P(RsxMesa, FragmentsInAHarness) {
    InHarness runner(test::directly);
    check_all(runner, false);
}
TEST_P(RsxMesa, FragmentsInAHarnessThroughGlsl) {
    InHarness runner(test::through_glsl);
    check_all(runner, false);
}
TEST_P(RsxMesa, FragmentsInAPipeline) { check_pipelines(test::directly); }
TEST_P(RsxMesa, PairsDrawWhatTheirProgramsDraw) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    InPipeline pipeline(*device, test::directly);
    std::size_t drawn = 0, pairs = 0;
    for (MesaProgram program : set_.programs) {
        if (program.vp.empty() || program.fp.empty() || program.name.ends_with(" exact")) continue;
        if (program.pixels.empty()) program.width = program.height = 16;
        ++pairs;
        drawn += check_together(pipeline, program, set_.textures);
        program.context.values.add({{"rsx.fp.two_sided", 1}, {"rsx.fp.flat", 1}, {"rsx.vp.user_clip", 0x222222}});
        program.name += " two-sided";
        drawn += check_together(pipeline, program, set_.textures);
    }
    EXPECT_GE(drawn, pairs * 100);
}
TEST_P(RsxMesa, FragmentsInAPipelineThroughGlsl) { check_pipelines(test::through_glsl); }
TEST_P(RsxMesa, FragmentsInAPipelineAsLiteralText) { check_pipelines(test::through_glsl, Together::ApartAsText); }

INSTANTIATE_TEST_SUITE_P(Programs, RsxMesa, testing::Values("repository", "corpus"),
                         [](const auto& set) { return std::string(set.param); });

} // namespace
} // namespace relit::rsx_mesa_test
