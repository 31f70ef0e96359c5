// Cubins, fat binaries and programs of the host that contain them.
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/cubin.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/cubin.hpp"
#include "tests/support/test_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

using test::example_cubin;
using test::example_fatbin;
using Octets = std::vector<std::uint8_t>;

std::string text_of_fault(const Result<Octets>& made) { return made ? "none" : describe(made.error(), "f"); }
std::string fault_of_choice(Bytes file, std::string_view name, std::string_view architecture = {}) {
    return text_of_fault(select_kernel(file, {name, architecture}));
}

TEST(Cubin, HasKernelsWithParameters) {
    const Octets file = example_cubin();
    const auto cubin = read_cubin(file);
    ASSERT_TRUE(cubin) << cubin.error().text;
    EXPECT_EQ(cubin->architecture, 61U);
    ASSERT_EQ(cubin->kernels.size(), 2U);
    const CubinKernel &scale = cubin->kernels[0], &tail = cubin->kernels[1];
    EXPECT_EQ(scale.name, "_Z5scalePfS_f");
    EXPECT_EQ(scale.registers, 10U);
    EXPECT_EQ(scale.shared_bytes, 256U);
    EXPECT_EQ(scale.parameter_base, 0x140U);
    EXPECT_EQ(scale.parameter_bytes, 20U);
    ASSERT_EQ(scale.parameters.size(), 3U);
    EXPECT_EQ(scale.parameters[2].offset, 16U);
    EXPECT_EQ(scale.parameters[2].size, 4U);
    EXPECT_EQ(scale.constants.size(), 2U);
    EXPECT_EQ(tail.barriers, 1U);
    EXPECT_EQ(tail.local_bytes, 16U);
    EXPECT_TRUE(tail.is_entry);
    const auto relocations = relocations_of(file, tail);
    ASSERT_TRUE(relocations);
    ASSERT_EQ(relocations->size(), 1U);
    EXPECT_EQ((*relocations)[0].symbol, "vprintf");
    EXPECT_EQ(relocation_name((*relocations)[0].type), "R_CUDA_ABS32_20");
}

/// A kernel with a pointer and a float that multiplies the float by constants: those of c[3] have names.
Octets cubin_with_variables(std::vector<test::CubinVariableRow> variables) {
    return test::cubin_of(61,
                          {{.name = "f",
                            .text = "MOV R2, c[0x0][0x140]; MOV R3, c[0x0][0x144]; MOV R0, c[0x0][0x148];\n"
                                    "FMUL R0, R0, c[0x3][0x4]; FMUL R0, R0, c[0x3][0xc]; FMUL R0, R0, c[0x3][0x10];\n"
                                    "STG.E [R2], R0; EXIT;\n",
                            .parameters = {8, 4},
                            .constants = {{3, {0, 0x40000000, 0, 0x40400000, 0x3f800000}}},
                            .variables = std::move(variables)}});
}

std::vector<std::string> names_in(const Listing& listing) {
    std::vector<std::string> names;
    for (const codec::Line& line : listing.lines)
        if (!line.names.empty()) names.push_back(codec::names_text(line.names));
    return names;
}

TEST(Cubin, NamesParametersAndVariables) {
    const Octets file = cubin_with_variables({{"gain", 3, 4, 4}, {"table", 3, 8, 8}, {"elsewhere", 2, 16, 4}});
    const auto listing = codec::list(kCodec, file);
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(names_in(*listing),
              (std::vector<std::string>{"c[0x0][0x140] = param0", "c[0x0][0x144] = param0+0x4",
                                        "c[0x0][0x148] = param1", "c[0x3][0x4] = gain", "c[0x3][0xc] = table+0x4"}));
    const auto program = kFrontend.parse(file);
    ASSERT_TRUE(program) << program.error().text;
    const std::vector<NamedInput> names = kFrontend.named_inputs(**program);
    EXPECT_EQ(name_of_input(names, "s0"), "param0");
    const NamedInput* const table = name_of_byte(names, "c3", 15);
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->name, "table");
    EXPECT_EQ(table->offset, 8U);
    EXPECT_EQ(name_of_byte(names, "c3", 16), nullptr);
    EXPECT_EQ(name_of_byte(names, "c3", 3), nullptr);
}

