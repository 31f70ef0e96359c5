// Real RSX vertex programs: their listings are what is expected, say everything plainly, and assemble to the same bytes.
#include "isa/rsx/vp/vp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace relit::rsx_vp_corpus_properties {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> programs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().filename() == "vp.bin" || entry.path().string().ends_with(".vp.bin"))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

/// The text that a program of the corpus should print; empty where there is none.
std::string expected_text(const fs::path& program) {
    std::string stem = program.string();
    stem.resize(stem.size() - std::string_view(".bin").size());
    for (const std::string& name : {stem + ".asm.txt", stem.substr(0, stem.size() - 3) + ".asm.txt"})
        if (fs::exists(name)) {
            const std::vector<std::uint8_t> bytes = read_file(name);
            return {bytes.begin(), bytes.end()};
        }
    return {};
}

void check(const fs::path& program) {
    SCOPED_TRACE(program.string());
    const std::vector<std::uint8_t> binary = read_file(program);
    for (const char* addresses : {"slots", "bytes", "none"}) {
        const auto listing = isa::rsx::vp::list(binary, {{"addresses", addresses}});
        ASSERT_TRUE(listing) << listing.error().text;
        EXPECT_EQ(listing->unknown, 0U);
        EXPECT_TRUE(listing->warnings.empty());
        const std::string printed = codec::print(*listing);
        // What compilers wrote needs no list of fields and has no caveat.
        EXPECT_EQ(printed.find_first_of("@/"), std::string::npos) << printed;
        const auto again = isa::rsx::vp::assemble(printed, {});
        ASSERT_TRUE(again) << again.error().text << "\n" << printed;
        EXPECT_EQ(*again, binary) << printed;
        const std::string expected = expected_text(program);
        if (addresses == std::string_view("slots") && !expected.empty()) {
            EXPECT_EQ(printed, expected);
        }
    }
}

TEST(RsxVpCorpus, OwnProgramsPrintAsExpectedAndRoundTrip) {
    const auto programs = programs_in(fs::path(RELIT_DATA) / "rsx");
    ASSERT_GE(programs.size(), 28U);
    for (const fs::path& program : programs) check(program);
}

TEST(RsxVpCorpus, ForeignProgramsPrintAsExpectedAndRoundTrip) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    const auto programs = programs_in(folder);
    ASSERT_GE(programs.size(), 57U);
    for (const fs::path& program : programs) check(program);
}

} // namespace
} // namespace relit::rsx_vp_corpus_properties
