#include "emulators/rpcs3/shaders.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace relit::emulators::rpcs3 {
namespace {

// A record as its writer in C++ has it in memory, written down a second time from the emulator's description of it.
struct Record {
    std::uint64_t vertex_hash = 0xABCDEF0123456789, fragment_hash = 0x1F, host_hash = 0xF0;
    std::uint32_t vp_ctrl = 0x20, vp_output_mask = 0x4021, vp_textures = 0, vp_zero = 0;
    std::uint64_t vp_slots[9] = {0b111};
    std::uint32_t vp_base = 100, vp_entry = 101;
    std::uint16_t vp_jumps[32] = {1, 2, 0xffff};
    std::uint16_t vp_multisampled = 0, vp_zero1 = 0;
    std::uint32_t vp_zero2 = 0;
    std::uint32_t fp_ctrl = 0x440 | 0xe | 0x10000, fp_textures = 0, fp_texcoords = 0;
    std::uint16_t fp_height = 0, fp_pixel_layout = 0, fp_lighting = 1, fp_shadow = 0, fp_redirected = 0,
                  fp_multisampled = 0;
    std::uint8_t fp_targets = 2, fp_zero = 0;
    std::uint16_t fp_zero1 = 0;
    std::uint32_t fp_zero2 = 0;
    std::uint8_t host[40] = {1, 2, 3};
};
static_assert(sizeof(Record) == kRecordBytes + 40);

std::vector<std::uint8_t> bytes_of(const Record& record) {
    std::vector<std::uint8_t> bytes(sizeof record);
    std::memcpy(bytes.data(), &record, sizeof record);
    return bytes;
}
const bundle::FileBytes kVertex(3 * 16, 7), kFragment(16, 9);

TEST(Rpcs3Shaders, RecordsBecomeContextsOfPairs) {
    Record record;
    record.vp_textures = 2 << 2;                  // texture 1 a cube
    record.fp_textures = 1 | 3 << 4;              // 0 2d, 2 3d
    record.fp_texcoords = 1U << 3 | 0b101U << 16; // 3 is 2d; points have 0 and 2
    record.fp_shadow = 1, record.fp_redirected = 4;
    record.fp_ctrl |= 0x800; // flat shading
    const auto pipeline = read_pipeline(bytes_of(record));
    ASSERT_TRUE(pipeline) << pipeline.error().text;
    EXPECT_EQ(vertex_file(*pipeline), "ABCDEF0123456789.vp");
    EXPECT_EQ(fragment_file(*pipeline), "1F.fp");
    EXPECT_TRUE(is_named_so(*pipeline, "ABCDEF0123456789+1F+F0+123.bin"));
    EXPECT_FALSE(is_named_so(*pipeline, "ABCDEF0123456789+1E+F0+123.bin"));
    const auto found = bundle_of(*pipeline, kVertex, kFragment);
    ASSERT_TRUE(found) << found.error().text;
    const bundle::Bundle& bundle = found->bundle;
    ASSERT_EQ(bundle.programs.size(), 2U);
    EXPECT_EQ(bundle.programs[0], (bundle::Program{"rsx.vp", "vertex", "ABCDEF0123456789.vp", kVertex}));
    EXPECT_EQ(bundle.programs[1], (bundle::Program{"rsx.fp", "fragment", "1F.fp", kFragment}));
    EXPECT_EQ(bundle.context.at("rsx.vp.start"), 1U) << "from the base";
    EXPECT_EQ(bundle.context.at("rsx.vp.output_mask"), 0x4021U);
    EXPECT_EQ(bundle.context.at("rsx.vp.texture0.kind"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.vp.texture1.kind"), 4U);
    EXPECT_EQ(bundle.context.at("rsx.fp.control"), 0x4eU);
    EXPECT_EQ(bundle.context.at("rsx.fp.flat"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.targets"), 3U);
    EXPECT_EQ(bundle.context.at("rsx.fp.two_sided"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texcoord3"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texcoord4"), 0U);
    EXPECT_EQ(bundle.context.at("rsx.fp.point_sprite"), 0x501U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture0.kind"), 2U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture0.shadow"), 1U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture2.kind"), 3U);
    EXPECT_EQ(bundle.context.at("rsx.fp.texture2.depth"), 1U);
    EXPECT_EQ(bundle.origin.at("jump_table"), "1 2");
    EXPECT_TRUE(found->approximations.empty());
}

TEST(Rpcs3Shaders, OlderRecordsDoNotCountRenderTargets) {
    Record record;
    record.fp_targets = 0;
    const auto older = read_pipeline(bytes_of(record), "v1.94"), latest = read_pipeline(bytes_of(record));
    ASSERT_TRUE(older && latest);
    const auto found = bundle_of(*older, kVertex, kFragment);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_FALSE(found->bundle.context.contains("rsx.fp.targets"));
    EXPECT_EQ(found->bundle.origin.at("cache_version"), "v1.94");
    EXPECT_EQ(found->approximations,
              (std::vector<std::string>{"how many render targets there were is not in the cache"}));
    EXPECT_EQ(bundle_of(*latest, kVertex, kFragment)->bundle.context.at("rsx.fp.targets"), 0U) << "depth alone";
    record.fp_targets = 1;
    EXPECT_EQ(read_pipeline(bytes_of(record), "v1.94").error().text, "a field that RPCS3 leaves 0 is not 0");
}

/// As v1.95, without a word of control in front of the mask of outputs and one of zeros behind the kinds of textures.
TEST(Rpcs3Shaders, RecordsOf2022AreRead) {
    Record record;
    record.vp_textures = 2 << 2, record.vp_multisampled = 3;
    record.fp_textures = 1 | 3 << 4, record.fp_texcoords = 1U << 3 | 0b101U << 16;
    record.fp_shadow = 1, record.fp_redirected = 4, record.fp_targets = 0;
    auto bytes = bytes_of(record);
    bytes.erase(bytes.begin() + 36, bytes.begin() + 40);
    bytes.erase(bytes.begin() + 24, bytes.begin() + 28);
    const auto old = read_pipeline(bytes, "v1.93"), latest = read_pipeline(bytes_of(record));
    ASSERT_TRUE(old) << old.error().text;
    const auto from_old = bundle_of(*old, kVertex, kFragment), from_latest = bundle_of(*latest, kVertex, kFragment);
    ASSERT_TRUE(from_old && from_latest);
    ir::ContextValues expected = from_latest->bundle.context;
    expected.erase("rsx.fp.targets");
    EXPECT_EQ(from_old->bundle.context, expected);
    EXPECT_EQ(from_old->bundle.programs, from_latest->bundle.programs);
    EXPECT_EQ(from_old->approximations.size(), 2U) << "render targets, and textures with several samples";
    EXPECT_FALSE(read_pipeline(Bytes(bytes).first(215), "v1.93"));
}

std::string fault_of(const Record& record, const bundle::FileBytes& vertex = kVertex,
                     const bundle::FileBytes& fragment = kFragment) {
    const auto pipeline = read_pipeline(bytes_of(record));
    if (!pipeline) return pipeline.error().text;
    const auto found = bundle_of(*pipeline, vertex, fragment);
    return found ? "none" : found.error().text;
}

TEST(Rpcs3Shaders, WhatDoesNotFitIsNamed) {
    EXPECT_EQ(fault_of({}), "none");
    EXPECT_EQ(fault_of({.vp_zero = 1}), "a field that RPCS3 leaves 0 is not 0");
    EXPECT_EQ(fault_of({.fp_targets = 5}), "5 render targets");
    EXPECT_EQ(fault_of({.vp_entry = 103}), "the entry 103 lies outside of the program, 3 slots from 100");
    EXPECT_EQ(fault_of({.vp_jumps = {3, 0xffff}}), "a jump to 3 leads out of the 3 slots");
    EXPECT_EQ(fault_of({.vp_slots = {0b1111}}), "ABCDEF0123456789.vp has 3 slots; the record uses 4");
    EXPECT_EQ(fault_of({}, {}), "ABCDEF0123456789.vp has 0 bytes: no whole program");
    EXPECT_EQ(fault_of({}, kVertex, bundle::FileBytes(15)), "1F.fp has 15 bytes: no whole program");
    const auto bytes = bytes_of({});
    for (std::size_t i = 0; i < kRecordBytes; ++i) EXPECT_FALSE(read_pipeline(Bytes(bytes).first(i))) << i;
}

} // namespace
} // namespace relit::emulators::rpcs3