// A symbol may say anything: beyond the end, without a size, with a line end in its name.
TEST(Cubin, PassesOverVariablesOfNoBytes) {
    const Octets file = cubin_with_variables(
        {{"far", 3, 0x123456789a, 4}, {"none", 3, 4, 0}, {"long", 3, 12, UINT64_MAX}, {"two\nlines", 3, 4, 4}});
    const auto listing = codec::list(kCodec, file);
    ASSERT_TRUE(listing) << listing.error().text;
    const std::vector<std::string> names = names_in(*listing);
    EXPECT_EQ(names.back(), "c[0x3][0x10] = long+0x4");
    EXPECT_EQ(names[3].find('\n'), std::string::npos);
    EXPECT_NE(names[3].find("lines"), std::string::npos);
}

// KPARAM_INFO and PARAM_CBANK as ptxas 12.2 wrote them for a kernel (float*, int, float, float), sm_86.
TEST(Cubin, ReadsAttributesOfPtxas) {
    constexpr std::string_view kName = "_Z10arange_f32Pfiff";
    constexpr std::uint8_t kInfo[] = {0x04, 0x37, 4, 0, 0x7a, 0,    0,    0, 0x01, 0x35, 0,    0, 0x04, 0x0a, 8,    0,
                                      0x10, 0,    0, 0, 0x60, 0x01, 0x14, 0, 0x03, 0x19, 0x14, 0, 0x04, 0x17, 0x0c, 0,
                                      0,    0,    0, 0, 3,    0,    0x10, 0, 0,    0xf0, 0x11, 0, 0x04, 0x17, 0x0c, 0,
                                      0,    0,    0, 0, 2,    0,    0x0c, 0, 0,    0xf0, 0x11, 0, 0x04, 0x17, 0x0c, 0,
                                      0,    0,    0, 0, 1,    0,    0x08, 0, 0,    0xf0, 0x11, 0, 0x04, 0x17, 0x0c, 0,
                                      0,    0,    0, 0, 0,    0,    0,    0, 0,    0xf0, 0x21, 0, 0x03, 0x1b, 0xff, 0};
    const Octets file =
        test::elf_of(190, 0x34,
                     {{".text." + std::string(kName), {.type = 1, .bytes = Octets(32), .info = 0x8000001}},
                      {".nv.info." + std::string(kName),
                       {.type = 0x70000000, .bytes = Octets(std::begin(kInfo), std::end(kInfo))}}});
    const auto cubin = read_cubin(file);
    ASSERT_TRUE(cubin) << cubin.error().text;
    const CubinKernel& kernel = cubin->kernels.at(0);
    EXPECT_EQ(kernel.registers, 8U);
    EXPECT_EQ(kernel.parameter_base, 0x160U);
    EXPECT_EQ(kernel.parameter_bytes, 0x14U);
    std::vector<std::uint32_t> layout;
    for (const CubinParameter& one : kernel.parameters)
        layout.insert(layout.end(), {one.ordinal, one.offset, one.size});
    EXPECT_EQ(layout, (std::vector<std::uint32_t>{0, 0, 8, 1, 8, 4, 2, 12, 4, 3, 16, 4}));
}

TEST(Cubin, ItsListingAssemblesToTheSection) {
    const Octets file = example_cubin();
    for (const std::string_view name : {"_Z5scalePfS_f", "tail"}) {
        const auto one = select_kernel(file, {name, {}});
        ASSERT_TRUE(one) << one.error().text;
        const auto cubin = read_cubin(*one);
        ASSERT_TRUE(cubin);
        ASSERT_EQ(cubin->kernels.size(), 1U);
        const auto listing = list(*one, {});
        ASSERT_TRUE(listing) << listing.error().text;
        const auto again = assemble(codec::print(*listing), {});
        ASSERT_TRUE(again) << describe(again.error(), "text");
        const FileRange code = cubin->kernels[0].code;
        EXPECT_TRUE(std::ranges::equal(*again, Bytes(file).subspan(code.offset, code.size)));
        EXPECT_EQ(explain(*one, {})->size(), name == "tail" ? 5U : 12U);
    }
}

TEST(Cubin, ProgramHasItsMemoryAndConstants) {
    const auto one = select_kernel(example_cubin(), {"scale", {}});
    ASSERT_TRUE(one);
    const auto program = load(*one);
    ASSERT_TRUE(program) << program.error().text;
    EXPECT_EQ(program->stage, Stage::Compute);
    EXPECT_EQ(program->shared_bytes, 256U);
    ASSERT_TRUE(program->cuda);
    EXPECT_EQ(program->cuda->constants.at(2), (Octets{0, 0, 0, 0, 0, 0, 0x40, 0x40}));
    EXPECT_EQ(program->cuda->constants.at(3).size(), 12U);
    EXPECT_TRUE(program->warnings.empty());
}

