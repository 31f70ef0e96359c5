// Streams of RSX methods: what a machine holds after them, and that text carries every word of them.
#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/cg_container.hpp"
#include "tests/support/rsx/stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace relit::isa::rsx::rsx_streams {
namespace {

using File = std::vector<std::uint8_t>;
using Dwords = std::vector<std::uint32_t>;

// count << 18 | method
constexpr std::uint32_t head(std::uint32_t method, std::uint32_t count) { return count << 18 | method; }

constexpr std::uint32_t kOne = 0x3f800000, kTwo = 0x40000000;

/// MOV R1.zw, c[466].x at slot 5, ADD o[1], c[466].z, v[3] with END at slot 6, and state around them.
Dwords dwords() {
    return {
        head(0x1ff8, 1),
        0x5, // branch bits
        head(0x1e9c, 1),
        5,
        head(0x0b80, 8),
        0x00009c6c,
        0x005d2000,
        0x0186c083,
        0x60407ffc,
        0x401f9c6c,
        0x00dd2355,
        0x0186c083,
        0x6041ff85,
        head(0x1ea0, 1),
        5, // start
        head(0x1efc, 9),
        465,
        kOne,
        0,
        0,
        0,
        kTwo,
        kOne,
        0,
        kTwo, // c[465], c[466]
        head(0x1ff0, 2),
        0x8,
        0x1,
        head(0x1478, 1),
        0x20, // masks, user clip planes
        head(0x08e4, 1),
        0x00001001,
        head(0x1d60, 1),
        0x02000440,
        head(0x0b44, 1),
        0x11, // a fragment program's
        head(0x0220, 1),
        0x13,
        head(0x1a04, 1),
        0x00018629,
        head(0x0100, 0),
    };
}
File file_of(const Dwords& words) { return test::big_endian_bytes(words); }
std::string property(const std::vector<Property>& properties, std::string_view name) {
    const auto found = std::ranges::find(properties, name, &Property::name);
    return found == properties.end() ? "-" : text_of(*found);
}
File again(const Listing& listing) { return vp::assemble(print(listing), {}).value_or(File{}); }

TEST(RsxStream, LoadsSlotsConstantsAndState) {
    const File file = file_of(dwords());
    ASSERT_EQ(vp::kind_of(file), vp::FileKind::Stream);
    EXPECT_EQ(vp::recognise(file).sureness, Sureness::Plausible);
    const auto program = vp::load(file);
    ASSERT_TRUE(program) << program.error().text;
    ASSERT_EQ(program->slots.size(), 7U);
    EXPECT_EQ(program->slots[5].raw, (std::array<std::uint32_t, 4>{0x00009c6c, 0x005d2000, 0x0186c083, 0x60407ffc}));
    EXPECT_EQ(program->start, 5U);
    EXPECT_EQ(program->length(), 2U);
    EXPECT_EQ(program->constants,
              (std::vector<vp::LoadedConstant>{{465, {kOne, 0, 0, 0}}, {466, {kTwo, kOne, 0, kTwo}}}));
    EXPECT_TRUE(program->warnings.empty());
    EXPECT_EQ(program->machine_state, (StateValues{{"rsx.fp.control", 0x02000440},
                                                   {"rsx.fp.targets", 3},
                                                   {"rsx.fp.texcoord1", 0x11},
                                                   {"rsx.fp.texture0.kind", 2},
                                                   {"rsx.fp.texture0.unnormalised", 0},
                                                   {"rsx.vp.branch_bits", 5},
                                                   {"rsx.vp.output_mask", 1},
                                                   {"rsx.vp.user_clip", 0x20}}));
}

TEST(RsxStream, ListsInstructionsBetweenItsMethods) {
    const File file = file_of(dwords());
    const auto listing = vp::list(file, {});
    ASSERT_TRUE(listing);
    EXPECT_EQ(print(*listing), R"(.stream
.method SET_TRANSFORM_BRANCH_BITS, 1
.data 0x00000005
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000005
.method SET_TRANSFORM_PROGRAM, 8
005: MOV R1.zw, c[466].x;
006: ADD o[1], c[466].z, v[3];
.end
.method SET_TRANSFORM_PROGRAM_START, 1
.data 0x00000005
.method SET_TRANSFORM_CONSTANT_LOAD, 9
.data 0x000001d1
.data 0x3f800000, 0x00000000, 0x00000000, 0x00000000  // 1.0, 0.0, 0.0, 0.0
.data 0x40000000, 0x3f800000, 0x00000000, 0x40000000  // 2.0, 1.0, 0.0, 2.0
.method SET_VERTEX_ATTRIB_INPUT_MASK, 2
.data 0x00000008
.data 0x00000001
.method SET_USER_CLIP_PLANE_CONTROL, 1
.data 0x00000020
.method SET_SHADER_PROGRAM, 1
.data 0x00001001
.method SET_SHADER_CONTROL, 1
.data 0x02000440
.method 0x0b44, 1  // SET_TEX_COORD_CONTROL
.data 0x00000011
.method SET_SURFACE_COLOR_TARGET, 1
.data 0x00000013
.method 0x1a04, 1  // SET_TEXTURE
.data 0x00018629
.method 0x0100, 0
)");
    EXPECT_EQ(again(*listing), file);
    const auto explained = vp::explain(file, {});
    ASSERT_TRUE(explained && explained->size() == 2);
    EXPECT_EQ(listing->lines[(*explained)[1].line].offset, 36U);
}

TEST(RsxStream, ListsAllStateThatItSets) {
    const auto properties = vp::properties(file_of(dwords()));
    ASSERT_TRUE(properties);
    EXPECT_EQ(property(*properties, "kind"), "method stream");
    EXPECT_EQ(property(*properties, "start slot"), "5");
    EXPECT_EQ(property(*properties, "END"), "slot 6");
    EXPECT_EQ(property(*properties, "constants loaded"), "2");
    EXPECT_EQ(property(*properties, "SET_SHADER_PROGRAM"), "0x00001001");
    EXPECT_EQ(property(*properties, "SET_VERTEX_ATTRIB_OUTPUT_MASK"), "0x00000001");
    EXPECT_EQ(property(*properties, "SET_TEX_COORD_CONTROL 1"), "0x00000011");
    EXPECT_EQ(property(*properties, "rsx.fp.control"), "33555520");
}

TEST(RsxStream, SetsContextKeys) {
    const MethodState state = {{0x174c, 0x00050444}, // v[3]: four bytes from 0 to 1, 4 apart, of frequency 5
                               {0x1fc0, 0x00000008}, {0x0208, 0x00000128}, // which is a modulo; A8R8G8B8
                               {0x0200, 0x05000010}, {0x0204, 0x02d00020}, // 1280 by 720 pixels
                               {0x0a24, kTwo},       {0x0a38, kOne},       // offset y, scale z
                               {0x0394, kOne},       {0x0398, kTwo},       // depths
                               {0x0304, 1},          {0x0308, 0x204},      // alpha above
                               {0x030c, 0x80},       {0x1fec, 1},          // half; sRGB
                               {0x1ee0, kTwo},       {0x0368, 0x1d00},     // flat
                               {0x142c, 1},          {0x1a24, 0x00014134}, // unit 1: a cube, not normalised
                               {0x1a28, 0x03761103}, // s 3, t 1, r 6, R G B of sRGB, biased, clamped
                               {0x1a2c, 0x80000004}, // alpha kill
                               {0x1a30, 0x0000aa1b}, {0x1a34, 0x90000000}}; // A and B are signed
    EXPECT_EQ(state_values_of(state), (StateValues{{"rsx.vp.input3.format", 0x44},
                                                   {"rsx.vp.input3.frequency", 5},
                                                   {"rsx.vp.modulo", 8},
                                                   {"rsx.fp.format", 8},
                                                   {"rsx.vp.surface_width", 1280},
                                                   {"rsx.vp.surface_height", 720},
                                                   {"rsx.vp.viewport_offset1", kTwo},
                                                   {"rsx.vp.viewport_scale2", kOne},
                                                   {"rsx.vp.depth_min", kOne},
                                                   {"rsx.vp.depth_max", kTwo},
                                                   {"rsx.fp.alpha_test", 1},
                                                   {"rsx.fp.alpha_func", 0x204},
                                                   {"rsx.fp.alpha_ref", 0x80},
                                                   {"rsx.fp.srgb", 1},
                                                   {"rsx.vp.point_size", kTwo},
                                                   {"rsx.fp.flat", 1},
                                                   {"rsx.fp.two_sided", 1},
                                                   {"rsx.fp.texture1.kind", 4},
                                                   {"rsx.fp.texture1.unnormalised", 1},
                                                   {"rsx.fp.texture1.wrap", 0x613},
                                                   {"rsx.fp.texture1.gamma", 7},
                                                   {"rsx.fp.texture1.biased", 1},
                                                   {"rsx.fp.texture1.signed_range", 3},
                                                   {"rsx.fp.texture1.alpha_kill", 1},
                                                   {"rsx.fp.texture1.remap", 0xaa1b},
                                                   {"rsx.fp.texture1.signed", 12}}));
}

TEST(RsxStream, IsTranslatedWithItsOwnState) {
    constexpr std::string_view kText = R"(.stream
.method SET_TRANSFORM_BRANCH_BITS, 1
.data 1
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 5
.method SET_TRANSFORM_PROGRAM, 12
BRB(b0) L7;
MOV o[1], v[0];
MOV o[2], v[0];
.end
.method SET_TRANSFORM_PROGRAM_START, 1
.data 5
)";
    const Bytes text{reinterpret_cast<const std::uint8_t*>(kText.data()), kText.size()};
    const auto lifted = [&](const ir::Context& context) {
        ir::ContextReader reader(context);
        const auto module = isa::lift(vp::kFrontend, text, reader);
        if (!module) return module.error().text;
        std::string said = std::to_string(reader.seen().values.at("rsx.vp.branch_bits"));
        for (const auto& origin : module->origins)
            if (!origin.empty()) said += ";" + std::string(origin); // slots before the first have none
        return said;
    };
    EXPECT_EQ(lifted({}), "1;BRB(b0) L7;MOV o[2], v[0]");
    EXPECT_EQ(lifted({{{"rsx.vp.branch_bits", 2}}}), "2;BRB(b0) L7;MOV o[1], v[0];MOV o[2], v[0]");
}

