#include "emulators/rpcs3/pairs.hpp"

#include "emulators/rpcs3/test_capture.hpp"

#include <gtest/gtest.h>

namespace relit::emulators::rpcs3 {
namespace {

/// MOVR R0, f[COL0] with END; with another constant behind MOVR R0, {1}.
const std::vector<std::uint8_t> kColour = {0x3e, 0x01, 0x01, 0x00, 0xc8, 0x01, 0x1c, 0x9d,
                                           0xc8, 0x00, 0x00, 0x01, 0xc8, 0x00, 0x3f, 0xe1};
std::vector<std::uint8_t> constant_program(std::uint8_t value) {
    std::vector<std::uint8_t> bytes = {0x1e, 0x01, 0x01, 0x00, 0xc8, 0x02, 0x1c, 0x9d,
                                       0xc8, 0x00, 0x00, 0x01, 0xc8, 0x00, 0x3f, 0xe1};
    bytes.resize(32);
    bytes[17] = value;
    return bytes;
}

/// MUL_sat R0, v[3], c[4] and MOV o[0], v[0] with END, in slots 7 and 8.
void load_vertex_program(test::CaptureWriter& to) {
    to.method(0x1e9c, {7});
    to.method(0x0b80,
              {0x0400'1c6c, 0x0080'430d, 0x8106'c0c3, 0x6041'fffc, 0x401f'9c6c, 0x0040'000d, 0x8106'c083, 0x6041'ff81});
    to.method(0x1ea0, {7});
}
void draw(test::CaptureWriter& to, std::uint64_t block, std::uint32_t primitive = 5) {
    to.method(0x1808, {primitive});
    to.method(0x1814, {0x02000000});
    to.method(0x1808, {0}, {block});
}

struct Given {
    std::vector<Found> found;
    std::vector<std::string> faults;
};
Given pairs_of(const std::vector<std::uint8_t>& file) {
    Given given;
    const auto capture = read_capture(file);
    EXPECT_TRUE(capture);
    if (!capture) return given;
    read_pairs(*capture, [&](Result<Found> found) {
        if (found)
            given.found.push_back(std::move(*found));
        else
            given.faults.push_back(found.error().text);
    });
    return given;
}

TEST(RsxCapturePairs, DrawsAreListed) {
    test::CaptureWriter to;
    const std::uint64_t colour = to.block(0x100, 1, kColour);
    to.method(0x8e4, {0x102}), draw(to, colour);
    to.method(0x8e4, {0x201}), to.method(0x1808, {8});
    to.command(0x40081824, 0x03000000), to.command(0, 0x07000000);
    to.method(0x1808, {0});
    const auto file = to.file();
    const auto capture = read_capture(file);
    const auto draws = draws_of(*capture);
    ASSERT_EQ(draws.size(), 2U);
    EXPECT_EQ(draws[0].draw.primitive, 5U);
    EXPECT_EQ(draws[0].draw.vertices, 3U);
    EXPECT_EQ(draws[0].program.location, machine::rsx::Location::Main);
    EXPECT_EQ(draws[0].program.offset, 0x100U);
    EXPECT_EQ(draws[0].fragment.size(), 16U);
    EXPECT_EQ(draws[1].draw.vertices, 12U);
    EXPECT_EQ(draws[1].program.location, machine::rsx::Location::Local);
    EXPECT_TRUE(draws[1].fragment.empty());
}

TEST(RsxCapturePairs, ABundleHasProgramsConstantsAndState) {
    test::CaptureWriter to;
    const std::uint64_t colour = to.block(0x100, 1, kColour);
    load_vertex_program(to);
    to.before(0x8e4, 0x102), to.before(0x1ff4, 0x21), to.before(0x1d60, 0x40), to.before(0x142c, 1);
    to.before(0x1a20 + 4, 0x9529 | 4), to.before(0x1a20 + 0xc, 1U << 31), to.before(0x1a20 + 0x10, 0xaae4); // a cube
    to.before(0x1a04, 0x9029), to.before(0x1a08, 1U << 28), to.before(0x1a0c, 1U << 31); // depth, less
    to.before(0x1a44, 0x9029);                                                           // off
    to.method(0x1efc, {4}), to.method(0x1f00, {1, 2, 3, 4}), draw(to, colour);
    const Given given = pairs_of(to.file());
    ASSERT_EQ(given.found.size(), 1U);
    const bundle::Bundle& bundle = given.found[0].bundle;
    EXPECT_EQ(given.found[0].name, "draw1");
    ASSERT_EQ(bundle.programs.size(), 2U);
    const std::vector<std::uint8_t> stream = {
        0x00, 0x04, 0x1e, 0x9c, 0,    0,    0,    7, // slot
        0x00, 0x10, 0x0b, 0x80, 0x04, 0x00, 0x1c, 0x6c, 0x00, 0x80, 0x43, 0x0d, 0x81, 0x06, 0xc0, 0xc3,
        0x60, 0x41, 0xff, 0xfc, 0x00, 0x10, 0x0b, 0x80, 0x40, 0x1f, 0x9c, 0x6c, 0x00, 0x40, 0x00, 0x0d,
        0x81, 0x06, 0xc0, 0x83, 0x60, 0x41, 0xff, 0x81, 0x00, 0x04, 0x1e, 0xa0, 0,    0,    0,    7, // start
        0x00, 0x04, 0x1e, 0xfc, 0,    0,    0,    4,                                                 // constant
        0x00, 0x10, 0x1f, 0x00, 0,    0,    0,    1,    0,    0,    0,    2,    0,    0,    0,    3,
        0,    0,    0,    4};
    EXPECT_EQ(bundle.programs[0].bytes, stream);
    EXPECT_EQ(bundle.programs[1].bytes, kColour);
    EXPECT_EQ(bundle.context.at("rsx.vp.output_mask"), 0x21U);
    EXPECT_EQ(bundle.context.at("rsx.fp.control"), 0x40U);
    EXPECT_EQ(bundle.context.at("rsx.fp.two_sided"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture1.kind"), 4U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture1.order"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture1.remap"), 0xaae4U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture0.kind"), 2U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture0.shadow"), 1U);
    EXPECT_FALSE(bundle.context.contains("rsx.fp.texture2.kind")) << "it is off";
    EXPECT_FALSE(bundle.context.contains("rsx.fp.alpha_func")) << "the test is off";
    EXPECT_FALSE(bundle.context.contains("rsx.vp.input0.format")) << "no array";
    EXPECT_FALSE(bundle.context.contains("rsx.vp.point_size")) << "no points";
    EXPECT_EQ(bundle.origin.at("draw"), "1");
    EXPECT_EQ(bundle.origin.at("capture_version"), "6");
    EXPECT_TRUE(given.found[0].approximations.empty());
    EXPECT_TRUE(given.faults.empty());
}

/// Constants and the host's viewport tell no pairs apart, other state does.
TEST(RsxCapturePairs, DrawsOfOneTranslationAreOne) {
    test::CaptureWriter to;
    const std::uint64_t one = to.block(0x100, 1, constant_program(1)), two = to.block(0x100, 1, constant_program(2));
    const std::uint64_t colour = to.block(0x100, 1, kColour);
    to.before(0x8e4, 0x102);
    load_vertex_program(to);
    to.method(0x1efc, {4}), to.method(0x1f00, {1, 2, 3, 4}), draw(to, one);
    to.method(0x1f00, {5, 6, 7, 8}), draw(to, one);   // other vertex constants
    draw(to, two);                                    // another constant in the fragment program
    to.method(0x0a30, {5}), draw(to, one);            // the viewport
    to.method(0x1ff4, {1}), draw(to, one);            // 5: other outputs
    draw(to, colour);                                 // 6: another program
    to.method(0x1e9c, {100}), to.method(0x0b80, {1}); // a slot that is not reached
    draw(to, colour);
    to.method(0x1ee0, {9}), draw(to, colour); // the point size of triangles
    draw(to, colour, 1);                      // 9: of points
    to.method(0x1ff4, {0}), draw(to, one);    // as at first
    const Given given = pairs_of(to.file());
    std::vector<std::string> names;
    for (const Found& found : given.found) names.push_back(found.name);
    ASSERT_EQ(names, (std::vector<std::string>{"draw1", "draw5", "draw6", "draw9"}));
    EXPECT_EQ(given.found[0].bundle.programs[1].bytes, constant_program(1)) << "of the first draw";
    EXPECT_EQ(given.found[3].bundle.context.at("rsx.vp.point_size"), 9U);
    EXPECT_TRUE(given.faults.empty());
}

TEST(RsxCapturePairs, WhatIsMissingIsTold) {
    test::CaptureWriter to;
    const std::vector<std::uint8_t> texture = {0x9e, 0x01, 0x17, 0x00, 0xc8, 0x01, 0x1c, 0x9d,
                                               0xc8, 0x00, 0x00, 0x01, 0xc8, 0x00, 0x3f, 0xe1};
    const std::uint64_t block = to.block(0x100, 0, texture), open = to.block(0x300, 0, {0, 0, 0, 0});
    load_vertex_program(to);
    to.method(0x8e4, {0x101}), to.method(0x1808, {5}), to.method(0x1814, {0});
    to.method(0x1f10, {1});
    to.method(0x1808, {0}, {block});
    to.method(0x8e4, {0x201}), draw(to, block), draw(to, block);
    to.method(0x8e4, {0x301}), draw(to, open);
    to.method(0x1ea0, {543}), to.method(0x8e4, {0x101}), draw(to, block);
    const Given given = pairs_of(to.file());
    ASSERT_EQ(given.found.size(), 1U);
    EXPECT_EQ(
        given.found[0].approximations,
        (std::vector<std::string>{"the capture does not have constants of the vertex program, which are 0: 4",
                                  "the fragment program samples textures that are off: 0",
                                  "the draw changes constants after its first vertices: the last values are taken"}));
    ASSERT_EQ(given.faults.size(), 3U);
    EXPECT_EQ(given.faults[0], "draw 2: the capture lacks its fragment program, in local memory at 0x200");
    EXPECT_TRUE(given.faults[1].starts_with("draw 4: its fragment program: ")) << given.faults[1];
    EXPECT_TRUE(given.faults[2].starts_with("draw 5: its vertex program: ")) << given.faults[2];
}

TEST(RsxCapturePairs, StatesAreBounded) {
    test::CaptureWriter to;
    const std::uint64_t colour = to.block(0x100, 1, kColour);
    load_vertex_program(to);
    to.before(0x8e4, 0x102);
    for (std::uint32_t i = 0; i < kMostPairs + 2; ++i) to.method(0x1ff4, {i + 1}), draw(to, colour);
    const Given given = pairs_of(to.file());
    EXPECT_EQ(given.found.size(), kMostPairs);
    ASSERT_EQ(given.faults.size(), 1U);
    EXPECT_EQ(given.faults[0], "2 draws are left out: there are 4096 pairs or 16384 states before them");
}

} // namespace
} // namespace relit::emulators::rpcs3
