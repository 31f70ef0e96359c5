// Programs whose uniform blocks hold only the constants that are read compute what they computed from the whole buffers.
#include "guests/guests.hpp"
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "lang/constants.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/rsx/cg_container.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace relit::packed_constants {
namespace {

constexpr std::string_view kProgram = R"(module vertex "test"
file 0 o f32x4[4] output
file 1 n i32[1] input
file 2 s f32[4] output
called o[1] "colour"
resource 0 c constant binding 0 size 8192
label c 4096 "view[0]"
label c 4112 "view[1]"
label c 7456 "gain"
resource 1 looked constant binding 1 size 64
resource 2 sized constant binding 2 size 64
resource 3 beyond constant binding 3 size 64
function 0 main() -> void
b0:
  %1: i32 = const 0x1d24
  %2: f32 = loadbuffer c, %1
  %3: i32 = const 0x1000
  %4: f32x4 = loadbuffer c, %3
  %5: i32 = const 0x18
  %6: f32x4 = loadbuffer c, %5
  %7: i32 = loadfile n[0]
  %8: f32 = loadbuffer looked, %7
  %9: i32 = buffersize sized
  %10: i32 = const 0x20
  %11: f32 = loadbuffer sized, %10
  %12: f32x4 = loadbuffer beyond, %10
  %13: i32 = const 0x38
  %14: f32x4 = loadbuffer beyond, %13
  storefile o[0].xyzw, %4
  storefile o[1].xyzw, %6
  storefile s[0].x, %2
  storefile s[1].x, %8
  storefile s[2].x, %11
  %16: f32 = bitcast %9
  storefile s[3].x, %16
  %15: f32x4 = fadd %12, %14
  storefile o[3].xyzw, %15
  return
)";

/// Both with the same constants, each where its module has them.
void expect_same(const ir::Module& whole, const ir::Module& packed, std::uint64_t seed, std::string_view what) {
    std::mt19937_64 random(seed);
    run::State before = run::blank_state(whole), after = run::blank_state(packed);
    for (std::size_t i = 0; i < whole.files.size(); ++i) {
        if (whole.files[i].role != ir::Role::Input) continue;
        for (std::uint64_t& lane : before.files[i]) lane = random() & 0x3fffffff;
        after.files[i] = before.files[i];
    }
    for (std::size_t i = 0; i < whole.resources.size(); ++i) {
        for (std::uint8_t& byte : before.resources[i]) byte = static_cast<std::uint8_t>(random() & 0x3f);
        const std::vector<std::uint32_t>& from = packed.resources[i].guest_offsets;
        if (from.empty()) after.resources[i] = before.resources[i];
        for (std::size_t row = 0; row < from.size(); ++row)
            std::copy_n(before.resources[i].begin() + from[row], lang::kConstantRowBytes,
                        after.resources[i].begin() + static_cast<std::ptrdiff_t>(row * lang::kConstantRowBytes));
    }
    const auto texture = [](const ir::Inst&, const ir::TextureUse&, auto operands) {
        return std::vector<std::uint64_t>(4, operands.empty() || operands[0].empty() ? 1 : operands[0][0]);
    };
    const run::Host host{.texture = texture};
    const Status one = run::run(whole, {&before, 1}, {}, host), other = run::run(packed, {&after, 1}, {}, host);
    ASSERT_EQ(one.has_value(), other.has_value()) << what;
    if (!one) return;
    for (std::size_t i = 0; i < whole.files.size(); ++i) {
        if (whole.files[i].role != ir::Role::Output) continue;
        EXPECT_EQ(before.files[i], after.files[i]) << what;
    }
}

TEST(PackedConstants, KeepWhatIsReadWithItsGuestOffset) {
    auto whole = ir::parse(kProgram);
    ASSERT_TRUE(whole) << whole.error().text;
    ir::Module packed = whole->clone();
    ASSERT_TRUE(lang::lower_packed_constants(packed, {.constants = lang::ConstantLayout::Packed}));
    ASSERT_TRUE(ir::verify(packed)) << ir::verify(packed).error().text;
    EXPECT_EQ(packed.resources[0].guest_offsets, (std::vector<std::uint32_t>{16, 32, 4096, 7456}));
    EXPECT_EQ(packed.resources[0].size, 64U);
    EXPECT_EQ(packed.resources[0].labels, (std::vector<ir::Label>{{32, "view[0]"}, {48, "gain"}}));
    for (const std::size_t kept : {1, 2, 3}) EXPECT_TRUE(packed.resources[kept].guest_offsets.empty()) << kept;
    expect_same(*whole, packed, 1, "program");
    const std::vector<lang::Member> members = lang::interface_members(packed, 0);
    EXPECT_EQ(members, (std::vector<lang::Member>{{"c1", 0, 16, 1, false},
                                                  {"c2", 16, 32, 1, false},
                                                  {"view", 32, 4096, 1, true},
                                                  {"gain", 48, 7456, 1, false}}));
    const auto again = ir::parse(ir::print(packed));
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(ir::print(*again), ir::print(packed));
    EXPECT_EQ(again->resources[0].guest_offsets, packed.resources[0].guest_offsets);
    EXPECT_EQ(again->files[0].labels, (std::vector<ir::Label>{{1, "colour"}}));
}

