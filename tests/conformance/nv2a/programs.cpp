// Real NV2A programs: our assembler gives the bytes that another one gave, and every listing reads back.
#include "isa/nv2a/nv2a.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace relit::nv2a_corpus_properties {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The programs of a folder, without their extension, sorted.
std::vector<fs::path> programs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".vsh") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

void check(const fs::path& source) {
    SCOPED_TRACE(source.string());
    const std::vector<std::uint8_t> text = read_file(source);
    const std::vector<std::uint8_t> binary = read_file(fs::path(source).replace_extension(".bin"));
    // Two programs name two inputs in one word; the assembler that made the .bin files took the last without a word.
    const std::string name = source.stem();
    const bool two_inputs = name == "op_add" || name == "op_mul";
    const std::string_view characters(reinterpret_cast<const char*>(text.data()), text.size());
    EXPECT_EQ(isa::nv2a::assemble(characters, {}).has_value(), !two_inputs);
    const auto assembled = isa::nv2a::assemble(characters, {{"two-inputs", two_inputs ? "last" : "error"}});
    ASSERT_TRUE(assembled) << assembled.error().line << ":" << assembled.error().column << ": "
                           << assembled.error().text;
    EXPECT_EQ(*assembled, binary);
    for (const char* dialect : {"vsh", "gl"}) {
        for (const char* constants : {"raw", "gl", "d3d"}) {
            const auto listing = isa::nv2a::list(binary, {{"dialect", dialect}, {"constants", constants}});
            ASSERT_TRUE(listing) << listing.error().text;
            EXPECT_EQ(listing->unknown, 0U);
            const std::string printed = codec::print(*listing);
            // What an assembler wrote needs no list of fields.
            EXPECT_EQ(printed.find('@'), std::string::npos) << printed;
            const auto again = isa::nv2a::assemble(printed, {});
            ASSERT_TRUE(again) << again.error().text << "\n" << printed;
            EXPECT_EQ(*again, binary) << printed;
        }
    }
}

TEST(Nv2aCorpus, OwnProgramsAssembleAndRoundTrip) {
    const auto programs = programs_in(fs::path(RELIT_DATA) / "nv2a");
    ASSERT_GE(programs.size(), 20U);
    for (const fs::path& source : programs) check(source);
}

TEST(Nv2aCorpus, ForeignProgramsAssembleAndRoundTrip) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "nv2a/foreign";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    const auto programs = programs_in(folder);
    ASSERT_GE(programs.size(), 21U);
    for (const fs::path& source : programs) check(source);
}

} // namespace
} // namespace relit::nv2a_corpus_properties
