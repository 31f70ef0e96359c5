#include <relit/cache.hpp>
#include <relit/relit.hpp>

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace relit::api {
namespace {

std::vector<std::uint8_t> program() { return *assemble("nv2a", "mov oPos, v0\n"); }

TEST(Api, TakesContextKeysThatAGuestKnows) {
    const auto file = program();
    TranslateOptions options;
    options.context = {{"nv2a.arithmetic", 1}, {"maxwell.image12.format", 33}, {"rsx.fp.alpha_func", 0x207}};
    EXPECT_TRUE(translate("nv2a", file, options));
}

TEST(Api, RefusesContextKeysThatNoGuestKnows) {
    const auto file = program();
    const Part part{"nv2a", file};
    for (const ContextValues& context :
         {ContextValues{{"nv2a.arithmetics", 1}}, ContextValues{{"arithmetic", 1}},
          ContextValues{{"nv2a.arithmetic", 2}}, ContextValues{{"maxwell.image.format", 1}},
          ContextValues{{"rsx.vp.modulo", 65536}}}) {
        TranslateOptions options;
        options.context = context;
        const auto one = translate("nv2a", file, options);
        ASSERT_FALSE(one) << context.begin()->first;
        EXPECT_EQ(one.error().code, 2);
        EXPECT_TRUE(one.error().text.starts_with("context key " + context.begin()->first)) << one.error().text;
        const auto row = translate_linked(std::span(&part, 1), options);
        ASSERT_FALSE(row);
        EXPECT_EQ(row.error().code, 2);
    }
}

TEST(Api, RefusesHostsOutsideOfTheEnumeration) {
    const auto file = program();
    TranslateOptions options;
    options.host = static_cast<Host>(3);
    const auto shader = translate("nv2a", file, options);
    ASSERT_FALSE(shader);
    EXPECT_EQ(shader.error().code, 2);
    options.host = Host::GlslOpenGl;
    EXPECT_TRUE(translate("nv2a", file, options));
}

TEST(Api, LeavesNamesAndLinesOut) {
    const auto file = program();
    TranslateOptions options;
    const auto lines = translate("nv2a", file, options);
    options.debug_info = DebugInfo::None;
    const auto none = translate("nv2a", file, options);
    ASSERT_TRUE(lines && none);
    EXPECT_LT(none->spirv.size(), lines->spirv.size());
    EXPECT_NE(none->key, lines->key);
    constexpr std::uint32_t kName = 5, kLine = 8, kOpcode = 0xffff; // OpName, OpLine
    for (std::size_t i = 5; i < none->spirv.size(); i += none->spirv[i] >> 16) {
        EXPECT_NE(none->spirv[i] & kOpcode, kName);
        EXPECT_NE(none->spirv[i] & kOpcode, kLine);
    }
    options.debug_info = static_cast<DebugInfo>(2);
    const auto wrong = translate("nv2a", file, options);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, 2);
}

TEST(Api, TranslatesThroughACacheToTheSame) {
    const auto file = program();
    auto cache = TranslationCache::open({});
    ASSERT_TRUE(cache) << cache.error().text;
    const Part vertex[] = {{"nv2a", file}};
    const auto plain = translate("nv2a", file);
    ASSERT_TRUE(plain);
    for (const std::uint64_t hits : {0U, 2U}) {
        const auto one = cache->translate("nv2a", file);
        ASSERT_TRUE(one) << one.error().text;
        EXPECT_EQ(one->spirv, plain->spirv);
        EXPECT_EQ(one->reflection, plain->reflection);
        EXPECT_EQ(cache->counts().memory_hits, hits);
    }
    const auto row = translate_linked(vertex);
    for (int i = 0; i < 2; ++i) {
        const auto linked = cache->translate_linked(vertex);
        ASSERT_TRUE(row && linked);
        EXPECT_EQ(linked->reflection, row->reflection);
        EXPECT_EQ(linked->stages.at("vertex").spirv, row->stages.at("vertex").spirv);
    }
    EXPECT_EQ(cache->counts().memory_hits, 4U);
    EXPECT_TRUE(cache->flush());
    EXPECT_EQ(cache->translate("nv2a", file, {.context = {{"no.key", 1}}}).error().code, 2);
}

TEST(Api, RefusesACacheFolderThatIsNone) {
    const auto refused = TranslationCache::open({.folder = RELIT_DATA});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, 3);
    EXPECT_EQ(refused.error().text, "the folder is not empty, and no cache");
}

} // namespace
} // namespace relit::api