// Elements that are neighbours only once they are packed are no array: who fills the block would take them from one offset.
TEST(PackedConstants, AreArraysOnlyWhereTheGuestHasOne) {
    ir::Resource buffer;
    buffer.name = "c";
    buffer.labels = {{0, "m[0]"}, {16, "m[1]"}};
    buffer.guest_offsets = {4096, 4160};
    EXPECT_EQ(lang::members_of(buffer, {0, 1}),
              (std::vector<lang::Member>{{"m_0", 0, 4096, 1, false}, {"m_1", 16, 4160, 1, false}}));
    buffer.guest_offsets = {4096, 4112};
    EXPECT_EQ(lang::members_of(buffer, {0, 1}), (std::vector<lang::Member>{{"m", 0, 4096, 2, true}}));
}

/// One program both ways, in the interpreter and in three languages. Returns whether constants could be packed.
bool check_program(const isa::Frontend& guest, const std::vector<std::uint8_t>& program, std::uint64_t seed,
                   const std::string& what) {
    constexpr lang::Target kTargets[] = {
        {.dialect = lang::Dialect::SpirV, .has_int64 = true, .constants = lang::ConstantLayout::Packed},
        {.dialect = lang::Dialect::GlslVulkan, .version = 450, .constants = lang::ConstantLayout::Packed},
        {.dialect = lang::Dialect::GlslOpenGl, .version = 330, .constants = lang::ConstantLayout::Packed}};
    const ir::Context context;
    ir::ContextReader reader(context);
    auto whole = translate::lift(guest, program, reader);
    if (!whole || !translate::optimise(*whole, {}, {})) return false;
    ir::Module packed = whole->clone();
    if (!lang::lower_packed_constants(packed, {.constants = lang::ConstantLayout::Packed})) return false;
    EXPECT_TRUE(ir::verify(packed)) << what << ": " << ir::verify(packed).error().text;
    expect_same(*whole, packed, seed, what);
    for (const lang::Target& target : kTargets) {
        const auto done = translate::translate(guest, program, context, target);
        if (done) test::expect_taken(done->artifact, target, whole->stage);
    }
    return true;
}

TEST(PackedConstants, OfEveryGuestMeanTheSameAndCompile) {
    unsigned packed_ones = 0;
    for (const isa::Frontend* guest : guests::frontends()) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const std::string what = std::string(guest->name()) + " sample " + std::to_string(seed);
            packed_ones += check_program(*guest, guest->codec.sample(seed), seed, what) ? 1 : 0;
        }
    }
    EXPECT_GT(packed_ones, 20U);
}

// As raw microcode, and in a container whose parameters have names.
TEST(PackedConstants, OfRealRsxProgramsMeanTheSameAndCompile) {
    namespace fs = std::filesystem;
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx/own/mesa";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    unsigned packed_ones = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        if (name != "vp.bin" && name != "fp.bin") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::vector<std::uint8_t> raw{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        const bool vertex = name == "vp.bin";
        const isa::Frontend& guest = vertex ? isa::rsx::vp::kFrontend : isa::rsx::fp::kFrontend;
        packed_ones += check_program(guest, raw, 1, entry.path()) ? 1 : 0;
        test::CgFile file{.profile = vertex ? 0x1b5bU : 0x1b5cU, .code = raw};
        if (vertex)
            file.program = test::cg_vertex_header({static_cast<std::uint32_t>(raw.size() / 16), 0, 48, 0xffff, 3, 0});
        if (!vertex)
            file.program =
                test::cg_fragment_header({static_cast<std::uint32_t>(raw.size() / 16), 0, 0}, {}, {48, 0, 0, 0});
        for (std::uint32_t i = 0; vertex && i < 468; i += 4)
            file.parameters.push_back(
                {.type = i % 8 == 0 ? 1064U : 1048U, .index = i, .name = "p" + std::to_string(i / 8)});
        packed_ones += check_program(guest, test::cg_container(file), 2, entry.path().string() + " named") ? 1 : 0;
    }
    EXPECT_GT(packed_ones, 20U);
}

} // namespace
} // namespace relit::packed_constants
