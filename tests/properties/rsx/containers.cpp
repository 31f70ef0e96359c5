// Containers written dword by dword from the reference's field table, and what is made of them.
#include "ir/module.hpp"
#include "isa/rsx/cg/encoding/container.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::isa::rsx::rsx_containers {
namespace {

using File = std::vector<std::uint8_t>;

constexpr std::uint32_t kOne = 0x3f800000, kTwo = 0x40000000;

/// One parameter at byte 32, the program's header at 80, two instructions at 112, a name at 144 and a default at 160.
std::vector<std::uint32_t> vertex_dwords() {
    return {
        0x1b5b,     6,          176,        1,          32,  80,   32, 112,                // header
        1048,       2178,       4102,       466,        144, 160,  0,  149, 4097, 3, 1, 0, // float4 gain : BOOST
        2,          0,          2,          0x8,        0x1, 0x20, 0,  0, // instructions .. clip, and eight bytes of nothing
        0x00009c6c, 0x005d2000, 0x0186c083, 0x60407ffc,                   // MOV R1.zw, c[466].x
        0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85,                   // ADD o[1], c[466].z, v[3], END
        0x6761696e, 0x00424f4f, 0x53540000, 0,                            // "gain", "BOOST"
        kOne,       kTwo,       0,          0xbf800000,                   // its default
    };
}
File vertex_file() { return test::big_endian_bytes(vertex_dwords()); }
File vertex_with(std::size_t dword, std::uint32_t value) {
    std::vector<std::uint32_t> dwords = vertex_dwords();
    dwords[dword] = value;
    return test::big_endian_bytes(dwords);
}
std::string fault_of(const File& file) {
    const auto program = vp::load(file);
    return program ? "" : describe(program.error(), "f");
}

/// MOVR R0, {...} with END as the file holds it, and its constant.
const File kMovConstant = {0x1e, 0x01, 0x01, 0x00, 0xc8, 0x02, 0x1c, 0x9d, 0xc8, 0x00, 0x00,
                           0x01, 0xc8, 0x00, 0x00, 0x01, 0x00, 0x00, 0x3f, 0x80, 0x00, 0x00,
                           0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

test::CgFile fragment() {
    test::CgFile file{.profile = 0x1b5c, .code = kMovConstant};
    file.parameters = {{.type = 1047, .index = UINT32_MAX, .name = "lightPosition", .constants = {16}, .number = 2},
                       {.type = 1066, .resource = 2051, .name = "decal"}};
    // TEX0 and TEX2 are read, TEX0 and TEX1 are of two dimensions, TEX2 is taken at the centroid.
    file.program = test::cg_fragment_header({1, 0x14000, 0}, {5, 3, 4}, {3, 0, 1, 1});
    return file;
}

std::string property(const std::vector<Property>& properties, std::string_view name) {
    for (const auto& [called, text] : lines_of(properties))
        if (called == name) return text;
    return "-";
}

File key_of(const test::CgFile& file) {
    return isa::canonical(fp::kFrontend, test::cg_container(file)).value_or(File{});
}
File again(const Listing& listing) { return vp::assemble(print(listing), {}).value_or(File{}); }

TEST(CgContainer, HasAllFieldsOfAVertexProgram) {
    const auto read = cg::read(vertex_file(), cg::Profile::Vertex);
    ASSERT_TRUE(read) << read.error().text;
    ASSERT_EQ(read->parameters.size(), 1U);
    const cg::Parameter& one = read->parameters[0];
    EXPECT_EQ(cg::name_of(*read, one), "gain");
    EXPECT_EQ(cg::string_at(*read, one[cg::Parameter::semantic]), "BOOST");
    EXPECT_EQ(cg::value_of(*read, one), (std::array<std::uint32_t, 4>{kOne, kTwo, 0, 0xbf800000}));
    EXPECT_EQ(read->vertex[cg::VertexHeader::registers], 2U);
    EXPECT_EQ(read->vertex[cg::VertexHeader::inputs], 8U);
    EXPECT_EQ(read->vertex[cg::VertexHeader::outputs], 1U);
    EXPECT_EQ(read->vertex[cg::VertexHeader::clip], 0x20U);
    EXPECT_TRUE(read->warnings.empty());
}

TEST(CgContainer, GivesAVertexProgramItsConstantsNamesAndState) {
    const auto program = vp::load(vertex_file());
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->kind, vp::FileKind::Container);
    EXPECT_EQ(program->slots.size(), 2U);
    EXPECT_EQ(program->constants, (std::vector<vp::LoadedConstant>{{466, {kOne, kTwo, 0, 0xbf800000}}}));
    EXPECT_EQ(program->constant_names, (std::vector<cg::ConstantName>{{466 * 16, "gain"}}));
    EXPECT_EQ(program->machine_state, (StateValues{{"rsx.vp.user_clip", 0x20}}));
    EXPECT_EQ(vp::recognise(vertex_file()).sureness, Sureness::Certain);
    EXPECT_EQ(fp::recognise(vertex_file()).sureness, Sureness::No);
}

TEST(CgContainer, ListsAVertexProgramWithOffsetsInTheFile) {
    const auto listing = vp::list(vertex_file(), {});
    ASSERT_TRUE(listing);
    EXPECT_EQ(
        print(*listing),
        R"(.container profile=vertex, revision=6, size=176, parameters=1, table=32, program=80, code.size=32, code=112
.parameter type=float4, resource=C, variability=uniform, index=466, name=144, default=160, semantic=149, direction=in, number=3, referenced=1  // gain : BOOST
.vertex instructions=2, registers=2, inputs=8, outputs=1, clip=32
.pad 8
.code
000: MOV R1.zw, c[466].x;  // c[466] = gain
001: ADD o[1], c[466].z, v[3];  // c[466] = gain
.endcode
.name "gain"
.name "BOOST"
.pad 5
.default 0x3f800000, 0x40000000, 0x00000000, 0xbf800000  // 1.0, 2.0, 0.0, -1.0
)");
    const auto explained = vp::explain(vertex_file(), {});
    ASSERT_TRUE(explained && explained->size() == 2);
    EXPECT_EQ(listing->lines[(*explained)[1].line].offset, 128U);
    EXPECT_EQ(again(*listing), vertex_file());
}

std::vector<std::string> names_in(const Listing& listing) {
    std::vector<std::string> names;
    for (const Line& line : listing.lines)
        if (!line.names.empty()) names.push_back(codec::names_text(line.names));
    return names;
}

TEST(CgContainer, NamesOperandsOfInstructions) {
    test::CgFile file{.code = test::big_endian_bytes({0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85})};
    file.program = test::cg_vertex_header({1, 0, 1, 8, 1, 0});
    file.parameters = {{.type = 1064, .index = 464, .name = "view"},
                       {.type = 1045, .resource = 2116, .name = "normal"},
                       {.type = 1048, .resource = 2245, .name = "shade", .direction = 4098},
                       {.type = 1048, .index = UINT32_MAX, .name = "lost"}};
    const File bytes = test::cg_container(file);
    const auto listing = vp::list(bytes, {});
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(names_in(*listing), (std::vector<std::string>{"o[1] = shade, v[3] = normal, c[466] = view[2]"}));
    EXPECT_EQ(again(*listing), bytes);
    const auto program = vp::kFrontend.parse(bytes);
    ASSERT_TRUE(program) << program.error().text;
    const std::vector<NamedInput> names = vp::kFrontend.named_inputs(**program);
    EXPECT_EQ(name_of_input(names, "c466"), "view[2]");
    EXPECT_EQ(name_of_input(names, "v3"), "normal");
    EXPECT_EQ(name_of_input(names, "v4"), "");
    ASSERT_FALSE(names.empty());
    EXPECT_EQ(names.back().name, "lost");
    EXPECT_TRUE(names.back().inputs.empty());
}

TEST(CgContainer, NamesTheConstantOfAnInstruction) {
    const auto listing = fp::list(test::cg_container(fragment()), {});
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(names_in(*listing), (std::vector<std::string>{"{} = lightPosition"}));
    const auto program = fp::kFrontend.parse(test::cg_container(fragment()));
    ASSERT_TRUE(program) << program.error().text;
    const std::vector<NamedInput> names = fp::kFrontend.named_inputs(**program);
    EXPECT_EQ(name_of_input(names, "fconst0"), "lightPosition");
    EXPECT_EQ(name_of_input(names, "t3"), "decal");
}

TEST(CgContainer, LoadsAProgramAtItsSlot) {
    const File file = vertex_with(21, 5);
    const auto program = vp::load(file);
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->start, 5U);
    EXPECT_EQ(program->slots.size(), 7U);
    const auto listing = vp::list(file, {});
    ASSERT_TRUE(listing);
    EXPECT_NE(print(*listing).find("\n005: MOV R1.zw"), std::string::npos);
    EXPECT_EQ(again(*listing), file);
    EXPECT_EQ(fault_of(vertex_with(21, 543)),
              "f:0x54: error: the program is loaded at slot 543 and ends after slot 543");
}

