// Pairs of real RSX programs: in every language each location that the fragment program reads is written, none is written
// that it does not read, and validators take both.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/rsx/mesa.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/pair.hpp"

#include <gtest/gtest.h>
#include <relit/relit.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace relit::rsx_pairs {
namespace {

namespace fs = std::filesystem;
using lang::Dialect;

constexpr lang::Target kTargets[] = {
    {.dialect = Dialect::SpirV, .has_int16 = true, .has_float16 = true},
    {.dialect = Dialect::GlslVulkan, .version = 450, .has_int16 = true, .has_float16 = true},
    {.dialect = Dialect::GlslVulkan, .version = 450, .literal = true, .has_int16 = true, .has_float16 = true},
    {.dialect = Dialect::GlslOpenGl, .version = 430},
    {.dialect = Dialect::GlslOpenGl, .version = 330}};

/// Context keys that change what travels.
const std::vector<ir::Context> kContexts = {
    {},
    {{{"rsx.fp.two_sided", 1}, {"rsx.fp.flat", 1}, {"rsx.vp.user_clip", 0x222222}}},
    {{{"rsx.fp.point_sprite", 0x3ff01}, {"rsx.fp.texcoord0", 0x11}, {"rsx.fp.fog_mode", 0x2601}}},
    {{{"rsx.vp.input0.format", 0x45}, {"rsx.vp.input1.format", 0x16}, {"rsx.vp.input3.format", 0x31}}}};

std::vector<fs::path> pairs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (fs::exists(entry.path() / "vp.bin") && fs::exists(entry.path() / "fp.bin")) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::map<std::uint32_t, lang::Binding> varyings(const lang::Artifact& artifact, const char* kind) {
    std::map<std::uint32_t, lang::Binding> all;
    for (const lang::Binding& binding : artifact.interface)
        if (binding.kind == kind) all.emplace(binding.location, binding);
    return all;
}

void expect_meeting(const translate::PairTranslation& pair, const lang::Target& target) {
    const auto given = varyings(pair.vertex, "output"), read = varyings(pair.fragment, "input");
    for (const auto& [location, binding] : read) {
        ASSERT_TRUE(given.contains(location)) << binding.name << " is read at " << location << " but not written";
        EXPECT_EQ(given.at(location).type, binding.type) << location;
        if (target.version == 330) {
            EXPECT_EQ(given.at(location).name, binding.name);
        }
    }
    for (const auto& [location, binding] : given)
        EXPECT_TRUE(read.contains(location)) << binding.name << " is written at " << location << " but not read";
}

void expect_pairs(const fs::path& folder, std::size_t least) {
    const std::vector<fs::path> pairs = pairs_in(folder);
    ASSERT_GE(pairs.size(), least);
    for (const fs::path& path : pairs) {
        const test::ParsedPrograms row{{&isa::rsx::vp::kFrontend, test::bytes_of_file(path / "vp.bin")},
                                       {&isa::rsx::fp::kFrontend, test::bytes_of_file(path / "fp.bin")}};
        for (std::size_t context = 0; context < kContexts.size(); ++context) {
            for (const lang::Target& target : kTargets) {
                SCOPED_TRACE(path.string() + " context " + std::to_string(context) + " version " +
                             std::to_string(target.version) + (target.literal ? " literal" : ""));
                const auto pair = translate::translate_pair(row[0], row[1], kContexts[context], target);
                ASSERT_TRUE(pair) << pair.error().text;
                expect_meeting(*pair, target);
                test::expect_taken(pair->vertex, target, ir::Stage::Vertex);
                test::expect_taken(pair->fragment, target, ir::Stage::Fragment);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(RsxPairs, OwnPairsLink) { expect_pairs(fs::path(RELIT_DATA) / "rsx/mesa", 30); }

TEST(RsxPairs, CorpusPairsLink) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx/own/mesa";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    expect_pairs(folder, 50);
}

/// By the order of the programs: which lanes the vertex program stores, of the outputs that travel.
TEST(RsxPairs, LanesThatAreNotReadAreNotComputed) {
    const auto assembled = [](const isa::Frontend& guest, const char* text) {
        auto bytes = codec::assemble(guest.codec, text, {});
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text);
        return bytes ? *bytes : std::vector<std::uint8_t>{};
    };
    const auto vp = assembled(isa::rsx::vp::kFrontend,
                              "MOV o[0], v[0];\nRSQ o[7].x, v[1].x;\nMOV o[7].y, v[1];\n"
                              "MOV o[1], v[3];\nMOV o[8].xyz, v[4];\n");
    const auto fp = assembled(isa::rsx::fp::kFrontend,
                              "MOVR R0.x, f[TEX0].y;\nMOVR R0.y, f[TEX1].w;\n"
                              "MOVR R0.zw, f[TEX2].zzzw;\n");
    const lang::Target target{.dialect = Dialect::GlslVulkan, .version = 450};
    const test::ParsedPrograms row{{&isa::rsx::vp::kFrontend, vp}, {&isa::rsx::fp::kFrontend, fp}};
    const auto pair = translate::translate_pair(row[0], row[1], {}, target);
    ASSERT_TRUE(pair) << pair.error().text;
    const auto given = varyings(pair->vertex, "output");
    EXPECT_EQ(given.size(), 1U); // TEX1.w and all of TEX2 are what the hardware gives: 0, 0, 0, 1
    EXPECT_TRUE(given.contains(7));
    EXPECT_EQ(pair->vertex.text.find("inversesqrt"), std::string::npos) << pair->vertex.text;
    EXPECT_NE(pair->fragment.text.find("color0 = vec4(tex0.y, 1.0, 0.0, 1.0)"), std::string::npos)
        << pair->fragment.text;
}

TEST(RsxPairs, ThePublicFaceGivesBothShaders) {
    const auto vp = test::bytes_of_file(fs::path(RELIT_DATA) / "rsx/mesa/e_simple/vp.bin");
    const auto fp = test::bytes_of_file(fs::path(RELIT_DATA) / "rsx/mesa/e_simple/fp.bin");
    const auto pair = api::translate_pair("rsx.vp", vp, "rsx.fp", fp);
    ASSERT_TRUE(pair) << pair.error().text;
    EXPECT_EQ(test::spirv_error(pair->vertex.spirv), "");
    EXPECT_EQ(test::spirv_error(pair->fragment.spirv), "");
    EXPECT_EQ(pair->vertex.key, pair->fragment.key);
    EXPECT_EQ(api::translate_pair("rsx.fp", fp, "rsx.vp", vp).error().code, 2);
}

TEST(RsxPairs, TwoOfAKindAreRefused) {
    const auto vp = test::bytes_of_file(fs::path(RELIT_DATA) / "rsx/mesa/e_simple/vp.bin");
    const test::ParsedPrograms row{{&isa::rsx::vp::kFrontend, vp}, {&isa::rsx::vp::kFrontend, vp}};
    const auto pair = translate::translate_pair(row[0], row[1], {}, {});
    ASSERT_FALSE(pair);
    EXPECT_EQ(pair.error().kind, FaultKind::Usage);
}

/// A context key that was not read changes neither the texts nor the key.
TEST(RsxPairs, ContextKeysThatAreNotReadChangeNothing) {
    const lang::Target target{.dialect = Dialect::GlslVulkan, .version = 450};
    for (const fs::path& path : pairs_in(fs::path(RELIT_DATA) / "rsx/mesa")) {
        const test::ParsedPrograms row{{&isa::rsx::vp::kFrontend, test::bytes_of_file(path / "vp.bin")},
                                       {&isa::rsx::fp::kFrontend, test::bytes_of_file(path / "fp.bin")}};
        const auto translated = [&](const ir::Context& context) {
            return translate::translate_pair(row[0], row[1], context, target);
        };
        const auto plain = translated({});
        ASSERT_TRUE(plain);
        ir::Context other;
        for (const isa::Frontend* guest : {&isa::rsx::vp::kFrontend, &isa::rsx::fp::kFrontend}) {
            for (const isa::ContextKey& key : guest->context_keys) {
                std::string name(key.name);
                if (const std::size_t mark = name.find('#'); mark != name.npos) name.replace(mark, 1, "0");
                if (!plain->read.values.contains(name)) other.values[name] = 1;
            }
        }
        const auto again = translated(other);
        ASSERT_TRUE(again) << path << again.error().text;
        EXPECT_EQ(again->vertex.text + again->fragment.text, plain->vertex.text + plain->fragment.text) << path;
        EXPECT_EQ(again->key, plain->key) << path;
    }
}

} // namespace
} // namespace relit::rsx_pairs
