// Maxwell words say to us what they say to envytools' disassembler.
#include "tests/support/maxwell/envydis.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace relit::maxwell_envydis {
namespace {

namespace fs = std::filesystem;

std::uint64_t word_of(const std::string& digits) { return std::stoull(digits, nullptr, 16); }

TEST(MaxwellEnvydis, AgreesOnRandomWordsOfEveryForm) {
    std::ifstream in(std::string(RELIT_DATA) + "/maxwell/isa-vectors.tsv");
    std::string line;
    std::size_t compared = 0, different = 0;
    std::uint32_t index = 0;
    while (std::getline(in, line)) {
        if (line.starts_with('#') || line.starts_with("word")) continue;
        const std::string text = line.substr(line.rfind('\t') + 1);
        const std::uint64_t word = word_of(line.substr(0, 16));
        const std::uint32_t address = index / 3 * 32 + 8 + index % 3 * 8; // they were disassembled in one piece
        ++index;
        if (test::is_approximate(text)) continue;
        ++compared;
        const std::string difference = test::envydis_difference({word, address, isa::maxwell::form_of(word)}, text);
        if (!difference.empty()) ++different;
        EXPECT_EQ(difference, "") << line;
    }
    EXPECT_EQ(compared, 3027U);
    EXPECT_EQ(different, 0U);
}

// ---- real programs

std::vector<std::uint8_t> read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Programs below a folder that have a text of envydis beside them.
std::vector<fs::path> programs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension();
        if (extension != ".bin" && extension != ".dksh") continue;
        if (fs::exists(fs::path(entry.path()).replace_extension(".dis"))) found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

/// How many words were compared.
std::size_t compare(const fs::path& path) {
    const std::vector<std::uint8_t> file = read(path);
    const auto program = isa::maxwell::load_binary(file);
    EXPECT_TRUE(program) << path;
    if (!program) return 0;
    std::ifstream in(fs::path(path).replace_extension(".dis"));
    std::string line;
    std::size_t compared = 0, uncertain = 0;
    while (std::getline(in, line)) {
        test::EnvydisLine one;
        if (!test::read_envydis_line(line, one)) continue;
        const std::size_t index = one.address / isa::maxwell::kWordBytes;
        if (index >= program->words.size()) continue; // filling
        if (test::is_approximate(one.text)) {
            ++uncertain;
            continue;
        }
        EXPECT_EQ(program->words[index], one.word) << path << ": " << line;
        const bool schedules = isa::maxwell::is_control(one.address);
        const isa::maxwell::Instruction instruction{one.word, one.address, isa::maxwell::form_of(one.word)};
        EXPECT_EQ(schedules ? test::envydis_schedule_difference(one.word, one.text)
                            : test::envydis_difference(instruction, one.text),
                  "")
            << path << ": " << line;
        ++compared;
    }
    EXPECT_LE(program->words.size() - compared - uncertain, 8U) << path; // its text ends before the filling
    EXPECT_LE(uncertain, 4U) << path;
    return compared;
}

/// Text and back: the same file.
void round_trip(const fs::path& path) {
    const std::vector<std::uint8_t> file = read(path);
    const auto listing = isa::maxwell::list(file, {});
    ASSERT_TRUE(listing) << path;
    EXPECT_EQ(listing->unknown, 0U) << path;
    const auto again = isa::maxwell::assemble(codec::print(*listing), {});
    ASSERT_TRUE(again) << path << ": " << describe(again.error(), "text");
    EXPECT_TRUE(*again == file) << path;
    EXPECT_NE(isa::maxwell::recognise(file).sureness, Sureness::No) << path;
}

std::vector<fs::path> corpus() {
    const char* folder = std::getenv("RELIT_CORPUS");
    const fs::path own =
        fs::path(folder != nullptr ? folder : RELIT_SOURCE "/../shared/corpus") / "maxwell/own/programs";
    return fs::is_directory(own) ? programs_in(own) : std::vector<fs::path>{};
}

TEST(MaxwellEnvydis, AgreesOnRealPrograms) {
    std::size_t compared = 0;
    for (const fs::path& path : programs_in(std::string(RELIT_DATA) + "/maxwell")) compared += compare(path);
    EXPECT_GT(compared, 1200U);
}

TEST(MaxwellEnvydis, AgreesOnTheCorpus) {
    const std::vector<fs::path> programs = corpus();
    if (programs.empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    std::size_t compared = 0;
    for (const fs::path& path : programs) compared += compare(path);
    EXPECT_GT(compared, 20000U);
    std::cout << programs.size() << " programs, " << compared << " words\n";
}

TEST(MaxwellText, CarriesTheCorpus) {
    const std::vector<fs::path> programs = corpus();
    if (programs.empty()) GTEST_SKIP() << "no corpus: set RELIT_CORPUS";
    for (const fs::path& path : programs) round_trip(path);
}

} // namespace
} // namespace relit::maxwell_envydis