TEST(CgContainer, NamesTheRowsOfMatrices) {
    test::CgFile file{.code = test::big_endian_bytes({0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85})};
    file.program = test::cg_vertex_header({1, 0, 1, 8, 1, 0});
    file.parameters = {{.type = 1064, .index = 256, .name = "view"},
                       {.type = 1048, .index = 257, .name = "view[1]"},
                       {.type = 1045, .resource = 2113, .name = "position"}};
    const auto program = vp::load(test::cg_container(file));
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(
        program->constant_names,
        (std::vector<cg::ConstantName>{{4096, "view[0]"}, {4112, "view[1]"}, {4128, "view[2]"}, {4144, "view[3]"}}));
}

TEST(CgContainer, GivesAFragmentProgramItsControlWord) {
    const auto program = fp::load(test::cg_container(fragment()));
    ASSERT_TRUE(program) << program.error().text;
    // three registers, bit 10 always, 32-bit exports, depth, KIL
    EXPECT_EQ(program->machine_state.at("rsx.fp.control"), 0x030004ceU);
    EXPECT_EQ(program->machine_state.at("rsx.fp.texcoord0"), 1U);
    EXPECT_EQ(program->machine_state.at("rsx.fp.texcoord2"), 16U);
    EXPECT_EQ(program->machine_state.size(), 3U);
    test::CgFile halves = fragment();
    halves.program = test::cg_fragment_header({1, 0, 0}, {0, 0, 0}, {1, 1, 0, 0});
    EXPECT_EQ(fp::load(test::cg_container(halves))->machine_state, (StateValues{{"rsx.fp.control", 0x02000400}}));
}

