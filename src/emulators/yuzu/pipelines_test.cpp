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
    std::uint32_t textures = 0, viewport_transform = 1, local = 0, shared = 0, formats = 0, replaced = 0;
};

/// `counts`: in front of it, 3 to 5 as the emulator became older.
void put_environment(Writer& out, const Environment& one, unsigned counts) {
    out.put(std::uint64_t{one.code.size()}).put(std::uint64_t{one.textures});
    if (counts > 3) out.put(std::uint64_t{one.formats});
    out.put(std::uint64_t{one.constants.size()});
    if (counts > 4) out.put(std::uint64_t{one.replaced});
    out.put(one.local).put(2U).put(0U).put(0U).put(0U);
    if (counts > 3) out.put(one.viewport_transform);
    out.put(one.stage).add(one.code).zeros(std::size_t{8} * (one.textures + one.formats));
    for (const Constant& each : one.constants) out.put(std::uint64_t{each.buffer} << 32 | each.offset).put(each.value);
    for (std::uint32_t i = 0; i < one.replaced; ++i) out.put(std::uint64_t{0x640 + 4 * i}).put(i);
    if (one.stage == 5) {
        out.put(8U).put(4U).put(2U).put(one.shared);
    } else {
        out.add(Blob(one.code.begin(), one.code.begin() + 80));
        if (one.stage == 3) out.zeros(32);
    }
}
Writer cache(std::uint32_t version) { return Writer().text("yuzucach").put(version); }
void put_pipeline(Writer& out, const std::vector<Environment>& all, const Blob& key, unsigned counts = 5) {
    out.put(static_cast<std::uint32_t>(all.size()));
    for (const Environment& one : all) put_environment(out, one, counts);
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
    put_pipeline(file, {{.stage = 5, .textures = 2, .local = 16, .shared = 32, .formats = 1, .replaced = 3}}, Blob(24));
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
    EXPECT_EQ(all[0]->approximations,
              (std::vector<std::string>{"1 words of constant buffers that yuzu did not read are taken for 0"}));
    ASSERT_TRUE(all[1]) << all[1].error().text;
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.workgroup1"), 4U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.shared_bytes"), 32U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.local_bytes"), 16U);
    EXPECT_EQ(all[1]->approximations,
              (std::vector<std::string>{"kinds of 3 textures are told by handles, which are not in the cache",
                                        "3 words of constant buffers are what a draw says (its base vertex or "
                                        "instance); here they are constants"}));
    EXPECT_EQ(all[0]->bundle.origin.at("emulator"), "yuzu");
    EXPECT_EQ(all[0]->bundle.origin.at("renderer"), "Vulkan");
}

Blob opengl_key() { return Writer().zeros(48).put(1U << 1 | 10U << 2).zeros(572).bytes; }

TEST(YuzuPipelines, OpenGlHasKeysOfItsOwn) {
    Writer file = cache(10), key;
    key.add(opengl_key());
    put_pipeline(file, {{.stage = 0}}, key.bytes);
    put_pipeline(file, {{.stage = 3}}, key.bytes);
    const auto all = read(file.bytes);
    ASSERT_EQ(all.size(), 2U);
    ASSERT_TRUE(all[1]) << all[1].error().text;
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.early_tests"), 1U);
    EXPECT_EQ(all[1]->bundle.context.at("maxwell.topology"), 2U);
    EXPECT_EQ(all[1]->bundle.origin.at("renderer"), "OpenGL");
}

/// The key of a pipeline of Vulkan before 2023.
Blob old_vulkan_key() {
    Writer key;
    key.zeros(48);
    key.put(1U << 2 | 1U << 6 | 3U << 9 | 2U << 14 | 1U << 16 | 1U << 18 | 0U << 24);
    key.put(4U << 1 | 1U << 4 | 1U << 11).zeros(8).put(0.5F).put(3.0F);
    key.zeros(32).zeros(32).zeros(8); // attachments, swizzles of viewports, types or divisors
    key.put(1U | 3U << 20).put(1U | 5U << 20).put(0U).zeros(std::size_t{29} * 4);
    key.zeros(64).zeros(64).zeros(72).put(0U).put(2U).put(24U).zeros(36);
    key.put(std::uint8_t{7}).put(std::uint8_t{8}).zeros(510);
    return key.bytes;
}

