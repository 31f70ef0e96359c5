// What a shaded pixel of the GS costs, in time and in instructions executed: in frames of dumps (two heavy ones of the
// corpus; without it those of tests/data), and in small scenes that do one thing each. And what the host does for a primitive
// that a Vulkan device draws. And how much longer a replay takes that lists the draws.
#include "bench/callgrind.hpp"
#include "machine/gs/dump/playback.hpp"
#include "render/gs/compute/renderer.hpp"
#include "render/gs/player/draw_list.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/support/gs/corpus.hpp"

#include <benchmark/benchmark.h>

#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

namespace {

using namespace relit;
using namespace relit::machine::gs;
using render::gs::reference::Renderer;

/// Work, and what memory holds before it.
struct Scene {
    std::shared_ptr<const Dump> dump; // whose data the work refers to
    render::gs::RendererState before = Renderer().saved();
    WorkList work;
};
/// A scene is made when its benchmark runs.
using MakeScene = std::function<Scene()>;

/// Does a scene's work up to about so many pixels; gives how many there were.
std::uint64_t perform(Renderer& renderer, const Scene& scene, std::uint64_t most) {
    const std::uint64_t before = renderer.counts().pixels;
    for (const Work& work : scene.work.items) {
        renderer.perform(work, scene.work.states);
        if (renderer.counts().pixels - before >= most) break;
    }
    return renderer.counts().pixels - before;
}

void shade(benchmark::State& state, const std::string& name, const MakeScene& make) {
    constexpr std::uint64_t kCounted = 1 << 19; // under callgrind everything takes fifty times as long
    const Scene scene = make();
    Renderer renderer;
    renderer.restore(scene.before);
    if (bench::is_counting()) {
        for (auto _ : state) bench::count([&] { perform(renderer, scene, kCounted); });
        return;
    }
    const auto counted = static_cast<double>(perform(renderer, scene, kCounted));
    double pixels = 0;
    for (auto _ : state) {
        state.PauseTiming();
        renderer.restore(scene.before);
        state.ResumeTiming();
        pixels = static_cast<double>(perform(renderer, scene, UINT64_MAX));
    }
    using benchmark::Counter;
    state.counters["pixels"] = pixels;
    state.counters["time_per_pixel"] = Counter(pixels, Counter::kIsIterationInvariantRate | Counter::kInvert);
    const std::vector<double> counts = bench::counts_of(name, 1);
    if (!counts.empty()) state.counters["instructions_per_pixel"] = counts[0] / counted;
}

void add(const std::string& name, MakeScene make) {
    const std::string full = "gs_shade/" + name;
    auto* added = benchmark::RegisterBenchmark(
        full.c_str(), [full, make = std::move(make)](benchmark::State& state) { shade(state, full + "/", make); });
    added->Unit(benchmark::kMillisecond);
    if (bench::is_counting()) added->Iterations(1); // its name goes on with that, behind a slash
}

// Frames of dumps.

/// The last frame of a dump.
Scene frame_of_dump(const std::filesystem::path& path) {
    const auto dump = std::make_shared<const Dump>(read_dump(test::read_gs_file(path)).dump);
    Scene scene;
    scene.dump = dump;
    Renderer renderer;
    if (dump->state) renderer.write(0, dump->state->memory);
    WorkList packet, frame;
    Playback playback(*dump, packet);
    do {
        const auto first = static_cast<std::uint32_t>(frame.states.size());
        frame.states.insert(frame.states.end(), packet.states.begin(), packet.states.end());
        for (Work& work : packet.items) {
            if (auto* draw = std::get_if<Draw>(&work)) draw->state += first;
            const bool ends = std::holds_alternative<Vsync>(work);
            frame.items.push_back(work);
            if (!ends) continue;
            renderer.perform(scene.work);
            scene.before = renderer.saved();
            scene.work = std::exchange(frame, {});
        }
        packet.clear();
    } while (playback.step(packet));
    return scene;
}

/// All that the host does for the primitives of a frame until they are submitted: nothing waits for the device meanwhile.
void host_work(benchmark::State& state, const std::filesystem::path& path) {
    const Scene scene = frame_of_dump(path);
    auto renderer = render::gs::compute::Renderer::make({}, {});
    if (!renderer) return state.SkipWithError(renderer.error().text.c_str());
    std::uint64_t primitives = 0;
    for (auto _ : state) {
        state.PauseTiming();
        (*renderer)->restore(scene.before);
        const std::uint64_t before = (*renderer)->counts().primitives;
        state.ResumeTiming();
        for (const Work& work : scene.work.items)
            if (std::holds_alternative<Draw>(work)) (*renderer)->perform(work, scene.work.states);
        state.PauseTiming();
        primitives = (*renderer)->counts().primitives - before;
        (*renderer)->wait((*renderer)->flush());
        state.ResumeTiming();
    }
    using benchmark::Counter;
    state.counters["time_per_primitive"] =
        Counter(static_cast<double>(primitives), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

/// The processor's time of a replay without images.
double ticks_of_replay(const Dump& dump, bool is_listed) {
    namespace player = render::gs::player;
    const std::clock_t begin = std::clock();
    player::Replay replay(dump, parts_of(dump), std::make_unique<Renderer>(), {});
    std::optional<player::DrawList> list;
    if (is_listed) list.emplace(replay, [](const player::DrawGroup& group) { benchmark::DoNotOptimize(&group); });
    while (const Work* work = replay.next()) {
        if (list) list->before(*work);
        replay.step();
        if (list) list->after(*work);
    }
    return static_cast<double>(std::clock() - begin);
}

/// Replays with and without a list in turn; their ratio is what counts.
void list_draws(benchmark::State& state, const std::filesystem::path& path) {
    const Dump dump = read_dump(test::read_gs_file(path)).dump;
    double plain = 0, listed = 0;
    for (auto _ : state) {
        plain += ticks_of_replay(dump, false);
        listed += ticks_of_replay(dump, true);
    }
    state.counters["listed_to_plain"] = listed / plain;
}

std::vector<std::filesystem::path> dumps() {
    std::vector<std::filesystem::path> heavy;
    for (const auto& path : test::gs_corpus_dumps()) {
        const std::string name = path.stem().stem();
        if (name == "heavy_prims" || name == "heavy_overdraw") heavy.push_back(path);
    }
    return heavy.empty() ? test::gs_data() : heavy;
}

// Small scenes: a frame of 256 x 128 at page 0, a depth buffer at page 32, a texture of 64 x 64 at page 64.

constexpr std::uint32_t kWidth = 256, kHeight = 128, kTextureBlock = 64 * kBlocksOfPage;
constexpr unsigned kTimes = 8;

DrawState plain_state(Primitive primitive) {
    DrawState state;
    state.prim.set(Prim::primitive, primitive);
    state.frame.set(Frame::width, kWidth / 64);
    state.zbuf.set(ZBuf::base, 32U);
    state.scissor.set(Scissor::x1, kWidth - 1).set(Scissor::y1, kHeight - 1);
    state.test.set(Test::depth_on, true).set(Test::depth_test, DepthTest::GreaterEqual);
    state.colclamp.set(Switch::on, true);
    state.tex0.set(Tex0::base, kTextureBlock).set(Tex0::width, 1U).set(Tex0::log_width, 6U).set(Tex0::log_height, 6U);
    state.tex0.set(Tex0::has_alpha, true);
    for (MipBases& levels : state.mips) { // smaller ones have the same base address
        levels.set(MipBases::base0, kTextureBlock).set(MipBases::width0, 1U);
        levels.set(MipBases::base1, kTextureBlock).set(MipBases::width1, 1U);
        levels.set(MipBases::base2, kTextureBlock).set(MipBases::width2, 1U);
    }
    return state;
}

/// A corner of the frame, with its own colour, depth and texture coordinates.
Vertex corner(std::uint32_t x, std::uint32_t y) {
    const auto small = [](std::uint32_t v) { return static_cast<std::uint8_t>(v); };
    const float q = x == 0 ? 1.0F : 0.25F;
    Vertex vertex;
    vertex.x = static_cast<std::uint16_t>(x * 16), vertex.y = static_cast<std::uint16_t>(y * 16);
    vertex.z = 1000 + x + y;
    vertex.rgba = {small(x), small(2 * y), small(x / 2 + y), 0x80};
    vertex.u = vertex.x / 4U, vertex.v = vertex.y / 4U;
    vertex.s = std::bit_cast<std::uint32_t>(static_cast<float>(x) / 64 * q);
    vertex.t = std::bit_cast<std::uint32_t>(static_cast<float>(y) / 64 * q);
    vertex.q = std::bit_cast<std::uint32_t>(q);
    vertex.fog = small(x);
    return vertex;
}

Scene scene_of(const DrawState& state) {
    Scene scene;
    scene.work.states = {state};
    Draw draw{0, {corner(0, 0), corner(kWidth, kHeight), {}}};
    if (state.prim[Prim::primitive] == Primitive::Triangle)
        draw.vertices = {corner(0, 0), corner(kWidth, 0), corner(0, kHeight)};
    scene.work.items.assign(kTimes, draw);
    return scene;
}
void add(const std::string& name, const DrawState& state) {
    add(name, [state] { return scene_of(state); });
}

void add_scenes() {
    const DrawState sprite = plain_state(Primitive::Sprite), flat = plain_state(Primitive::Triangle);
    add("flat_sprite", sprite), add("flat", flat);
    DrawState gouraud = flat;
    gouraud.prim.set(Prim::gouraud, true);
    add("gouraud", gouraud);
    DrawState fogged = gouraud, soft = gouraud, blended = gouraud, dithered = gouraud, textured = gouraud, uv = sprite;
    fogged.prim.set(Prim::fogged, true), soft.prim.set(Prim::antialiased, true);
    blended.prim.set(Prim::blended, true);
    blended.alpha.set(Alpha::b, 1U).set(Alpha::d, 1U);
    dithered.frame.set(Frame::format, PixelFormat::Ct16);
    dithered.dthe.set(Switch::on, true);
    add("fog", fogged), add("aa1", soft), add("blended", blended), add("dither_16", dithered);
    textured.prim.set(Prim::textured, true), uv.prim.set(Prim::textured, true).set(Prim::uv, true);
    add("nearest", textured), add("nearest_sprite", uv);
    for (DrawState* state : {&textured, &uv}) state->tex1.set(Tex1::magnify, 1U).set(Tex1::minify, 1U);
    add("bilinear", textured), add("bilinear_sprite", uv);
    textured.tex1.set(Tex1::minify, 5U).set(Tex1::max_level, 3U);
    add("trilinear", textured);
}

const bool kAdded = [] {
    add_scenes();
    for (const auto& path : dumps()) {
        const std::string name = path.stem().stem();
        add(name, [path] { return frame_of_dump(path); });
        if (!bench::is_counting())
            benchmark::RegisterBenchmark(("gs_list/" + name).c_str(), [path](benchmark::State& state) {
                list_draws(state, path);
            })->Unit(benchmark::kMillisecond);
        if (!bench::is_counting())
            benchmark::RegisterBenchmark(("gs_host/" + name).c_str(), [path](benchmark::State& state) {
                host_work(state, path);
            })->Unit(benchmark::kMillisecond);
    }
    return true;
}();

} // namespace