TEST(Cubin, TranslationsDependOnItsConstants) {
    const test::CubinKernelText kernel = {.name = "k", .text = "EXIT;", .constants = {{2, {1}}}};
    test::CubinKernelText other = kernel;
    other.constants[2] = {2};
    const auto canonical_of = [](const test::CubinKernelText& one) {
        return canonical(kFrontend, test::cubin_of(61, {one})).value();
    };
    EXPECT_NE(canonical_of(kernel), canonical_of(other));
    EXPECT_EQ(canonical(kFrontend, test::cubin_of(52, {kernel})).value(), canonical_of(kernel));
}

TEST(Cuda, NamesWhatMatches) {
    const Octets file = example_cubin();
    EXPECT_EQ(fault_of_choice(file, ""),
              "f: error: the file has 2 kernels, --kernel selects one: _Z5scalePfS_f, _Z4taili");
    EXPECT_EQ(fault_of_choice(file, "_Z"),
              "f: error: the file has 2 kernels with _Z in their names, --kernel selects one: "
              "_Z5scalePfS_f, _Z4taili");
    EXPECT_EQ(fault_of_choice(file, "none"), "f: error: no kernel has none in its name; info lists them");
    EXPECT_EQ(fault_of_choice(file, "", "sm_52"), "f: error: --arch sm_52: the code is for sm_61");
    EXPECT_EQ(fault_of_choice(test::cubin_of(75, {}), ""),
              "f: error: the code is for sm_75 (Turing); that of sm_50 to sm_62 is read");
    EXPECT_EQ(fault_of_choice(test::cubin_of(61, {}), ""), "f: error: the file has no kernel");
    const Octets nested = test::cubin_of(61, {{.name = "add", .text = "EXIT;"}, {.name = "add2", .text = "EXIT;"}});
    EXPECT_EQ(fault_of_choice(nested, "add"), "none") << "the whole name counts more than a part";
}

TEST(Cuda, PrefersKernelsToFunctions) {
    const Octets file =
        test::cubin_of(61, {{.name = "entry", .text = "EXIT;"}, {.name = "called", .text = "RET;", .is_entry = false}});
    EXPECT_EQ(load(file)->cuda->name, "entry");
    EXPECT_EQ(load(*select_kernel(file, {"called", {}}))->cuda->name, "called");
}

TEST(Cuda, SelectsInFatBinariesAndTheirHosts) {
    const Octets fatbin = example_fatbin();
    Octets two = fatbin; // linkers put those of several sources into one section
    two.resize(two.size() + 8);
    const Octets more =
        test::fatbin_of({{kCubinImage, 61, test::cubin_of(61, {{.name = "more", .text = "EXIT;"}}), Packing::Zstd}});
    two.insert(two.end(), more.begin(), more.end());
    for (const Octets& file : {fatbin, test::host_of(fatbin), test::host_of(two)}) {
        EXPECT_EQ(recognise(file).sureness, Sureness::Certain);
        EXPECT_EQ(fault_of_choice(file, "scale"),
                  "f: error: the file has 2 kernels with scale in their names, --arch selects one: "
                  "_Z5scalePfS_f (sm_52), _Z5scalePfS_f (sm_61)");
        const auto one = select_kernel(file, {"scale", "sm_61"});
        ASSERT_TRUE(one) << one.error().text;
        EXPECT_EQ(*one, *select_kernel(example_cubin(), {"scale", {}})) << "LZ4";
        EXPECT_EQ(fault_of_choice(file, "", "sm_52"), "none");
        EXPECT_EQ(fault_of_choice(file, "", "sm_70").substr(0, 64),
                  "f: error: no machine code of sm_70: the file has PTX for sm_50, ");
        ASSERT_TRUE(properties(file));
    }
    EXPECT_EQ(load(*select_kernel(test::host_of(two), {"more", {}}))->cuda->name, "more") << "zstd";
}

