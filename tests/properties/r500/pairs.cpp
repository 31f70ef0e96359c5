// The two programs of R500 draws, linked: what the rasteriser's registers route to a temporary is what arrives there, a pair gives the
// fragment that its programs give apart, and validators take it.
#include "tests/support/r500/pairs.hpp"
#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/shared/random.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/r500/corpus.hpp"
#include "tests/support/spirv_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace relit::r500_pairs {
namespace {

using isa::r500::RegisterWord;
namespace reg = isa::r500::reg;
namespace field = isa::r500::field;

constexpr lang::Target kSpirV{.dialect = lang::Dialect::SpirV};

std::vector<std::uint8_t> assembled(const isa::Frontend& frontend, const std::string& text) {
    const auto bytes = frontend.codec.assemble(text, {});
    EXPECT_TRUE(bytes) << bytes.error().text << "\n" << text;
    return bytes ? *bytes : std::vector<std::uint8_t>();
}

/// The fragment that comes of a vertex: apart, or after linking.
test::FragmentResult through(const ir::Module& vertex, const ir::Module& fragment, const test::ParsedPrograms& programs,
                             std::uint64_t seed, const test::FragmentPosition& position = {}) {
    const run::State done = test::run_r500(vertex, test::r500_vertex_state(vertex, programs[0], seed), seed);
    run::State given = test::r500_fragment_state(vertex, done, fragment, programs[1], position);
    const run::State last = test::run_r500(fragment, std::move(given), seed);
    test::FragmentResult result = test::fragment_result(fragment, last);
    result.counts = result.counts && !done.hit_loop_limit;
    return result;
}

// ---- routing, against a model of the registers

/// What a draw sends: numbers that tell where they come from, and what the registers make of them.
struct Routing {
    std::uint32_t format_0 = 1, format_1 = 0, clip = 0;
    std::array<std::uint32_t, 8> components{};
    std::array<bool, 4> colours{};
    std::array<RegisterWord, 4> inst{}, ip{};
};

/// Component c of vector k of the outputs.
float sent(std::uint32_t output, std::uint32_t component) {
    return static_cast<float>(100 * output + 10 * component + 1);
}

Routing random_routing(std::uint64_t seed) {
    isa::Random random(seed);
    Routing routing;
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
        routing.components[i] = random.below(3) == 0 ? 0 : 1 + random.below(4);
        routing.format_1 |= routing.components[i] << 3 * i;
        most += routing.components[i];
    }
    for (std::uint32_t i = 0; i < 2; ++i) { // back colours stay out: the next test has them
        routing.colours[i] = random.below(3) != 0;
        routing.format_0 |= routing.colours[i] ? 2U << i : 0;
    }
    const auto pointer = [&] { return random.below(4) == 0 ? 62 + random.below(2) : random.below(most + 1); };
    for (std::uint32_t i = 0; i < 4; ++i) {
        RegisterWord& ip = routing.ip[i];
        ip.set(field::RS_IP__TEX_PTR_S, pointer()).set(field::RS_IP__TEX_PTR_T, pointer());
        ip.set(field::RS_IP__TEX_PTR_R, pointer()).set(field::RS_IP__TEX_PTR_Q, pointer());
        ip.set(field::RS_IP__COL_PTR, random.below(2)).set(field::RS_IP__COL_FMT, random.below(11));
        RegisterWord& inst = routing.inst[i]; // temporaries 0 to 3 from coordinates or colours
        const bool is_colour = random.below(3) == 0;
        inst.set(field::RS_INST__TEX_ID, random.below(4)).set(field::RS_INST__TEX_CN, is_colour ? 0U : 1U);
        inst.set(field::RS_INST__TEX_ADDR, i).set(field::RS_INST__COL_ID, random.below(4));
        inst.set(field::RS_INST__COL_CN, is_colour ? 1U : 0U).set(field::RS_INST__COL_ADDR, i);
    }
    return routing;
}

