#include "emulators/yuzu/pipelines.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include <fmt/format.h>

namespace relit::emulators::yuzu {
namespace {

using Blob = std::vector<std::uint8_t>;

// A writer of these files, from the emulator's description of them.
struct Writer {
    Blob bytes;
    template <class T>
    Writer& put(T value) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof value);
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return *this;
    }
    Writer& text(std::string_view value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& add(const Blob& value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& zeros(std::size_t count) { return bytes.resize(bytes.size() + count), *this; }
};

struct Constant {
    std::uint32_t buffer, offset, value;
};
struct Environment {
    std::uint32_t stage = 0;
    Blob code = Blob(96, 0x11);
    std::vector<Constant> constants{};
    std::uint32_t textures = 0, viewport_transform = 1, local = 0, shared = 0;
};

void put_environment(Writer& out, const Environment& one) {
    out.put(std::uint64_t{one.code.size()}).put(std::uint64_t{one.textures}).put(std::uint64_t{0});
    out.put(std::uint64_t{one.constants.size()});
    out.put(one.local).put(2U).put(0U).put(0U).put(0U).put(one.viewport_transform).put(one.stage).add(one.code);
    out.zeros(std::size_t{8} * one.textures);
    for (const Constant& each : one.constants) out.put(std::uint64_t{each.buffer} << 32 | each.offset).put(each.value);
    if (one.stage == 5) {
        out.put(8U).put(4U).put(2U).put(one.shared);
    } else {
        out.add(Blob(one.code.begin(), one.code.begin() + 80));
        if (one.stage == 3) out.zeros(32);
    }
}
Writer cache(std::uint32_t version) { return Writer().text("yuzucach").put(version); }
void put_pipeline(Writer& out, const std::vector<Environment>& all, const Blob& key) {
    out.put(static_cast<std::uint32_t>(all.size()));
    for (const Environment& one : all) put_environment(out, one);
    out.add(key);
}

/// The key of a Vulkan pipeline: six hashes, then its state, in the order of its fields.
Blob vulkan_key() {
    Writer key;
    key.zeros(48);
    key.put(1U << 6 | 1U << 7 | 2U << 10 | 1U << 12 | 1U << 14 | 3U << 15 |
            0U << 24);                     // capture, depth; quads, odd; points
    key.put(4U << 1 | 1U << 4 | 1U << 11); // alpha greater, early, y
    key.zeros(8).put(0.5F).put(3.0F).zeros(32).zeros(8).zeros(8).zeros(32);
    key.put(1U | 3U << 20).put(1U | 5U << 20).put(0U).zeros(std::size_t{29} * 4); // sint, uscaled, off
    key.zeros(128).zeros(64);
    key.put(0U).put(2U).put(24U).zeros(36); // one buffer of two words
    key.put(std::uint8_t{7}).put(std::uint8_t{8}).zeros(510);
    return key.bytes;
}

std::vector<Result<Found>> read(const Blob& file) {
    std::vector<Result<Found>> all;
    const Status done = read_cache(file, [&](Result<Found> one) { all.push_back(std::move(one)); });
    if (!done) all.emplace_back(std::unexpected(done.error()));
    return all;
}

TEST(YuzuPipelines, EnvironmentsBecomeBundles) {
    Writer file = cache(11);
    const Environment fragment{.stage = 4, .code = Blob(104, 0x22), .constants = {{1, 4, 77}}};
    put_pipeline(file, {fragment, {.stage = 0, .viewport_transform = 0}}, vulkan_key());
    put_pipeline(file, {{.stage = 5, .textures = 2, .local = 16, .shared = 32}}, Blob(24));
    const auto all = read(file.bytes);
    ASSERT_EQ(all.size(), 2U);
    ASSERT_TRUE(all[0]) << all[0].error().text;
    const bundle::Bundle& bundle = all[0]->bundle;
    ASSERT_EQ(bundle.programs.size(), 2U);
    EXPECT_EQ(bundle.programs[0].stage, "vertex") << "in the order of the pipeline";
    EXPECT_EQ(bundle.programs[1].stage, "fragment");
    EXPECT_EQ(Bytes(bundle.programs[1].bytes).first(104).back(), 0x22);
    EXPECT_EQ((bundle.programs[1].bytes.size() - 80) % 32, 0U) << "filled up with zeros to whole groups";
    const auto value = [&](std::string_view key) { return bundle.context.at(fmt::format("maxwell.{}", key)); };
    EXPECT_EQ(value("constants1.words"), 2U);
    EXPECT_EQ(value("constants1.word0"), 0U);
    EXPECT_EQ(value("constants1.word1"), 77U);
    EXPECT_EQ(value("window_positions"), 1U);
    EXPECT_EQ(value("depth_from_minus_one"), 1U);
    EXPECT_EQ(value("tessellation"), 1U) << "quads";
    EXPECT_EQ(value("tessellation_spacing"), 2U) << "fractional odd";
    EXPECT_EQ(value("tessellation_clockwise"), 1U);
    EXPECT_EQ(value("patch_vertices"), 4U);
    EXPECT_EQ(value("topology"), 0U);
    EXPECT_EQ(value("point_size"), 0x40400000U);
    EXPECT_EQ(value("alpha_test"), 4U);
    EXPECT_EQ(value("alpha_reference"), 0x3f000000U);
    EXPECT_EQ(value("early_tests"), 1U);
    EXPECT_EQ(value("y_negate"), 1U);
    EXPECT_EQ(value("attribute0"), 1U);
    EXPECT_EQ(value("attribute1"), 4U);
    EXPECT_FALSE(bundle.context.contains("maxwell.attribute2"));
    EXPECT_EQ(value("feedback0.stride"), 24U);
    EXPECT_EQ(value("feedback0.words"), 2U);
    EXPECT_EQ(value("feedback0.word1"), 32U);
    EXPECT_EQ(all[0]->doubts,
              (std::vector<std::string>{"1 words of constant buffers that yuzu did not read are taken for 0"}));
    ASSERT_TRUE(all[1]) << all[1].error().text;
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.workgroup1"), 4U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.shared_bytes"), 32U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.local_bytes"), 16U);
    EXPECT_EQ(all[1]->doubts.size(), 1U) << "textures";
}

TEST(YuzuPipelines, OpenGlHasKeysOfItsOwn) {
    Writer file = cache(10), key;
    key.zeros(48).put(1U << 1 | 10U << 2).zeros(572);
    put_pipeline(file, {{.stage = 0}}, key.bytes);
    put_pipeline(file, {{.stage = 3}}, key.bytes);
    const auto all = read(file.bytes);
    ASSERT_EQ(all.size(), 2U);
    ASSERT_TRUE(all[1]) << all[1].error().text;
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.early_tests"), 1U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.topology"), 2U);
    EXPECT_EQ(all[1]->bundle.origin.at("renderer"), "OpenGL");
}