TEST(RsxStream, TheLastUploadCounts) {
    Dwords words = dwords();
    words.insert(words.end(), {head(0x1e9c, 1), 6, head(0x0b80, 4), 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81});
    words.insert(words.end(), {head(0x1ff8, 1), 0x7});
    const auto program = vp::load(file_of(words));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->slots[6].raw[1], 0x0040000dU);
    EXPECT_EQ(program->machine_state.at("rsx.vp.branch_bits"), 7U);
}

TEST(RsxStream, ContinuesAfterJumps) {
    const Dwords control = {0x20001000, 0x00001001, 0x00002002, 0x00020000};
    Dwords words = {head(0x1ff8, 1), 1};
    words.insert(words.end(), control.begin(), control.end());
    words.insert(words.end(), {head(0x1ff8, 1), 2});
    const auto program = vp::load(file_of(words));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->warnings,
              (std::vector<std::string>{"offset 8 holds a jump of the old form; reading continues after it",
                                        "offset 12 holds a jump; reading continues after it",
                                        "offset 16 holds a call; reading continues after it",
                                        "offset 20 holds a return; reading continues after it"}));
    EXPECT_EQ(program->machine_state.at("rsx.vp.branch_bits"), 2U);
    const auto listing = vp::list(file_of(words), {});
    ASSERT_TRUE(listing);
    EXPECT_NE(print(*listing).find(".data 0x00020000  // a return\n"), std::string::npos);
    EXPECT_EQ(again(*listing), file_of(words));
}