TEST(Cuda, RefusesOtherArchitectures) {
    const Octets file = test::fatbin_of({{kCubinImage, 86, test::cubin_of(86, {}), Packing::None}});
    const auto none = select_kernel(file, {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(none.error().text, "no machine code of sm_50 to sm_62, which is read: the file has sm_86 (Ampere)");
    ASSERT_TRUE(properties(file));
}

// ---- hostile input

void put(Octets& file, std::size_t at, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) file[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}
std::size_t table_of(const Octets& file) { return little_endian(Bytes(file).subspan(40, 8)); }

TEST(Cuda, NamesDamageOfTheSectionTable) {
    const Octets good = example_cubin();
    struct Damage {
        std::size_t at;
        std::uint64_t value;
        unsigned bytes;
        std::string_view fault;
    };
    const std::size_t table = table_of(good);
    const Damage all[] = {
        {4, 1, 1, "f:0x4: error: the ELF file is of class 1; those of 64 bits (2) are read"},
        {40, ~0ULL, 8, "f:0x28: error: the section table at offset 0xffffffffffffffff lies outside of the file"},
        {60, 0xffff, 2, "f:0x3c: error: 65535 sections at offset"},
        {58, 40, 2, "f:0x3a: error: rows of the section table have 40 bytes, not 64"},
        {table + 4 * 64 + 24, ~0ULL - 7, 8, "error: section 4: 128 bytes at offset"},
        {table + 4 * 64 + 32, 9, 8, "error: section 4: 9 bytes of code are no whole words, or too few"},
        {table + 4 * 64 + 32, ~0ULL, 8, "error: section 4: 18446744073709551615 bytes at offset"},
    };
    for (const Damage& damage : all) {
        Octets file = good;
        put(file, damage.at, damage.value, damage.bytes);
        EXPECT_NE(fault_of_choice(file, "scale").find(damage.fault), std::string::npos)
            << fault_of_choice(file, "scale");
    }
}

TEST(Cuda, RefusesSectionsOverEachOtherAndLongNames) {
    Octets file = test::cubin_of(61, {{.name = "a", .text = "EXIT;"}, {.name = "b", .text = "EXIT;"}});
    const std::size_t table = table_of(file);
    put(file, table + 6 * 64 + 24, little_endian(Bytes(file).subspan(table + 4 * 64 + 24, 8)), 8);
    EXPECT_NE(fault_of_choice(file, "a").find("sections 4 and 6 lie over each other"), std::string::npos)
        << fault_of_choice(file, "a");
    const Octets twice = test::cubin_of(61, {{.name = "a", .text = "EXIT;"}, {.name = "a", .text = "EXIT;"}});
    EXPECT_NE(fault_of_choice(twice, "a").find("there is another one of its name"), std::string::npos);
    const Octets named = test::cubin_of(61, {{.name = std::string(1 << 20, 'x'), .text = "EXIT;"}});
    EXPECT_NE(fault_of_choice(named, "").find("its name is longer than 4096 bytes"), std::string::npos);
}

TEST(Cuda, RefusesDamagedImages) {
    const Octets good = example_fatbin();
    const auto damaged = [&](std::size_t at, std::uint64_t value, unsigned bytes) {
        Octets file = good;
        put(file, at, value, bytes);
        return fault_of_choice(file, "tail");
    };
    EXPECT_EQ(damaged(4, 2, 2), "f:0x4: error: version 2 of fat binaries, with a header of 16 bytes, is not known");
    EXPECT_EQ(damaged(8, ~0ULL, 8).substr(0, 59), "f:0x8: error: the fat binary has 18446744073709551615 bytes");
    EXPECT_EQ(damaged(16 + 4, 0, 4), "f:0x14: error: a header of 0 bytes does not fit an image");
    EXPECT_EQ(damaged(16 + 8, ~0ULL, 8).substr(0, 56), "f:0x18: error: the image has 18446744073709551615 bytes,");
    const auto images = read_fatbins(good);
    ASSERT_TRUE(images);
    const FatImage& last = images->back();
    EXPECT_NE(damaged(last.header + 56, 1ULL << 27, 8).find("an image of more than 64 MiB"), std::string::npos);
    EXPECT_NE(damaged(last.header + 56, 1 << 25, 8).find("bytes of LZ4 cannot unpack to 33554432"), std::string::npos);
    EXPECT_NE(damaged(last.header + 56, last.unpacked + 1, 8).find("the LZ4 block has"), std::string::npos);
    EXPECT_NE(damaged(last.header + 40, 0x11, 8).find("packed by no known method (flags 0x11)"), std::string::npos);
    EXPECT_NE(damaged(last.header + 16, ~0U, 4).find("packed bytes are more than the image's"), std::string::npos);
    for (std::size_t size = 0; size < good.size(); ++size) {
        const Octets cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        (void)recognise(cut);
        (void)properties(cut);
        EXPECT_NE(fault_of_choice(cut, "tail"), "none") << size;
    }
}

// The files in tests/data are what the functions of tests/support write.
TEST(Cuda, FilesOfTestsAreExamples) {
    EXPECT_TRUE(test::read_file(RELIT_DATA "/maxwell/cuda/module.sm_61.cubin") == relit::text_of(example_cubin()));
    EXPECT_TRUE(test::read_file(RELIT_DATA "/maxwell/cuda/module.fatbin") == relit::text_of(example_fatbin()));
}

} // namespace
} // namespace relit::isa::maxwell
