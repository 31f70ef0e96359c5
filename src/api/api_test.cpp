#include <relit/cache.hpp>
#include <relit/relit.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
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

/// A 64-bit atomic addition: it has no translation without integers and atomics of 64 bits.
std::vector<std::uint8_t> atomic_program() {
    return *assemble("maxwell",
                     "MOV R2, c[0x0][0x140] ;\nMOV R3, c[0x0][0x144] ;\nMOV R4, 0x1 ;\nMOV R5, 0x2 ;\n"
                     "ATOM.E.ADD.U64 R6, [R2], R4 ;\nEXIT ;\n");
}

std::string features_in(const std::string& reflection) {
    return nlohmann::json::parse(reflection).at("features").dump();
}

TEST(Api, RefusesProgramsThatRequireMoreThanTheHostHas) {
    const auto file = atomic_program();
    for (const Host host : {Host::SpirV, Host::GlslVulkan, Host::GlslOpenGl}) {
        TranslateOptions options{.host = host};
        EXPECT_EQ(translate("maxwell", file, options).error().code, 4);
        options.features = {"int64"};
        EXPECT_EQ(translate("maxwell", file, options).error().code, 4);
        options.features = {"atomic_int64", "int8", "int64"};
        const auto shader = translate("maxwell", file, options);
        ASSERT_TRUE(shader) << shader.error().text;
        EXPECT_EQ(features_in(shader->reflection), R"(["int64","atomic_int64"])");
    }
}

TEST(Api, ListsFeaturesThatAShaderUses) {
    std::ifstream in(RELIT_DATA "/maxwell/c_double.nv117.comp.bin", std::ios::binary);
    const std::vector<std::uint8_t> file(std::istreambuf_iterator<char>(in), {});
    TranslateOptions options{.context = {{"maxwell.workgroup0", 32}, {"maxwell.library", 522240}}};
    const auto without = translate("maxwell", file, options); // doubles are computed by integers of 32 bits
    options.features = {"float64", "int64", "float16"};
    const auto with = translate("maxwell", file, options);
    ASSERT_TRUE(without && with);
    EXPECT_EQ(features_in(without->reflection), "[]");
    EXPECT_EQ(features_in(with->reflection), R"(["int64","float64"])");
    EXPECT_NE(with->key, without->key);
    auto cache = TranslationCache::open({});
    ASSERT_TRUE(cache);
    EXPECT_EQ(cache->translate("maxwell", file, options)->reflection, with->reflection);
    const auto found = cache->look_up("maxwell", file, options);
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->reflection, with->reflection);
}

TEST(Api, ListsFeaturesOfAllStagesOfADraw) {
    const auto vertex = program(), fragment = *assemble("rsx.fp", "000: MOVR R0, f[COL0]; # last instruction\n");
    const Part parts[] = {{"nv2a", vertex}, {"rsx.fp", fragment}};
    const auto draw = translate_linked(parts, {.features = {"signed_zero", "int64"}});
    ASSERT_TRUE(draw) << draw.error().text;
    EXPECT_EQ(features_in(draw->reflection), R"(["signed_zero"])");
    EXPECT_EQ(draw->stages.at("vertex").reflection, draw->reflection);
}

TEST(Api, RefusesFeaturesThatNoHostHas) {
    const auto file = program();
    const TranslateOptions options{.features = {"int64", "wings"}};
    const auto shader = translate("nv2a", file, options);
    ASSERT_FALSE(shader);
    EXPECT_EQ(shader.error().code, 2);
    EXPECT_EQ(shader.error().text,
              "feature \"wings\" is none of int8, int16, int64, float16, float64, atomic_int64, demote, "
              "denormals, denormal_flush, signed_zero, loops_end_at_head");
    const Part part{"nv2a", file};
    EXPECT_EQ(translate_linked(std::span(&part, 1), options).error().code, 2);
    for (const std::string& name : features()) EXPECT_TRUE(translate("nv2a", file, {.features = {name}})) << name;
    EXPECT_EQ(features().size(), 11U);
}

} // namespace
} // namespace relit::api
