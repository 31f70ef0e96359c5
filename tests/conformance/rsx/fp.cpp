// Real RSX fragment programs: their listings are the known texts, and every listing reads back to the same bytes.
#include "isa/rsx/fp/fp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace relit::rsx_fp_corpus_properties {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
std::string read_text(const fs::path& path) {
    const std::vector<std::uint8_t> bytes = read_file(path);
    return {bytes.begin(), bytes.end()};
}

/// The files under a folder whose names end so, sorted.
std::vector<fs::path> files_in(const fs::path& folder, std::string_view end) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().string().ends_with(end)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

/// Text to bytes to text, with every kind of head. What compilers write needs no list of fields.
void check_round_trip(const std::vector<std::uint8_t>& binary) {
    for (const char* addresses : {"slots", "bytes", "none"}) {
        const auto listing = isa::rsx::fp::list(binary, {{"addresses", addresses}});
        ASSERT_TRUE(listing) << listing.error().text;
        EXPECT_EQ(listing->unknown, 0U);
        EXPECT_TRUE(listing->warnings.empty()) << listing->warnings.front();
        const std::string printed = codec::print(*listing);
        EXPECT_EQ(printed.find('@'), std::string::npos) << printed;
        const auto again = isa::rsx::fp::assemble(printed, {});
        ASSERT_TRUE(again) << again.error().line << ": " << again.error().text << "\n" << printed;
        EXPECT_EQ(*again, binary) << printed;
    }
}

/// A text is what its program prints as, and assembles to the program.
void check_text(const fs::path& binary_path, const fs::path& text_path) {
    SCOPED_TRACE(binary_path.string());
    const std::vector<std::uint8_t> binary = read_file(binary_path);
    const std::string text = read_text(text_path);
    const auto listing = isa::rsx::fp::list(binary, {});
    ASSERT_TRUE(listing) << listing.error().text;
    EXPECT_EQ(codec::print(*listing), text);
    const auto assembled = isa::rsx::fp::assemble(text, {});
    ASSERT_TRUE(assembled) << assembled.error().line << ": " << assembled.error().text;
    EXPECT_EQ(*assembled, binary);
    check_round_trip(binary);
}

TEST(RsxFpCorpus, HandWrittenTextsAreTheListings) {
    const auto programs = files_in(fs::path(RELIT_DATA) / "rsx/hand", ".fp.bin");
    ASSERT_GE(programs.size(), 7U);
    for (const fs::path& program : programs)
        check_text(program, fs::path(program).replace_extension().replace_extension("asm.txt"));
}

TEST(RsxFpCorpus, ProgramsOfMesaRoundTrip) {
    const auto programs = files_in(fs::path(RELIT_DATA) / "rsx/mesa", "/fp.bin");
    ASSERT_GE(programs.size(), 50U);
    for (const fs::path& program : programs) {
        SCOPED_TRACE(program.string());
        check_round_trip(read_file(program));
    }
}

TEST(RsxFpCorpus, SeedIsTheKnownText) {
    const char* corpus = std::getenv("RELIT_CORPUS");
    const fs::path folder =
        (corpus != nullptr ? fs::path(corpus) : fs::path(RELIT_SOURCE) / "../shared/corpus") / "rsx/foreign/seed";
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no corpus at " << folder << ": set RELIT_CORPUS";
    check_text(folder / "seed_listing.fp.bin", folder / "seed_listing.fp.asm.txt");
    check_round_trip(read_file(folder / "seed_compiled.fp.bin"));
}

} // namespace
} // namespace relit::rsx_fp_corpus_properties
