// Literal GLSL always compiles, and its statements alone where they stand in main(): random programs of RSX and NV2A, and real ones of which bits were turned.
#include "isa/nv2a/nv2a.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/shared/random.hpp"
#include "tests/support/rsx/mesa.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace relit::glsl_mutations {
namespace {

namespace fs = std::filesystem;
using lang::Dialect;

constexpr std::array<lang::Target, 3> kTargets = {
    {{.dialect = Dialect::GlslVulkan, .version = 450, .literal = true, .has_int16 = true, .has_float16 = true},
     {.dialect = Dialect::GlslOpenGl, .version = 430, .literal = true},
     {.dialect = Dialect::GlslOpenGl, .version = 330, .literal = true}}};

/// What a context may say of a program, beside what is usual.
struct Choice {
    std::string_view key;
    std::vector<std::uint64_t> values;
};
struct Case {
    const isa::Frontend& guest;
    ir::Stage stage;
    std::string_view folder, ending; // of its programs in tests/data
    std::vector<Choice> choices;
};

std::vector<Case> cases() {
    return {{isa::rsx::vp::kFrontend,
             ir::Stage::Vertex,
             "rsx",
             "vp.bin",
             {{"rsx.vp.rules", {0, 1}},
              {"rsx.vp.branch_bits", {0, 0x55555555}},
              {"rsx.vp.user_clip", {0, 0x221122}},
              {"rsx.vp.point_size", {0, 0x40000000}},
              {"rsx.vp.all_outputs", {0, 1}},
              {"rsx.vp.texture0.kind", {1, 2, 3, 4}},
              {"rsx.vp.texture1.wrap", {0, 0x853}},
              {"rsx.vp.texture2.unnormalised", {0, 1}}}},
            {isa::rsx::fp::kFrontend,
             ir::Stage::Fragment,
             "rsx",
             "fp.bin",
             {{"rsx.fp.control", {0, 0x40, 0x4e, 0x0e}},
              {"rsx.fp.targets", {1, 15}},
              {"rsx.fp.window", {0, 0x111fe}},
              {"rsx.fp.two_sided", {0, 1}},
              {"rsx.fp.fog_mode", {0, 0x2601, 0x0801}},
              {"rsx.fp.point_sprite", {0, 0x3ff01}},
              {"rsx.fp.texcoord0", {0, 1, 16}},
              {"rsx.fp.texture0.kind", {1, 2, 3, 4}},
              {"rsx.fp.texture1.shadow", {0, 1}},
              {"rsx.fp.texture0.alpha_kill", {0, 1}},
              {"rsx.fp.texture0.wrap", {0, 0x555}},
              {"rsx.fp.texture2.remap", {0xaae4, 0x1234}}}},
            {isa::nv2a::kFrontend, ir::Stage::Vertex, "nv2a", ".bin", {{"nv2a.arithmetic", {0, 1}}}}};
}

std::vector<std::vector<std::uint8_t>> own_programs(const Case& each) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(RELIT_DATA) / each.folder))
        if (entry.path().string().ends_with(each.ending)) found.push_back(entry.path());
    std::ranges::sort(found);
    std::vector<std::vector<std::uint8_t>> programs;
    for (const fs::path& path : found) programs.push_back(test::bytes_of_file(path));
    return programs;
}

ir::Context context_of(const Case& each, isa::Random& random) {
    ir::Context context;
    for (const Choice& choice : each.choices) {
        const std::uint32_t which = random.below(2 * static_cast<std::uint32_t>(choice.values.size()));
        if (which < choice.values.size()) context.values[std::string(choice.key)] = choice.values[which];
    }
    return context;
}

/// How many programs were translated at all, and how many were not taken.
struct Count {
    unsigned done = 0, wrong = 0;
};

/// The shader with the partial text as all that main() does; where the text has functions of the guest's too, as it is.
std::string with_partial(const lang::Artifact& artifact) {
    constexpr std::string_view kMain = "void main() {\n", kFunction = "bool at_";
    const std::size_t at = artifact.text.find(kMain);
    if (at == std::string::npos || artifact.partial.find(kFunction) != std::string::npos) return artifact.text;
    return artifact.text.substr(0, at) + std::string(kMain) + artifact.partial + "}\n";
}

/// Programs that go nowhere, and what OpenGL has no types or buffers for.
bool is_allowed(const Fault& fault) {
    if (fault.text == "glsl: values of float16_t, which the target lacks") return true;
    if (fault.text == "glsl: storage buffers before GLSL 430") return true;
    return fault.kind != FaultKind::Internal && !fault.text.starts_with("glsl:");
}

void expect_compiles(const Case& each, Bytes program, isa::Random& random, Count& count) {
    const ir::Context context = context_of(each, random);
    const lang::Target& target = kTargets[random.below(kTargets.size())];
    const auto done = translate::translate(each.guest, program, context, target);
    if (!done) {
        EXPECT_TRUE(is_allowed(done.error())) << (++count.wrong, done.error().text);
        return;
    }
    ++count.done;
    static const verify::GlslangSession session;
    for (const std::string& text : {done->artifact.text, with_partial(done->artifact)}) {
        const auto words = verify::compile_glsl(text, target, each.stage);
        if (words) continue;
        ++count.wrong;
        const auto listing = codec::list(each.guest.codec, program);
        ADD_FAILURE() << words.error().text << ir::print(context) << "\nversion " << target.version << "\n"
                      << (listing ? codec::print(*listing) : listing.error().text);
        return;
    }
}

constexpr unsigned kMostWrong = 3; // after that many, a kind of program is left
constexpr unsigned kSamples = 50, kRounds = 2, kBits = 128, kMostFlipped = 8;

TEST(GlslMutations, SamplesCompileLiterally) {
    for (const Case& each : cases()) {
        SCOPED_TRACE(each.guest.name());
        Count count;
        isa::Random random(17);
        for (std::uint64_t seed = 0; seed < kSamples && count.wrong < kMostWrong; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            expect_compiles(each, each.guest.codec.sample(seed + 7000), random, count);
        }
        EXPECT_TRUE(count.wrong != 0 || count.done > kSamples * 8 / 10) << count.done;
    }
}

/// Every bit of an instruction in turn, in any of the programs at any of their instructions, and up to seven more.
TEST(GlslMutations, RealProgramsWithChangedBitsCompileLiterally) {
    constexpr std::uint32_t kInstruction = kBits / 8;
    for (const Case& each : cases()) {
        SCOPED_TRACE(each.guest.name());
        const std::vector<std::vector<std::uint8_t>> programs = own_programs(each);
        ASSERT_GE(programs.size(), 20U);
        Count count;
        isa::Random random(99);
        for (unsigned i = 0; i < kRounds * kBits && count.wrong < kMostWrong; ++i) {
            SCOPED_TRACE("mutation " + std::to_string(i));
            std::vector<std::uint8_t> program = programs[random.below(static_cast<std::uint32_t>(programs.size()))];
            const auto instructions = static_cast<std::uint32_t>(program.size() / kInstruction);
            const auto flip = [&](std::uint32_t bit) {
                const std::size_t at = random.below(instructions) * kInstruction + bit / 8;
                program[at] = static_cast<std::uint8_t>(program[at] ^ 1U << bit % 8);
            };
            flip(i % kBits);
            for (std::uint32_t more = random.below(kMostFlipped); more != 0; --more) flip(random.below(kBits));
            expect_compiles(each, program, random, count);
        }
        EXPECT_TRUE(count.wrong != 0 || count.done > kRounds * kBits / 2) << count.done;
    }
}

} // namespace
} // namespace relit::glsl_mutations
