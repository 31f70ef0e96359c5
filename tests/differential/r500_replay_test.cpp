// Captures drawn on the device, against the images that others made of the same scenes: Mesa's software renderer drew the scenes of
// OpenGL, and an interpreter written from the reference drew the demos.
#include "base/image.hpp"
#include "render/r500/player.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/rsx/mesa.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace relit::r500_replay_test {
namespace {

namespace fs = std::filesystem;
using render::r500::Player;

constexpr int kTolerance = 8; // of 255

struct Scene {
    std::string_view name;
    double alike, equal; // percent of pixels, at least: with the tolerance, and bit for bit where lavapipe draws
    std::string_view reason;
};
constexpr Scene kScenes[] = {
#define SCENE(name, alike, equal, reason) {name, alike, equal, reason},
#include "tests/differential/r500_scenes.inc"
#undef SCENE
};
constexpr double kNearlyAll = 99.9; // percent
static_assert(std::ranges::count_if(kScenes, [](const Scene& each) { return each.alike >= kNearlyAll; }) == 54);
static_assert(std::ranges::count_if(kScenes, [](const Scene& each) { return each.equal >= kNearlyAll; }) == 30);
static_assert(std::ranges::all_of(kScenes,
                                  [](const Scene& each) { return (each.alike < kNearlyAll) != each.reason.empty(); }));

double share_alike(const Image& a, const Image& b, int tolerance) {
    std::size_t alike = 0;
    const std::size_t pixels = a.rgba.size() / 4;
    for (std::size_t i = 0; i < pixels; ++i) {
        bool is_alike = true;
        for (std::size_t c = 4 * i; c < 4 * i + 4; ++c)
            is_alike = is_alike && std::abs(a.rgba[c] - b.rgba[c]) <= tolerance;
        alike += is_alike ? 1 : 0;
    }
    return 100.0 * static_cast<double>(alike) / static_cast<double>(pixels);
}

Image image_file(const fs::path& file) {
    const auto decoded = decode_png(test::bytes_of_file(file));
    EXPECT_TRUE(decoded) << file;
    return decoded ? *decoded : Image{};
}

/// Plays a capture as far as a submission.
std::unique_ptr<Player> played(render::vk::Device& device, const machine::r500::Capture& capture, std::uint32_t last) {
    auto player = Player::make(device, capture);
    EXPECT_TRUE(player);
    if (!player) return nullptr;
    for (bool goes_on = true; goes_on;) {
        const auto next = (*player)->next(last);
        EXPECT_TRUE(next) << next.error().text;
        goes_on = next && *next;
    }
    EXPECT_EQ((*player)->renderer().statistics().skipped, 0U);
    return std::move(*player);
}

class R500Replay : public testing::TestWithParam<fs::path> {};

/// How much of a scene's readout is as in the reference, in percent, and what was said not to be.
struct Compared {
    double alike = 0, equal = 0;
    std::string approximate; // a line each
};
void compare_scene(render::vk::Device& device, const fs::path& folder, Compared& compared) {
    const test::R500Capture capture = test::read_r500_capture(folder);
    const auto player = played(device, capture.loaded.capture, ~0U);
    ASSERT_NE(player, nullptr);
    const auto readout = render::r500::readout_of(capture.loaded.capture);
    ASSERT_TRUE(readout);
    const auto bytes = player->buffer(readout->buffer);
    ASSERT_TRUE(bytes);
    const auto image = render::r500::image_of(readout->description, *bytes);
    ASSERT_TRUE(image);
    const Image reference = image_file(folder / "reference.png");
    const Image upright = render::r500::flipped(*image);
    ASSERT_EQ(upright.rgba.size(), reference.rgba.size());
    EXPECT_TRUE(device.take_messages().empty());
    compared = {share_alike(upright, reference, kTolerance), share_alike(upright, reference, 0), {}};
    for (const auto& [text, draw] : player->renderer().approximate()) compared.approximate += text + "\n";
}

const Scene& scene_of(const fs::path& folder) {
    const auto scene = std::ranges::find(kScenes, std::string(folder.filename()), &Scene::name);
    EXPECT_NE(scene, std::end(kScenes)) << "r500_scenes.inc has no row for " << folder;
    return scene == std::end(kScenes) ? kScenes[0] : *scene;
}

TEST_P(R500Replay, ScenesLookAsTheirReference) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    Compared compared;
    compare_scene(*device, GetParam(), compared);
    RecordProperty("percent_alike", std::to_string(compared.alike));
    RecordProperty("percent_equal", std::to_string(compared.equal));
    const Scene& scene = scene_of(GetParam());
    EXPECT_GE(compared.alike, scene.alike) << scene.reason;
    EXPECT_TRUE(!device->info().is_cpu || compared.equal >= scene.equal) << compared.equal;
}

class R500LesserDevice : public testing::TestWithParam<fs::path> {};