/// The number of out[] that is colour `i`, or texture coordinate `i`.
std::uint32_t output_of_colour(const Routing& routing, std::uint32_t i) {
    std::uint32_t number = 1;
    for (std::uint32_t k = 0; k < i; ++k) number += routing.colours[k] ? 1 : 0;
    return number;
}
std::uint32_t output_of_set(const Routing& routing, std::uint32_t i) {
    std::uint32_t number = output_of_colour(routing, 4);
    for (std::uint32_t k = 0; k < i; ++k) number += routing.components[k] != 0 ? 1 : 0;
    return number;
}

float pointed(const Routing& routing, std::uint32_t pointer) {
    if (pointer >= 62) return pointer == 63 ? 1.0F : 0.0F;
    for (std::uint32_t set = 0; set < 8; ++set)
        for (std::uint32_t c = 0; c < routing.components[set]; ++c)
            if (pointer-- == 0) return sent(output_of_set(routing, set), c);
    return 0; // there is no such component
}

float coloured(const Routing& routing, const RegisterWord& ip, std::uint32_t c) {
    constexpr std::array<std::string_view, 11> kFormats = {"RGBA", "RGB0", "RGB1", "RGBA", "000A", "0000",
                                                           "0001", "RGBA", "111A", "1110", "1111"};
    const char what = kFormats[ip[field::RS_IP__COL_FMT]][c];
    if (what == '0' || what == '1') return what == '1' ? 1.0F : 0.0F;
    const std::uint32_t number = ip[field::RS_IP__COL_PTR];
    return routing.colours[number] ? sent(output_of_colour(routing, number), c) : 0;
}

std::string vertex_text(const Routing& routing) {
    std::string text =
        fmt::format(".reg VAP_OUT_VTX_FMT_0 = {}\n.reg VAP_OUT_VTX_FMT_1 = {}\n", routing.format_0, routing.format_1);
    const std::uint32_t outputs = output_of_set(routing, 8);
    for (std::uint32_t i = 0; i < outputs; ++i)
        text += fmt::format(".const {} = {}.0, {}.0, {}.0, {}.0\n", i, sent(i, 0), sent(i, 1), sent(i, 2), sent(i, 3));
    text += ".code 0\n";
    for (std::uint32_t i = 0; i < outputs; ++i)
        text += fmt::format("out[{}].xyzw = VE_ADD const[{}].xyzw const[{}].0000 ;\n", i, i, i);
    return text;
}

std::string fragment_text(const Routing& routing) {
    std::string text =
        fmt::format(".reg VAP_OUT_VTX_FMT_0 = {}\n.reg VAP_OUT_VTX_FMT_1 = {}\n.reg VAP_CLIP_CNTL = {}\n",
                    routing.format_0, routing.format_1, routing.clip);
    for (std::uint32_t i = 0; i < 4; ++i) text += fmt::format(".reg RS_IP_{} = {:#x}\n", i, routing.ip[i].raw[0]);
    text += ".reg RS_INST_COUNT = 3\n";
    for (std::uint32_t i = 0; i < 4; ++i) text += fmt::format(".reg RS_INST_{} = {:#x}\n", i, routing.inst[i].raw[0]);
    text += ".code 0\n";
    for (std::uint32_t i = 0; i < 4; ++i)
        text += fmt::format(
            "OUT src0.rgb = temp[{0}], src0.a = temp[{0}] : out[{0}].a = MAX src0.a src0.a , "
            "out[{0}].rgb = MAX src0.rgb src0.rgb ;\n",
            i);
    return text;
}

void expect_routed(const Routing& routing, const test::FragmentResult& got) {
    ASSERT_EQ(got.targets.size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const RegisterWord inst = routing.inst[i];
        const bool is_colour = inst[field::RS_INST__COL_CN] != 0;
        const RegisterWord ip = routing.ip[inst[is_colour ? field::RS_INST__COL_ID : field::RS_INST__TEX_ID]];
        const std::array<std::uint32_t, 4> pointers = {ip[field::RS_IP__TEX_PTR_S], ip[field::RS_IP__TEX_PTR_T],
                                                       ip[field::RS_IP__TEX_PTR_R], ip[field::RS_IP__TEX_PTR_Q]};
        for (std::uint32_t c = 0; c < 4; ++c) {
            const float wanted = is_colour ? coloured(routing, ip, c) : pointed(routing, pointers[c]);
            EXPECT_EQ(got.targets[i].at(c), wanted) << "temp[" << i << "], component " << c;
        }
    }
}

