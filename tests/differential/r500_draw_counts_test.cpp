// Counts of the draws of captures: what is stopped adds up, whichever way it is counted, and counting changes no pixel.
#include "base/image.hpp"
#include "render/r500/player.hpp"
#include "tests/support/device.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/r500/stream.hpp"
#include "tests/support/rsx/mesa.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::r500_draw_counts_test {
namespace {

namespace fs = std::filesystem;
namespace reg = machine::r500::reg;
namespace program_reg = isa::r500::reg;
using machine::r500::Capture;
using render::r500::Counting;
using render::r500::DrawCounts;
using render::r500::Player;

constexpr std::uint32_t kTriangle = 2; // the draw of the triangle in its scene

struct Counted {
    std::vector<DrawCounts> draws;
    std::vector<std::uint8_t> readout;
    std::uint64_t triangles = 0;
};
/// Plays a capture to its end.
Counted counted(render::vk::Device& device, const Capture& capture, Counting how) {
    Counted made;
    const auto player = Player::make(device, capture);
    EXPECT_TRUE(player);
    if (!player) return made;
    EXPECT_TRUE((*player)->renderer().count(how));
    for (;;) {
        const auto next = (*player)->next();
        EXPECT_TRUE(next) << next.error().text;
        if (!next || !*next) break;
        made.draws.push_back((*player)->renderer().counts());
    }
    made.triangles = (*player)->renderer().statistics().triangles;
    if (const auto readout = render::r500::readout_of(capture))
        if (const auto bytes = (*player)->buffer(readout->buffer)) made.readout.assign(bytes->begin(), bytes->end());
    EXPECT_TRUE(device.take_messages().empty());
    return made;
}

/// Differences that went below 0 are as large as no draw is.
void expect_sums(const DrawCounts& counts) {
    EXPECT_EQ(counts.sent, counts.clipped + counts.culled + counts.rasterised);
    EXPECT_EQ(counts.fragments, counts.killed + counts.failed() + counts.masked + counts.written);
    for (const render::r500::CountRow& row : render::r500::count_rows())
        EXPECT_LT(counts.*row.member, std::uint64_t{1} << 40) << row.name;
}

class R500DrawCounts : public testing::TestWithParam<fs::path> {};

TEST_P(R500DrawCounts, AddUpWhicheverWayTheyAreCounted) {
    constexpr std::uint64_t kMostTriangles = 500; // that are drawn one by one
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const test::R500Capture capture = test::read_r500_capture(GetParam());
    const Counted plain = counted(*device, capture.loaded.capture, Counting::Off);
    const Counted at_once = counted(*device, capture.loaded.capture, Counting::AtOnce);
    EXPECT_EQ(plain.readout, at_once.readout);
    for (const DrawCounts& counts : at_once.draws) expect_sums(counts);
    for (const DrawCounts& counts : plain.draws) EXPECT_EQ(counts.fragments, 0U);
    if (at_once.triangles > kMostTriangles) return;
    const Counted by_triangle = counted(*device, capture.loaded.capture, Counting::ByTriangle);
    EXPECT_EQ(plain.readout, by_triangle.readout);
    EXPECT_TRUE(at_once.draws == by_triangle.draws);
}

std::vector<fs::path> captures() {
    std::vector<fs::path> all = test::r500_data();
    for (const fs::path& folder : test::r500_corpus_captures()) all.push_back(folder);
    return all;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename();
    if (info.param.parent_path().filename() != "r500") name += "_of_the_corpus";
    return name;
}
INSTANTIATE_TEST_SUITE_P(Captures, R500DrawCounts, testing::ValuesIn(captures()), name_of);

fs::path triangle_scene() {
    for (const fs::path& folder : test::r500_data())
        if (folder.filename() == "gouraud_triangle") return folder;
    return {};
}

/// Pixels of the reference that are not the colour of its corner.
std::uint64_t drawn_pixels() {
    const auto image = decode_png(test::bytes_of_file(triangle_scene() / "reference.png"));
    EXPECT_TRUE(image);
    std::uint64_t drawn = 0;
    for (std::size_t i = 0; i < image->rgba.size(); i += 4)
        drawn += std::equal(image->rgba.begin(), image->rgba.begin() + 4,
                            image->rgba.begin() + static_cast<std::ptrdiff_t>(i))
                     ? 0
                     : 1;
    return drawn;
}

struct RegisterWrite {
    std::uint32_t number, value;
};
/// Registers before the triangle, and the counts that differ from those of the triangle as it is: all pixels of the reference are
/// written.
struct Case {
    std::string_view name;
    std::vector<RegisterWrite> writes;
    std::uint64_t DrawCounts::* stopped; // that all fragments, or all primitives, go to
};
class R500TriangleCounts : public testing::TestWithParam<Case> {};

TEST_P(R500TriangleCounts, NameWhatStoppedAll) {
    auto device = test::open_device();
    ASSERT_TRUE(device) << device.error().text;
    const std::uint64_t pixels = drawn_pixels();
    test::R500Capture capture = test::read_r500_capture(triangle_scene());
    std::vector<std::uint32_t> packets;
    for (const RegisterWrite& write : GetParam().writes)
        for (const std::uint32_t dword : test::write_register(write.number, write.value)) packets.push_back(dword);
    test::put_before_draw(capture.loaded.capture, kTriangle, packets);
    const DrawCounts counts = counted(*device, capture.loaded.capture, Counting::AtOnce).draws.at(kTriangle - 1);
    const bool stops_primitives =
        GetParam().stopped == &DrawCounts::culled || GetParam().stopped == &DrawCounts::clipped;
    DrawCounts expected{.vertices = 3, .sent = 1};
    expected.rasterised = stops_primitives ? 0 : 1;
    expected.fragments = stops_primitives ? 0 : pixels;
    expected.*GetParam().stopped = stops_primitives ? 1 : pixels;
    for (const render::r500::CountRow& row : render::r500::count_rows())
        EXPECT_EQ(counts.*row.member, expected.*row.member) << row.name;
}

constexpr std::uint32_t kMinusOne = 0xbf800000;
INSTANTIATE_TEST_SUITE_P(
    All, R500TriangleCounts,
    testing::Values(
        Case{"Written", {}, &DrawCounts::written}, Case{"Culled", {{reg::SU_CULL_MODE, 3}}, &DrawCounts::culled},
        Case{"Clipped",
             {{reg::VAP_CLIP_CNTL, 3U << 14 | 1},
              {reg::VAP_PVS_VECTOR_INDX_REG, 0x600}, // plane 0: everything is outside
              {reg::VAP_PVS_VECTOR_DATA_REG_128, 0},
              {reg::VAP_PVS_VECTOR_DATA_REG_128, 0},
              {reg::VAP_PVS_VECTOR_DATA_REG_128, 0},
              {reg::VAP_PVS_VECTOR_DATA_REG_128, kMinusOne}},
             &DrawCounts::clipped},
        Case{"AlphaTest", {{program_reg::FG_ALPHA_FUNC, 1U << 11}}, &DrawCounts::failed_alpha},
        Case{"StencilTest", {{reg::ZB_CNTL, 1}, {reg::ZB_ZSTENCILCNTL, 0}}, &DrawCounts::failed_stencil},
        Case{"DepthTest", {{reg::ZB_CNTL, 2}, {reg::ZB_ZSTENCILCNTL, 0}}, &DrawCounts::failed_depth},
        Case{"BothTests", {{reg::ZB_CNTL, 3}, {reg::ZB_ZSTENCILCNTL, 7U << 3}}, &DrawCounts::failed_depth},
        Case{"ChangingStencil",
             {{reg::ZB_CNTL, 3}, {reg::ZB_ZSTENCILCNTL, 7U << 3 | 3U << 12}, {reg::ZB_STENCILREFMASK, 0xffff00}},
             &DrawCounts::failed_depth},
        Case{"ColourMask", {{reg::ZB_CNTL, 0}, {reg::RB3D_COLOR_CHANNEL_MASK, 0}}, &DrawCounts::masked},
        Case{"ClipRule", {{reg::SC_CLIP_RULE, 0}}, &DrawCounts::masked},
        Case{"NoTarget", {{reg::ZB_CNTL, 0}, {program_reg::US_OUT_FMT, 15}}, &DrawCounts::masked}),
    [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace relit::r500_draw_counts_test
