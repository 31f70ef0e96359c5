// Maxwell words say to us what they say to envytools' disassembler.
#include "tests/support/envydis.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace relit {
namespace {

namespace fs = std::filesystem;

std::uint64_t word_of(const std::string& digits) { return std::stoull(digits, nullptr, 16); }

TEST(MaxwellEnvydis, AgreesOnRandomWordsOfEveryForm) {
    std::ifstream in(std::string(RELIT_DATA) + "/maxwell/isa-vectors.tsv");
    std::string line;
    std::size_t compared = 0, different = 0;
    std::uint32_t address = 0;
    while (std::getline(in, line)) {
        if (line.starts_with('#') || line.starts_with("word")) continue;
        const std::string text = line.substr(line.rfind('\t') + 1);
        const std::uint64_t word = word_of(line.substr(0, 16));
        const std::uint32_t here = address;
        address += 8;
        if (test::is_doubtful(text)) continue;
        ++compared;
        const std::string difference = test::envydis_difference({word, here, isa::maxwell::form_of(word)}, text);
        if (!difference.empty()) ++different;
        EXPECT_EQ(difference, "") << line;
    }
    EXPECT_EQ(compared, 3027U);
    EXPECT_EQ(different, 0U);
}

} // namespace
} // namespace relit