TEST(CgContainer, NamesTheConstantsOfAFragmentProgram) {
    const File file = test::cg_container(fragment());
    const auto program = fp::load(file);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->constant_names, (std::vector<cg::ConstantName>{{0, "lightPosition"}}));
    const auto properties = fp::properties(file);
    ASSERT_TRUE(properties);
    EXPECT_EQ(property(*properties, "kind"), "container");
    EXPECT_EQ(property(*properties, "constant 0"),
              "at byte 16 (lightPosition): 0x3f800000(1), 0x40000000(2), 0x00000000(0), 0x00000000(0)");
    EXPECT_EQ(property(*properties, "parameter 0"),
              "float3 lightPosition, uniform, in, C, number 2, referenced, constants at bytes 16");
    EXPECT_EQ(property(*properties, "parameter 1"), "sampler2D decal, uniform, in, TEXUNIT3 0, number 0, referenced");
    EXPECT_EQ(property(*properties, "header texcoords.centroid"), "4");
    EXPECT_EQ(property(*properties, "header depth"), "1");
    const ir::Context none{};
    ir::ContextReader reader(none);
    const auto module = isa::lift(fp::kFrontend, file, reader);
    ASSERT_TRUE(module);
    const auto named = std::ranges::find(module->resources, "fconst", &ir::Resource::name);
    ASSERT_NE(named, module->resources.end());
    EXPECT_EQ(named->labels, (std::vector<ir::Label>{{0, "lightPosition"}}));
    EXPECT_EQ(reader.seen().values.at("rsx.fp.control"), 0x030004ceU);
}

