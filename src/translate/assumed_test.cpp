// Inferred context values: reported with the translation, and part of the key.
#include "translate/assumed.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "translate/linked.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace relit::translate {
namespace {

constexpr std::string_view kCompute = R"(
S2R R0, SR_TID.X ;
SHFL.IDX PT, R0, R0, 0x0, 0x1f ;
STS [0x20], R0 ;
SUST.D.2D.64.IGN [R2], R4, 0x2 ;
MOV R2, c[0x0][0x310] ;
MOV R3, c[0x0][0x314] ;
STG.E [R2], R0 ;
EXIT ;
)";
constexpr std::string_view kDeko = R"(
MOV R2, c[0x0][0x150] ;
MOV R3, c[0x0][0x154] ;
STG.E [R2], R0 ;
EXIT ;
)";

std::vector<std::uint8_t> assembled(std::string_view text) {
    auto bytes = codec::assemble(isa::maxwell::kCodec, text, {});
    EXPECT_TRUE(bytes) << bytes.error().text;
    return bytes ? std::move(*bytes) : std::vector<std::uint8_t>();
}

std::string value_of(const std::vector<ir::Assumption>& assumed, std::string_view name) {
    const auto found = std::ranges::find(assumed, name, &ir::Assumption::name);
    return found == assumed.end() ? "" : found->value;
}

TEST(Assumed, ComesWithTheTranslation) {
    const auto file = assembled(kCompute);
    const auto done = translate(isa::maxwell::kFrontend, file, {}, {});
    ASSERT_TRUE(done) << done.error().text;
    const auto& assumed = done->artifact.assumed;
    EXPECT_EQ(value_of(assumed, "maxwell.workgroup0"), "open");
    EXPECT_EQ(value_of(assumed, "maxwell.workgroup2"), "open");
    EXPECT_EQ(value_of(assumed, "maxwell.shared_bytes"), "48"); // 0x24 in whole rows
    EXPECT_EQ(value_of(assumed, "maxwell.image2.format"), "rg32ui");
    EXPECT_EQ(value_of(assumed, "maxwell.convention"), "nvn");
    EXPECT_EQ(std::ranges::count_if(assumed, [](const auto& each) { return !is_default(each); }), 6);
    EXPECT_EQ(value_of(assumed, "maxwell.warp_is_subgroup"), "0");
}

TEST(Assumed, InfersNothingThatTheContextGives) {
    const ir::Context said{{{"maxwell.workgroup0", 32},
                            {"maxwell.shared_bytes", 64},
                            {"maxwell.image2.format", 35},
                            {"maxwell.convention", 1}}};
    const auto file = assembled(kCompute);
    const auto done = translate(isa::maxwell::kFrontend, file, said, {});
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(std::ranges::all_of(done->artifact.assumed, is_default));
    for (const ir::Assumption& each : done->artifact.assumed)
        EXPECT_FALSE(said.values.contains(each.name)) << each.name;
}

// Context keys that say what is assumed anyway may make another key, but never the same one with another output.
TEST(Assumed, EqualKeysMeanEqualOutput) {
    const ir::Context contexts[] = {{},
                                    {{{"maxwell.workgroup0", 0}, {"maxwell.workgroup1", 0}}},
                                    {{{"maxwell.workgroup0", 1}}},
                                    {{{"maxwell.workgroup0", 1}, {"maxwell.workgroup1", 1}, {"maxwell.workgroup2", 1}}},
                                    {{{"maxwell.workgroup2", 8}}},
                                    {{{"maxwell.convention", 0}}},
                                    {{{"maxwell.convention", 1}}},
                                    {{{"maxwell.convention", 2}}},
                                    {{{"maxwell.shared_bytes", 0}}},
                                    {{{"maxwell.shared_bytes", 48}}},
                                    {{{"maxwell.shared_bytes", 96}}},
                                    {{{"maxwell.image2.format", 0}}},
                                    {{{"maxwell.image2.format", 35}}},
                                    {{{"maxwell.image2.format", 6}}}};
    std::map<std::string, std::string> by_key;
    std::size_t done_ones = 0;
    for (const std::string_view text : {kCompute, kDeko}) {
        const auto file = assembled(text);
        for (const ir::Context& context : contexts) {
            for (const lang::Target& target : {lang::Target{}, lang::Target{.debug_lines = false},
                                               lang::Target{.dialect = lang::Dialect::GlslVulkan}}) {
                const auto done = translate(isa::maxwell::kFrontend, file, context, target);
                if (!done) continue;
                ++done_ones;
                std::string all = to_json(*done) + done->artifact.text;
                all.append(reinterpret_cast<const char*>(done->artifact.words.data()), 4 * done->artifact.words.size());
                const auto [known, is_new] = by_key.emplace(done->key, all);
                EXPECT_TRUE(is_new || known->second == all) << to_json(*done);
            }
        }
    }
    EXPECT_GT(done_ones, 40U);
    EXPECT_GT(by_key.size(), 20U);
}

TEST(Assumed, IsReportedForEachStage) {
    const auto vertex = assembled(
        ".sph type=1, version=3, shader=1, in_generics=0xf, out_system_ab=0xf0000000\nALD.128 R0, a[0x80] ;\n"
        "AST.128 a[0x70], R0 ;\nEXIT ;\n");
    const auto fragment =
        assembled(".sph type=2, version=3, shader=5, targets=0xf\nSUST.D.2D.IGN [R2], R4, 0x2 ;\nEXIT ;\n");
    const auto first = isa::maxwell::kFrontend.parse(vertex), second = isa::maxwell::kFrontend.parse(fragment);
    ASSERT_TRUE(first && second);
    const isa::Program* const programs[] = {first->get(), second->get()};
    const auto linked = translate_linked(programs, {}, {});
    ASSERT_TRUE(linked) << linked.error().text;
    EXPECT_TRUE(std::ranges::all_of(linked->stages[0].artifact.assumed, is_default));
    EXPECT_EQ(value_of(linked->stages[1].artifact.assumed, "maxwell.image2.format"), "r32ui");
    const std::string json = to_json(*linked);
    const std::size_t at = json.find("\"assumed\"");
    EXPECT_NE(json.find("\"stage\": \"fragment\"", at), std::string::npos) << json;
}

} // namespace
} // namespace relit::translate