TEST(RsxStream, Has16MiBAtMost) {
    File file = file_of(dwords());
    file.resize(std::size_t{16} << 20);
    EXPECT_EQ(vp::kind_of(file), vp::FileKind::Stream);
    file.push_back(0);
    EXPECT_EQ(vp::kind_of(file), vp::FileKind::Microcode);
    const auto fault = [](std::string_view text) {
        const auto made = vp::assemble(text, {});
        return made ? std::to_string(made->size() - (std::size_t{16} << 20))
                    : std::to_string(made.error().line) + ": " + made.error().text;
    };
    EXPECT_EQ(fault(".stream\n.fill 4194304, 7\n"), "0");
    EXPECT_EQ(fault(".stream\n.fill 4194303, 7\n.data 7\n"), "0");
    EXPECT_EQ(fault(".stream\n.fill 4194305, 7\n"), "2: the file grows too large");
    EXPECT_EQ(fault(".stream\n.data 7\n.fill 4194304, 7\n"), "3: the file grows too large");
    EXPECT_EQ(fault(".stream\n.fill 4194304, 7\n.byte 7\n"), "3: the file grows too large");
}

TEST(RsxStream, ReportsMissingParts) {
    const auto fault = [](const Dwords& words) {
        const ir::Context none{};
        ir::ContextReader reader(none);
        const auto module = isa::lift(vp::kFrontend, file_of(words), reader);
        return module ? "" : describe(module.error(), "f");
    };
    EXPECT_EQ(fault({head(0x1ff8, 1), 1}), "f: error: the file loads no vertex program");
    Dwords words = dwords();
    words[12] = 0x6041ff84;
    EXPECT_EQ(fault(words), "f: error: no slot has END from slot 5 on");
    words = dwords();
    words[14] = 9;
    EXPECT_EQ(fault(words), "f: error: no slot has END from slot 9 on");
    words.resize(10);
    const auto cut = vp::load(file_of(words));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->warnings, (std::vector<std::string>{"the file ends 3 arguments before its last method does"}));
    words = {head(0x1e9c, 1), 544, head(0x0b80, 4), 0, 0, 0, 0, head(0x1efc, 5), 468, 1, 2, 3, 4};
    EXPECT_EQ(vp::load(file_of(words))->warnings,
              (std::vector<std::string>{"offset 12 loads slot 544, but there are 544",
                                        "offset 36 loads constant 468, but there are 468"}));
}