TEST(CgContainer, IsTheSameProgramWhateverItsConstantsAre) {
    test::CgFile other = fragment();
    std::fill(other.code.begin() + 16, other.code.end(), std::uint8_t{7});
    other.parameters[0].number = 9;
    EXPECT_EQ(key_of(fragment()), key_of(other));
    other.parameters[0].name = "elsewhere"; // a translation shows it
    EXPECT_NE(key_of(fragment()), key_of(other));
}

TEST(CgContainer, RefusesOffsetsThatLie) {
    EXPECT_EQ(fault_of(vertex_with(2, 177)), "f:0x8: error: the container has 177 bytes, the file 176");
    EXPECT_EQ(fault_of(vertex_with(4, 160)),
              "f:0x10: error: the parameter table at byte 0xa0 with 48 bytes lies outside "
              "of the container, which has 176");
    EXPECT_EQ(fault_of(vertex_with(3, 0xffffffff)),
              "f:0x10: error: the parameter table at byte 0x20 with 206158430160 bytes lies outside of the container, "
              "which has 176");
    EXPECT_EQ(
        fault_of(vertex_with(7, 0xfffffff0)),
        "f:0x1c: error: the microcode at byte 0xfffffff0 with 32 bytes lies outside of the container, which has 176");
    EXPECT_EQ(fault_of(vertex_with(6, 0)), "f:0x18: error: there is no microcode");
    EXPECT_EQ(fault_of(vertex_with(6, 24)), "f:0x80: error: not a multiple of 16 bytes: 8 bytes are left after slot 1");
    EXPECT_EQ(fault_of(vertex_with(5, 64)),
              "f:0x40: error: the program's header overlaps the parameter table, which begins at byte 0x20");
    EXPECT_EQ(fault_of(vertex_with(12, 176)),
              "f:0x30: error: a name at byte 0xb0 lies outside of the container, which has 176 bytes");
    EXPECT_EQ(fault_of(vertex_with(14, 172)),
              "f:0x38: error: a list of constants at byte 0xac with 12851347460 bytes "
              "lies outside of the container, which has 176");
}

TEST(CgContainer, RefusesNamesWithoutAnEnd) {
    File file = vertex_file();
    std::fill(file.begin() + 149, file.end(), std::uint8_t{'x'});
    EXPECT_EQ(fault_of(file), "f:0x95: error: a name does not end before the container does");
}

TEST(CgContainer, RefusesConstantsPastTheMicrocode) {
    test::CgFile file = fragment();
    file.parameters[0].constants = {32};
    const auto program = fp::load(test::cg_container(file));
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().text, "a constant at byte 0x20 of the microcode, which has 32 bytes");
    file.parameters[0].constants = {0};
    const auto uncertain = fp::load(test::cg_container(file));
    ASSERT_TRUE(uncertain);
    EXPECT_EQ(
        uncertain->warnings,
        (std::vector<std::string>{"no instruction has its constant at byte 0 of the microcode, where the parameter "
                                  "'lightPosition' stands"}));
}

TEST(CgContainer, RecognisesOtherOrdersOfBytes) {
    File little = vertex_file();
    for (std::size_t i = 0; i < little.size(); i += 4) std::reverse(little.begin() + i, little.begin() + i + 4);
    EXPECT_EQ(fault_of(little),
              "f:0x0: error: the dwords of the container are little-endian; those of the console are big-endian");
    test::CgFile file = fragment();
    for (std::size_t i = 0; i < file.code.size(); i += 4)
        std::rotate(file.code.begin() + i, file.code.begin() + i + 2, file.code.begin() + i + 4);
    const auto program = fp::load(test::cg_container(file));
    ASSERT_FALSE(program);
    EXPECT_EQ(
        program.error().text,
        "the microcode is big-endian dwords, their halves as they are; the RSX has big-endian dwords, their halves "
        "swapped");
}

TEST(CgContainer, KeepsTheBytesAfterIt) {
    File file = vertex_file();
    file.insert(file.end(), {1, 2, 0, 0, 0});
    const auto listing = vp::list(file, {});
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->warnings, (std::vector<std::string>{"5 bytes follow the container"}));
    EXPECT_EQ(again(*listing), file);
}