/// Scenes that a device without optional features does not draw right, and what is said of them.
const std::map<std::string, std::string_view> kLesser{
    {"logic_op", "the device has no logic operations"},
    {"mip_aniso", "anisotropic filters are replaced by linear ones"},
    {"wrap_border", "a border colour is replaced by black, white or nothing"},
    {"wrap_gl_clamp", "a border colour is replaced by black, white or nothing"},
};

TEST_P(R500LesserDevice, ScenesLookAsTheirReferenceOrItIsSaid) {
    auto device = test::open_lesser_device();
    ASSERT_TRUE(device) << device.error().text;
    Compared compared;
    compare_scene(*device, GetParam(), compared);
    if (const auto lesser = kLesser.find(GetParam().filename()); lesser != kLesser.end())
        EXPECT_NE(compared.approximate.find(lesser->second), std::string::npos) << compared.approximate;
    else
        EXPECT_GE(compared.alike, scene_of(GetParam()).alike) << compared.approximate;
}

std::vector<fs::path> scenes() {
    std::vector<fs::path> all;
    for (const fs::path& folder : test::r500_data())
        if (fs::exists(folder / "reference.png")) all.push_back(folder);
    for (const fs::path& folder : test::r500_corpus_captures())
        if (fs::exists(folder / "reference.png")) all.push_back(folder);
    return all;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename();
    if (info.param.parent_path().filename() != "r500") name += "_of_the_corpus";
    return name;
}

/// Averages of squares of pixels.
Image box_filtered(const Image& image, std::uint32_t side) {
    Image small{image.width / side, image.height / side, {}};
    for (std::uint32_t y = 0; y < small.height; ++y)
        for (std::uint32_t x = 0; x < small.width; ++x)
            for (std::uint32_t c = 0; c < 4; ++c) {
                std::uint32_t sum = 0;
                for (std::uint32_t i = 0; i < side * side; ++i)
                    sum += image.rgba[4 * ((std::size_t{side} * y + i / side) * image.width + side * x + i % side) + c];
                small.rgba.push_back(static_cast<std::uint8_t>((sum + side * side / 2) / (side * side)));
            }
    return small;
}

class R500DemoReplay : public testing::TestWithParam<fs::path> {};

/// The interpreter is a loose check: it is no hardware either. Alpha is not compared.
TEST_P(R500DemoReplay, DemosLookAsAnInterpreterDrewThem) {
    constexpr double kLeast = 99;
    constexpr std::uint32_t kSide = 4;
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    const auto player = played(*device, capture.loaded.capture, capture.manifest["interpreted"]["after_submission"]);
    ASSERT_NE(player, nullptr);
    const auto target = machine::r500::bound_colour(*player->state(), 0);
    const auto bytes = player->buffer_of(target);
    ASSERT_TRUE(bytes);
    auto image = render::r500::image_of(target.description, *bytes);
    ASSERT_TRUE(image);
    Image reference = image_file(GetParam() / "interpreted.png");
    if (image->width == kSide * reference.width) *image = box_filtered(*image, kSide);
    ASSERT_EQ(image->rgba.size(), reference.rgba.size());
    for (Image* one : {&*image, &reference})
        for (std::size_t i = 3; i < one->rgba.size(); i += 4) one->rgba[i] = 255;
    EXPECT_TRUE(device->take_messages().empty());
    EXPECT_GE(share_alike(*image, reference, kTolerance), kLeast);
}

std::vector<fs::path> demos() {
    std::vector<fs::path> all;
    for (const fs::path& folder : test::r500_corpus_captures())
        if (fs::exists(folder / "interpreted.png")) all.push_back(folder);
    return all;
}

class R500PlainReplay : public testing::TestWithParam<fs::path> {};

/// Demos without a reference image; one has more draws than fit into a submission.
TEST_P(R500PlainReplay, DemosWithoutAnImageAreDrawnWhole) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    EXPECT_NE(played(*device, capture.loaded.capture, ~0U), nullptr);
    EXPECT_TRUE(device->take_messages().empty());
}

std::vector<fs::path> demos_without_image() {
    std::vector<fs::path> all;
    for (const fs::path& folder : test::r500_corpus_captures())
        if (!fs::exists(folder / "interpreted.png") && !fs::exists(folder / "reference.png")) all.push_back(folder);
    return all;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(R500PlainReplay);
INSTANTIATE_TEST_SUITE_P(Demos, R500PlainReplay, testing::ValuesIn(demos_without_image()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(R500DemoReplay);
INSTANTIATE_TEST_SUITE_P(Demos, R500DemoReplay, testing::ValuesIn(demos()), name_of);
INSTANTIATE_TEST_SUITE_P(Scenes, R500Replay, testing::ValuesIn(scenes()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(R500LesserDevice);
INSTANTIATE_TEST_SUITE_P(Scenes, R500LesserDevice, testing::ValuesIn(scenes()), name_of);

} // namespace
} // namespace relit::r500_replay_test
