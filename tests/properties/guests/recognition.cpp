// Recognition without --isa: real programs are recognised, hostile files are not, and never one
// guest's program for another's.
#include <relit/relit.hpp>

#include "guests/guests.hpp"
#include "guests/recognise.hpp"
#include "isa/shared/random.hpp"
#include "machine/gs/dump/dump.hpp"
#include "tests/support/rsx/cg_container.hpp"
#include "tests/support/rsx/stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace relit::recognition {
namespace {

namespace fs = std::filesystem;
using File = std::vector<std::uint8_t>;

constexpr std::string_view kNothing, kSeveral = "several";

/// The name of the kind that a file without a telling name is taken for.
std::string_view taken_for(Bytes file) {
    const auto likely = guests::likely(guests::candidates_of(file), "file");
    return likely.empty() ? kNothing : likely.size() > 1 ? kSeveral : likely.front().codec->name;
}

File read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files_below(const fs::path& folder, std::string_view ending) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().filename().string().ends_with(ending)) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

// ---- real programs

struct Real {
    std::string_view folder, ending, name;
    std::size_t count;
};
constexpr Real kReal[] = {
    {"nv2a", ".bin", "nv2a", 20},     {"nv2a", ".vsh", "nv2a", 20},       {"rsx", "vp.bin", "rsx.vp", 6},
    {"rsx", "fp.bin", "rsx.fp", 7},   {"maxwell", ".bin", "maxwell", 12}, {"maxwell", ".dksh", "maxwell", 9},
    {"r500", "vs.bin", "r500.vs", 5}, {"r500", "fs.bin", "r500.fs", 5},   {"gs", ".xz", "gs", 4}};

/// Texts that no assembler takes unless it is told which of two inputs is meant (--option two-inputs).
bool reads_two_inputs(const fs::path& path) {
    return path.filename() == "op_add.vsh" || path.filename() == "op_mul.vsh";
}

TEST(FileRecognition, RealProgramsAreTakenForWhatTheyAre) {
    for (const Real& row : kReal) {
        const auto files = files_below(fs::path(RELIT_DATA) / row.folder, row.ending);
        EXPECT_GE(files.size(), row.count) << row.folder << " " << row.ending;
        for (const fs::path& path : files)
            EXPECT_EQ(taken_for(read(path)), reads_two_inputs(path) ? kNothing : row.name) << path;
    }
}

TEST(FileRecognition, ContainersHeadersAndDumpsAreCertain) {
    const auto sureness = [](const File& file) { return api::recognise(file).sureness; };
    for (const fs::path& path : files_below(fs::path(RELIT_DATA) / "maxwell", ".dksh"))
        EXPECT_EQ(sureness(read(path)), api::Sureness::Certain) << path;
    for (const std::string_view stage : {".frag.bin", ".vert.bin", ".geom.bin", ".tesc.bin"})
        for (const fs::path& path : files_below(fs::path(RELIT_DATA) / "maxwell", stage))
            EXPECT_EQ(sureness(read(path)), api::Sureness::Certain) << path;
    for (const std::uint32_t profile : {0x1b5bU, 0x1b5cU})
        EXPECT_EQ(sureness(test::random_cg_container(profile, File(16), 1)), api::Sureness::Certain);
    const std::string_view ir = "; a comment\n\nmodule vertex \"nv2a\"\n";
    EXPECT_EQ(sureness(File(ir.begin(), ir.end())), api::Sureness::Certain);
    EXPECT_EQ(sureness(read(fs::path(RELIT_DATA) / "nv2a/op_add.bin")), api::Sureness::Plausible);
}

TEST(FileRecognition, TheLibraryNamesCandidatesAndWhy) {
    const api::Recognition one = api::recognise(read(fs::path(RELIT_DATA) / "nv2a/op_add.bin"));
    EXPECT_EQ(one.language, "nv2a");
    ASSERT_EQ(one.candidates.size(), 1U);
    EXPECT_EQ(one.candidates[0].why, "slots with FINAL in the last");
    const api::Recognition none = api::recognise(File(64));
    EXPECT_EQ(none.language, "");
    EXPECT_EQ(none.sureness, api::Sureness::No);
    EXPECT_TRUE(none.candidates.empty());
}

// ---- several

std::vector<guests::Candidate> two() {
    return {{guests::codec_named("nv2a"), no("")},
            {guests::codec_named("rsx.vp"), plausible("this")},
            {guests::codec_named("rsx.fp"), plausible("that")},
            {guests::codec_named("maxwell"), no("")}};
}

TEST(FileRecognition, TwoThatFindAFilePlausibleAreBothNamed) {
    const auto both = guests::likely(two(), "file.bin");
    EXPECT_EQ(both.size(), 2U);
    const auto one = guests::only_one(both);
    ASSERT_FALSE(one);
    EXPECT_EQ(one.error().text, "could be rsx.vp (this) or rsx.fp (that); name one with --isa");
    EXPECT_EQ(one.error().kind, FaultKind::BadInput);
}