/// What stands behind the header of 32 bytes as text says it, or where the text is wrong.
std::string behind_header(std::string_view text) {
    const auto file = vp::assemble(".container profile=vertex\n" + std::string(text), {});
    if (!file)
        return std::to_string(file.error().line) + ":" + std::to_string(file.error().column) + ": " + file.error().text;
    std::string bytes;
    for (std::size_t i = 32; i < file->size(); ++i)
        bytes += {"0123456789abcdef"[(*file)[i] >> 4], "0123456789abcdef"[(*file)[i] & 15]};
    return bytes;
}

TEST(CgContainer, TextContainsEveryByte) {
    EXPECT_EQ(behind_header(".byte 1, 255\n.pad 2"), "01ff0000");
    EXPECT_EQ(behind_header(".default 0x3f800000, 1"), "3f80000000000001");
    EXPECT_EQ(behind_header(".constants 16, 0x20"), "000000020000001000000020");
    EXPECT_EQ(behind_header(".constants"), "00000000");
    EXPECT_EQ(behind_header(R"(.name "a\"\\\x0az")"), "61225c0a7a00");
    EXPECT_EQ(behind_header(".vertex instructions=2 # words\n"), "00000002" + std::string(40, '0'));
    EXPECT_EQ(behind_header(".code\n.word 1, 2, 3, 4\n.endcode\n.byte 5"), "0000000100000002000000030000000405");
    const auto largest = vp::assemble(".container profile=vertex\n.pad 1048544", {});
    ASSERT_TRUE(largest) << largest.error().text;
    EXPECT_EQ(largest->size(), std::size_t{1} << 20);
}

TEST(CgContainer, ReportsTheLocationOfErrors) {
    struct Wrong {
        std::string_view text, fault;
    };
    constexpr Wrong kRows[] = {
        {".what", "2:1: '.what' is not a directive of a container"},
        {".container profile=fragment", "2:1: not the container of a vertex program"},
        {".parameter type=float9", "2:17: 'float9' is not a value of type"},
        {".parameter type=float4, name", "2:29: '=' is expected"},
        {".parameter what=1", "2:12: 'what' is not a field of .parameter"},
        {".parameter number=", "2:19: a number that fits the field is expected"},
        {".parameter number=0x100000000", "2:19: a number that fits the field is expected"},
        {".byte 1 2", "2:9: the end of the line is expected"},
        {".byte 0, 256", "2:10: a number up to 255 is expected"},
        {".default", "2:9: a number is expected"},
        {".default 1, x", "2:13: a number up to 4294967295 is expected"},
        {".constants 1,", "2:14: a number up to 4294967295 is expected"},
        {".name gain", "2:7: '\"' is expected"},
        {".name \"gain\n\"", "2:12: '\"' is expected"},
        {R"(.name "a\q")", "2:9: this is not a valid escape sequence"},
        {R"(.name "a\x00")", "2:9: this is not a valid escape sequence"},
        {R"(.name "a\x0g")", "2:9: this is not a valid escape sequence"},
        {R"(.name "a\x1)", "2:9: this is not a valid escape sequence"},
        {R"(.name "a\)", "2:9: this is not a valid escape sequence"},
        {".pad", "2:5: a number up to 4294967295 is expected"},
        {".pad 1048545", "2:6: the file grows too large"},
        {".pad 4294967295", "2:6: the file grows too large"},
        {".pad 1048544\n.byte 1", "3:1: the file grows too large"},
        {".code\nNOP;\n", "2:1: .endcode is missing"},
        {".pad 1048540\n.code\nNOP;\n.endcode", "3:1: the file grows too large"},
    };
    for (const Wrong& row : kRows) EXPECT_EQ(behind_header(row.text), row.fault) << row.text;
    EXPECT_TRUE(behind_header(".code\nNOP;\nWHAT R0;\n.endcode").starts_with("4:1: ")) << "the fault is the program's";
    const auto other = fp::assemble(".container profile=vertex\n", {});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().text, "not the container of a fragment program");
}

} // namespace
} // namespace relit::isa::rsx::rsx_containers