/// The version alone tells neither who wrote a file nor for which renderer: it is the one that reads to the end.
TEST(YuzuPipelines, EveryVersionIsReadByWhatFitsIt) {
    const struct {
        std::uint32_t version;
        unsigned counts;
        Blob key;
        std::string_view emulator, renderer;
    } kFiles[] = {{5, 3, old_vulkan_key(), "yuzu", "Vulkan"},
                  {6, 3, opengl_key(), "yuzu", "OpenGL"},
                  {7, 4, opengl_key(), "yuzu", "OpenGL"},
                  {8, 4, old_vulkan_key(), "yuzu", "Vulkan"},
                  {9, 5, opengl_key(), "yuzu", "OpenGL"},
                  {10, 5, opengl_key(), "yuzu", "OpenGL"},
                  {10, 5, vulkan_key(), "yuzu", "Vulkan"},
                  {12, 5, vulkan_key(), "Citron", "Vulkan"},
                  {13, 5, opengl_key(), "Eden", "OpenGL"},
                  {17, 5, Writer().add(vulkan_key()).zeros(16).bytes, "Eden", "Vulkan"}};
    for (const auto& [version, counts, key, emulator, renderer] : kFiles) {
        SCOPED_TRACE(fmt::format("{} {}", version, renderer));
        Writer file = cache(version);
        for (const std::uint32_t stage : {0U, 4U})
            put_pipeline(file, {{.stage = stage, .constants = {{1, 0, 5}}, .textures = 1}}, key, counts);
        put_pipeline(file, {{.stage = 5}}, Blob(24), counts);
        const auto all = read(file.bytes);
        ASSERT_EQ(all.size(), 3U);
        for (const auto& one : all) ASSERT_TRUE(one) << one.error().text;
        EXPECT_EQ(all[0]->bundle.origin.at("emulator"), emulator);
        EXPECT_EQ(all[0]->bundle.origin.at("renderer"), renderer);
        const auto value = [&](std::string_view name) {
            return all[1]->bundle.context.at(fmt::format("maxwell.{}", name));
        };
        EXPECT_EQ(value("constants1.word0"), 5U);
        EXPECT_EQ(value("early_tests"), 1U);
        if (renderer == "OpenGL") continue;
        EXPECT_EQ(value("depth_from_minus_one"), 1U);
        EXPECT_EQ(value("patch_vertices"), 4U);
        EXPECT_EQ(value("tessellation_spacing"), 2U);
        EXPECT_EQ(value("point_size"), 0x40400000U);
        EXPECT_EQ(value("attribute1"), 4U);
        EXPECT_EQ(value("feedback0.stride"), 24U);
    }
}

TEST(YuzuPipelines, EdenHasTheDriverInFrontOfTheAlphaReference) {
    Blob key = vulkan_key();
    key.insert(key.begin() + 48 + 16, 8, 0x77);
    key.resize(1056);
    Writer file = cache(18);
    put_pipeline(file, {{.stage = 0}}, key);
    const auto all = read(file.bytes);
    ASSERT_TRUE(all[0]) << all[0].error().text;
    EXPECT_EQ(all[0]->bundle.context.at("maxwell.alpha_reference"), 0x3f000000U);
    EXPECT_EQ(all[0]->bundle.context.at("maxwell.attribute1"), 4U);
    EXPECT_EQ(all[0]->bundle.context.at("maxwell.feedback0.words"), 2U);
}

TEST(YuzuPipelines, WhatLiesInFrontOfACutIsRead) {
    Writer file = cache(10);
    for (const std::uint32_t stage : {0U, 4U, 3U}) put_pipeline(file, {{.stage = stage}}, vulkan_key());
    const auto all = read(Blob(file.bytes.begin(), file.bytes.end() - 7));
    ASSERT_EQ(all.size(), 3U);
    EXPECT_TRUE(all[0] && all[1]);
    EXPECT_EQ(all[2].error().text, "the key of the pipeline is cut off");
}

std::string fault_of(const Blob& file) {
    for (const Result<Found>& one : read(file))
        if (!one) return one.error().text;
    return "none";
}

TEST(YuzuPipelines, WhatIsWrongIsNamed) {
    EXPECT_EQ(fault_of(cache(11).bytes), "none");
    EXPECT_EQ(fault_of(Writer().text("yuzuvkch").put(11U).bytes), "no pipeline cache of yuzu");
    EXPECT_EQ(fault_of(cache(23).bytes), "the cache is of version 23; those of 5 to 18 are read");
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