TEST(FileRecognition, TheNamesEndingChoosesAmongThePlausible) {
    EXPECT_EQ(guests::likely(two(), "FILE.FP").size(), 1U);
    EXPECT_EQ(guests::only_one(guests::likely(two(), "a/file.fp")).value().codec->name, "rsx.fp");
    EXPECT_EQ(guests::only_one(guests::likely(two(), "file.vpo")).value().codec->name, "rsx.vp");
    EXPECT_EQ(guests::likely(two(), "file.vsh").size(), 2U); // of one that it is not
}

TEST(FileRecognition, TheNamesEndingMakesNothingAndOverrulesNothing) {
    const std::vector<guests::Candidate> none = {{guests::codec_named("nv2a"), no("")},
                                                 {guests::codec_named("rsx.fp"), no("")}};
    EXPECT_TRUE(guests::likely(none, "file.fp").empty());
    EXPECT_FALSE(guests::only_one({}));
    auto sure = two();
    sure.push_back({guests::codec_named("gs"), certain("a header")});
    EXPECT_EQ(guests::only_one(guests::likely(sure, "file.fp")).value().codec->name, "gs");
    sure.push_back({guests::codec_named("maxwell"), certain("another")});
    EXPECT_EQ(guests::likely(sure, "file.gs").size(), 2U);
}

// ---- samples

/// The bytes of each dword in another order.
File swapped(Bytes file, unsigned flip) {
    File bytes(file.begin(), file.end());
    for (std::size_t i = 0; (i | 3) < bytes.size(); ++i) bytes[i] = file[i ^ flip];
    return bytes;
}

/// Samples have fields as no compiler leaves them: such a one may be taken for nothing. At least this share is not.
struct Share {
    std::string_view name;
    unsigned percent;
};
constexpr Share kShares[] = {{"nv2a", 40},    {"rsx.vp", 40},  {"rsx.fp", 70}, {"maxwell", 90},
                             {"r500.vs", 40}, {"r500.fs", 40}, {"ir", 100}};

TEST(FileRecognition, SamplesAreTakenForNoOthersProgram) {
    constexpr std::uint64_t kSeeds = 2000;
    for (const isa::Frontend* guest : guests::frontends()) {
        std::size_t known = 0;
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const File file = guest->codec.sample(seed);
            const std::string_view name = taken_for(file);
            EXPECT_TRUE(name == guest->name() || name == kNothing || name == kSeveral)
                << name << ", " << guest->name() << seed;
            known += name == guest->name() ? 1U : 0U;
        }
        const auto share = std::ranges::find(kShares, guest->name(), &Share::name);
        ASSERT_NE(share, std::end(kShares));
        EXPECT_GE(100 * known, share->percent * kSeeds) << guest->name() << ": " << known << " of " << kSeeds;
    }
}

/// Those of the RSX have other byte orders, which are distinguished from the console's; the rest are no programs.
TEST(FileRecognition, SwappedBytesMakeNoOthersProgram) {
    constexpr std::uint64_t kSeeds = 500;
    for (const isa::Frontend* guest : guests::frontends())
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
            for (const unsigned flip : {1U, 2U, 3U}) {
                const std::string_view name = taken_for(swapped(guest->codec.sample(seed), flip));
                EXPECT_TRUE(name == guest->name() || name == kNothing || name == kSeveral)
                    << name << ", " << guest->name() << " " << seed << " flipped by " << flip;
            }
}

/// Some of them start the program at a slot that they do not load: those are taken for nothing.
TEST(FileRecognition, StreamsAreTakenForTheirGuestOrNothing) {
    constexpr std::uint64_t kSeeds = 200;
    std::size_t known = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const File file = test::random_rsx_stream(seed);
        known += taken_for(file) == "rsx.vp" ? 1U : 0U;
        EXPECT_EQ(taken_for(Bytes(file).first(file.size() - 1)), kNothing) << seed;
        for (const unsigned flip : {0U, 3U}) {
            const std::string_view name = taken_for(swapped(file, flip));
            EXPECT_TRUE(name == "rsx.vp" || name == kNothing) << name << " " << seed;
        }
    }
    EXPECT_GE(2 * known, kSeeds);
}

// ---- hostile files

void append(File& file, std::string_view text) { file.insert(file.end(), text.begin(), text.end()); }

File random_bytes(isa::Random& random, std::size_t size) {
    File file(size);
    for (std::uint8_t& byte : file) byte = static_cast<std::uint8_t>(random.next());
    return file;
}

/// Sizes that programs have: whole words of 8 and slots of 16 bytes, few of them often.
std::size_t random_size(isa::Random& random) {
    return std::size_t{16} * (1 + random.below(1 + random.below(random.one_in(2) ? 4 : 128)));
}

TEST(FileRecognition, RandomBytesAreNothing) {
    isa::Random random(1);
    for (int i = 0; i < 20000; ++i) ASSERT_EQ(taken_for(random_bytes(random, random_size(random))), kNothing) << i;
}