std::string fault_of(const Blob& file) {
    for (const Result<Found>& one : read(file))
        if (!one) return one.error().text;
    return "none";
}

TEST(YuzuPipelines, WhatIsWrongIsNamed) {
    EXPECT_EQ(fault_of(cache(11).bytes), "none");
    EXPECT_EQ(fault_of(Writer().text("yuzuvkch").put(11U).bytes), "no pipeline cache of yuzu");
    EXPECT_EQ(fault_of(cache(23).bytes), "the cache is of version 23; those of 10 (OpenGL) and 11 (Vulkan) are read");
    EXPECT_EQ(fault_of(cache(11).put(0U).bytes), "a pipeline of 0 stages");
    EXPECT_EQ(fault_of(cache(11).put(1U).put(~std::uint64_t{0}).bytes),
              "18446744073709551615 is more than the 4194304 that an environment has");
    Writer file = cache(11);
    put_pipeline(file, {{.stage = 7}}, Blob(1032));
    EXPECT_EQ(fault_of(file.bytes), "no stage 7");
    file = cache(11);
    put_pipeline(file, {{.stage = 0}, {.stage = 0}}, Blob(1032));
    EXPECT_EQ(fault_of(file.bytes), "a pipeline has two programs of one stage");
    file = cache(11);
    put_pipeline(file, {{.stage = 0}, {.stage = 5}}, Blob(1032));
    EXPECT_EQ(fault_of(file.bytes), "a compute program is alone in its pipeline");
    file = cache(11);
    put_pipeline(file, {{.stage = 0}}, Blob(1031));
    EXPECT_EQ(fault_of(file.bytes), "the key of the pipeline is cut off");
    file = cache(11);
    put_pipeline(file, {{.stage = 0, .constants = {{1, 2, 3}}}}, Blob(1032));
    EXPECT_EQ(fault_of(file.bytes), "pipeline 1: a constant at byte 2 of buffer 1");
    file = cache(11);
    put_pipeline(file, {{.stage = 0, .constants = {{1, 0, 3}}}, {.stage = 4, .constants = {{1, 0, 4}}}}, Blob(1032));
    EXPECT_EQ(fault_of(file.bytes), "pipeline 1: its stages have different constants: maxwell.constants1.word0");
}

} // namespace
} // namespace relit::emulators::yuzu