TEST(R500Pairs, WhatIsRoutedArrives) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const Routing routing = random_routing(seed);
        const auto programs = test::parsed_r500(assembled(isa::r500::vs::kFrontend, vertex_text(routing)),
                                                assembled(isa::r500::fs::kFrontend, fragment_text(routing)));
        auto linked = translate::lift_linked(programs, {}, kSpirV);
        ASSERT_TRUE(linked) << linked.error().text;
        expect_routed(routing, through(linked->stages[0].module, linked->stages[1].module, programs, seed));
        ASSERT_TRUE(translate::prepare_linked(linked->stages, kSpirV, {}));
        expect_routed(routing, through(linked->stages[0].module, linked->stages[1].module, programs, seed));
        if (testing::Test::HasFailure()) return;
    }
}

/// Temporaries 0 and 1 are colours 0 and 1, 2 and 3 coordinates that begin at component 0.
Routing two_sided() {
    Routing routing{.format_0 = 1 | 15U << 1, .colours = {true, true, true, true}};
    for (std::uint32_t i = 0; i < 4; ++i) {
        routing.ip[i].set(field::RS_IP__COL_PTR, i);
        routing.ip[i].set(field::RS_IP__TEX_PTR_S, 4 * (i % 2)).set(field::RS_IP__TEX_PTR_T, 4 * (i % 2) + 1);
        routing.ip[i].set(field::RS_IP__TEX_PTR_R, 4 * (i % 2) + 2).set(field::RS_IP__TEX_PTR_Q, 4 * (i % 2) + 3);
        routing.inst[i].set(field::RS_INST__COL_ID, i).set(field::RS_INST__TEX_ID, i);
        routing.inst[i].set(field::RS_INST__COL_ADDR, i).set(field::RS_INST__TEX_ADDR, i);
        routing.inst[i].set(i < 2 ? field::RS_INST__COL_CN : field::RS_INST__TEX_CN, 1U);
    }
    return routing;
}

std::array<float, 4> firsts_of(const Routing& routing, float facing) {
    const auto programs = test::parsed_r500(assembled(isa::r500::vs::kFrontend, vertex_text(routing)),
                                            assembled(isa::r500::fs::kFrontend, fragment_text(routing)));
    auto linked = translate::lift_linked(programs, {}, kSpirV);
    EXPECT_TRUE(linked);
    EXPECT_TRUE(translate::prepare_linked(linked->stages, kSpirV, {}));
    const auto got = through(linked->stages[0].module, linked->stages[1].module, programs, 1, {.facing = facing});
    return {got.targets[0][0], got.targets[1][0], got.targets[2][0], got.targets[3][0]};
}

TEST(R500Pairs, PrimitivesSeenFromTheBackHaveColoursTwoAndThree) {
    EXPECT_EQ(firsts_of(two_sided(), 1), (std::array<float, 4>{sent(1, 0), sent(2, 0), 0, 0}));
    EXPECT_EQ(firsts_of(two_sided(), -1), (std::array<float, 4>{sent(3, 0), sent(4, 0), 0, 0}));
}

TEST(R500Pairs, ColoursTwoAndThreeCanBeCoordinates) {
    Routing routing = two_sided();
    routing.clip = 3U << 20;
    EXPECT_EQ(firsts_of(routing, -1), (std::array<float, 4>{sent(1, 0), sent(2, 0), sent(3, 0), sent(4, 0)}));
}

// ---- pairs of captures

bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_same(const test::FragmentResult& wanted, const test::FragmentResult& got) {
    EXPECT_EQ(got.discarded, wanted.discarded);
    EXPECT_EQ(got.targets.size(), wanted.targets.size());
    if (wanted.discarded || got.targets.size() != wanted.targets.size()) return;
    for (std::size_t i = 0; i < wanted.targets.size(); ++i)
        for (std::size_t c = 0; c < wanted.targets[i].size(); ++c)
            EXPECT_TRUE(same(got.targets[i][c], wanted.targets[i][c])) << "target " << i << ", component " << c;
    for (std::size_t i = 0; i < wanted.depth.size(); ++i) EXPECT_TRUE(same(got.depth[i], wanted.depth[i]));
}

void expect_linked(const test::R500Pair& pair) {
    const auto programs = test::parsed_r500(pair.vertex, pair.fragment);
    auto apart = translate::lift_linked(programs, pair.context, kSpirV);
    auto together = translate::lift_linked(programs, pair.context, kSpirV);
    ASSERT_TRUE(apart && together);
    ASSERT_TRUE(translate::prepare_linked(together->stages, kSpirV, {}));
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const auto wanted = through(apart->stages[0].module, apart->stages[1].module, programs, seed);
        const auto got = through(together->stages[0].module, together->stages[1].module, programs, seed);
        if (wanted.counts && got.counts) expect_same(wanted, got);
    }
}

void expect_valid(const test::R500Pair& pair) {
    const auto programs = test::parsed_r500(pair.vertex, pair.fragment);
    for (const bool literal : {false, true}) {
        const auto done =
            translate::translate_linked(programs, pair.context, {.dialect = lang::Dialect::SpirV, .literal = literal});
        ASSERT_TRUE(done) << done.error().text;
        for (const auto& stage : done->stages) EXPECT_EQ(test::spirv_error(stage.artifact.words), "");
    }
    const lang::Target glsl{.dialect = lang::Dialect::GlslVulkan, .version = 450};
    const auto done = translate::translate_linked(programs, pair.context, glsl);
    ASSERT_TRUE(done) << done.error().text;
    for (const auto& stage : done->stages) test::expect_taken(stage.artifact, glsl, stage.stage);
}

void expect_all(const test::R500Pairs& all) {
    for (const test::R500Pair& pair : all.pairs) {
        SCOPED_TRACE(pair.name);
        expect_linked(pair);
        expect_valid(pair);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(R500Pairs, PairsOfTheRepositoryLinkAndGiveWhatTheirProgramsGiveApart) {
    const test::R500Pairs all = test::r500_pairs(test::r500_data());
    EXPECT_GE(all.draws, 6U);
    expect_all(all);
}

TEST(R500Pairs, PairsOfTheCorpusLinkAndGiveWhatTheirProgramsGiveApart) {
    const auto captures = test::r500_corpus_captures();
    if (captures.empty()) GTEST_SKIP() << "no corpus at " << test::r500_corpus() << ": set RELIT_CORPUS";
    const test::R500Pairs all = test::r500_pairs(captures);
    EXPECT_GT(all.draws, 4000U);
    EXPECT_GT(all.pairs.size(), 80U);
    expect_all(all);
}

/// The author's programs come in pairs of files without registers: coordinates of the vertices are those of the fragments.
TEST(R500Pairs, PairsOfFilesWithoutRegistersLink) {
    const std::filesystem::path folder = test::r500_corpus() / "foreign/shaders/author";
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    std::size_t pairs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::string name = entry.path().string();
        const std::size_t ending = name.rfind(".vs.bin");
        if (ending == std::string::npos) continue;
        const std::string other = name.substr(0, ending) + ".fs.bin";
        if (!std::filesystem::exists(other)) continue;
        SCOPED_TRACE(name);
        const auto read = [](const std::string& path) {
            std::ifstream in(path, std::ios::binary);
            return std::vector<std::uint8_t>{std::istreambuf_iterator<char>(in), {}};
        };
        expect_valid({name, read(name), read(other), {}});
        ++pairs;
    }
    EXPECT_GE(pairs, 8U);
}

} // namespace
} // namespace relit::r500_pairs