TEST(FileRecognition, FewBitsAreNothing) {
    isa::Random random(2);
    for (int i = 0; i < 20000; ++i) {
        File file = random_bytes(random, random_size(random));
        const File other = random_bytes(random, file.size()), third = random_bytes(random, file.size());
        for (std::size_t at = 0; at < file.size(); ++at)
            file[at] = static_cast<std::uint8_t>(file[at] & other[at] & third[at]);
        ASSERT_EQ(taken_for(file), kNothing) << i;
    }
}

TEST(FileRecognition, RepeatedPatternsAreNothing) {
    isa::Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const File pattern = random_bytes(random, std::size_t{1} << random.below(5));
        File file;
        for (const std::size_t size = random_size(random); file.size() < size;)
            file.insert(file.end(), pattern.begin(), pattern.end());
        ASSERT_EQ(taken_for(file), kNothing) << i;
    }
    for (unsigned byte = 0; byte < 256; ++byte)
        for (const std::size_t size : {1U, 16U, 32U, 64U, 256U, 4096U})
            ASSERT_EQ(taken_for(File(size, static_cast<std::uint8_t>(byte))), kNothing) << byte << " times " << size;
}

/// Records whose first dword is 0 and that end in small numbers, as tables on disk are.
TEST(FileRecognition, TablesAreNothing) {
    isa::Random random(4);
    for (int i = 0; i < 20000; ++i) {
        File file;
        std::array<std::uint32_t, 4> row{};
        for (const std::size_t size = random_size(random); file.size() < size;) {
            for (std::size_t dword = 1; dword < row.size(); ++dword) row[dword] += random.below(1U << random.below(32));
            for (const std::uint32_t value : row)
                for (unsigned shift = 0; shift < 32; shift += 8)
                    file.push_back(static_cast<std::uint8_t>(value >> (i % 2 == 0 ? shift : 24 - shift)));
        }
        ASSERT_EQ(taken_for(file), kNothing) << i;
    }
}

TEST(FileRecognition, HeadersOfOtherFilesAreNothing) {
    using namespace std::string_view_literals;
    isa::Random random(5);
    constexpr std::string_view kHeads[] = {
        "\x7f"
        "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0"sv,
        "\x7f"
        "ELF\x01\x02\x01\0\0\0\0\0\0\0\0\0\0\x02\0\x15\0\0\0\x01"sv,
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"sv,
        "\0\x01\0\0\0\x11\x01\0\0\x04\0\x10"
        "DSIG"sv,
        "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04"sv,
        "!<arch>\n"sv,
        "\xde\x12\x04\x95\0\0\0\0\x10\0\0\0\x1c\0\0\0"sv,
        "\x1f\x8b\x08\0\0\0\0\0\0\x03"sv,
        "TZif2\0\0\0\0\0\0\0\0\0\0\0"sv,
        "\xff\xff\xff\xff\x24\0\0\0"sv,
        "GIF89a"sv,
        "PK\x03\x04"sv};
    for (int i = 0; i < 20000; ++i) {
        File file;
        append(file, kHeads[random.below(std::size(kHeads))]);
        const std::size_t size = file.size() + random_size(random);
        const File rest = random_bytes(random, size);
        const bool sparse = random.one_in(2); // as ELF's tables are, which hold zeros mostly
        while (file.size() < size) file.push_back(sparse && file.size() % 8 != 0 ? 0 : rest[file.size()]);
        file.resize((file.size() + 15) / 16 * 16);
        ASSERT_EQ(taken_for(file), kNothing) << i;
    }
}

TEST(FileRecognition, TextOfOtherKindsIsNothing) {
    using namespace std::string_view_literals;
    constexpr std::string_view kTexts[] = {"Dear diary, this is no program at all.\n"sv,
                                           "# a comment\n\nkey = value\n[section]\n"sv,
                                           "#!/bin/sh\nset -e\nexec \"$@\"\n"sv,
                                           "// nothing\n"sv,
                                           "; nothing\n"sv,
                                           "# nothing\n"sv,
                                           "/* nothing */\n"sv,
                                           "{\"v0\": [1, 2, 3, 4]}\n"sv,
                                           "<?xml version=\"1.0\"?>\n<a/>\n"sv,
                                           "MOV AX, 1\nRET\n"sv,
                                           "\tmovl %eax, %ebx\n\tret\n"sv,
                                           "mov r0, r1\nbx lr\n"sv,
                                           "0 1 2 3\n"sv,
                                           "module Main where\n"sv,
                                           "module vertex (input clk);\n"sv,
                                           "module.exports = {}\n"sv,
                                           "0x00000001\n"sv,
                                           "all: x\n\tcc x\n"sv,
                                           ".text\n.globl main\nmain:\n\tret\n"sv,
                                           " \n"sv,
                                           "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"sv};
    for (const std::string_view text : kTexts) {
        File file;
        append(file, text);
        EXPECT_EQ(taken_for(file), kNothing) << text;
    }
}

} // namespace
} // namespace relit::recognition