// Found by sampling: the first dword of a program that is a header of as many arguments as follow.
TEST(RsxStream, ManySlotsAreNoStreamByChance) {
    for (const std::uint32_t slots : {4U, 12U}) {
        vp::Word128 odd = vp::Word128(vp::kSonyBlank).set(vp::Word128::vec, vp::Vec::Mov);
        odd.set(vp::Word128::type0, vp::Type::Temp).set(vp::Word128::unused, 1U);
        std::vector<vp::Word128> words(slots, odd);
        words[0].raw[0] = head(0x1efc, 4 * slots - 1);
        words.back().set(vp::Word128::end, true);
        File file = vp::bytes_of(words);
        EXPECT_EQ(vp::kind_of(file) == vp::FileKind::Stream, slots < 8) << slots;
        std::reverse(file.begin(), file.begin() + 4);
        words[0].raw[0] = std::byteswap(words[0].raw[0]);
        const auto program = vp::load(file);
        EXPECT_EQ(program.has_value(), slots >= 8) << slots;
        if (program) {
            EXPECT_EQ(program->slots, words);
        }
    }
}

TEST(RsxStream, NamesLittleEndianWords) {
    File little = file_of(dwords());
    for (auto word = little.begin(); word != little.end(); word += 4) std::reverse(word, word + 4);
    const auto program = vp::load(little);
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().text, "the words of the stream are little-endian; those of the console are big-endian");
    EXPECT_EQ(program.error().offset, 0U);
}

TEST(RsxStreamProperties, EveryContextKeyOfAMethodIsOneThatTranslationsKnow) {
    MethodState state;
    for (std::uint32_t address = 0; address < 0x2000; address += 4) state[address] = 0;
    for (const auto& [name, value] : state_values_of(state)) {
        std::string pattern(name);
        const std::size_t digits = pattern.find_first_of("0123456789");
        if (digits != std::string::npos)
            pattern.replace(digits, pattern.find_first_not_of("0123456789", digits) - digits, "#");
        const Frontend& guest = name.starts_with("rsx.vp.") ? vp::kFrontend : fp::kFrontend;
        EXPECT_TRUE(std::ranges::any_of(guest.context_keys, [&](const ContextKey& property) {
            return property.name == pattern;
        })) << pattern;
    }
}

TEST(RsxStreamProperties, RandomStreamsRoundTripThroughText) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        File file = test::random_rsx_stream(seed);
        for (std::uint64_t i = 0; i < seed % 4; ++i) file.push_back(static_cast<std::uint8_t>(seed));
        ASSERT_EQ(vp::kind_of(file), vp::FileKind::Stream) << "seed " << seed;
        for (const char* addresses : {"slots", "bytes", "none"}) {
            const auto listing = vp::list(file, {{"addresses", addresses}});
            ASSERT_TRUE(listing) << "seed " << seed << ": " << listing.error().text;
            const auto back = vp::assemble(print(*listing), {});
            ASSERT_TRUE(back) << "seed " << seed << ": line " << back.error().line << ": " << back.error().text << "\n"
                              << print(*listing);
            ASSERT_EQ(*back, file) << "seed " << seed << "\n" << print(*listing);
        }
        EXPECT_TRUE(vp::properties(file) && isa::canonical(vp::kFrontend, file) &&
                    isa::presets(vp::kFrontend, file, {}));
    }
}

} // namespace
} // namespace relit::isa::rsx::rsx_streams
