// docs/limits.md says what the constants in the sources are.
#include "base/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <string>

namespace relit::test::limits {
namespace {

std::string content_of(const std::string& path) {
    std::ifstream in(std::string(RELIT_SOURCE) + "/" + path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// "32 MiB", "4096"
std::optional<std::uint64_t> number_of_page(const std::string& text) {
    std::istringstream in(text);
    std::uint64_t number = 0;
    std::string unit;
    if (!(in >> number)) return {};
    in >> unit;
    const int shift = unit == "KiB" ? 10 : unit == "MiB" ? 20 : unit == "GiB" ? 30 : 0;
    if (!unit.empty() && shift == 0) return {};
    return number << shift;
}

/// What a constant is: "4096", "1U << 16", "std::size_t{1} << 20".
std::optional<std::uint64_t> number_of_source(const std::string& source, const std::string& name) {
    const std::regex definition("\\b" + name + R"( =\s*(?:std::\w+\{)?(\d+)U?\}?(?: << (\d+))?[,;])");
    std::smatch found;
    if (!std::regex_search(source, found, definition)) return {};
    const std::uint64_t number = std::stoull(found[1].str());
    return found[2].matched ? number << std::stoul(found[2].str()) : number;
}

TEST(LimitsPage, SaysWhatTheConstantsAre) {
    const std::string page = content_of("docs/limits.md");
    const std::regex row(R"(\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `(\w+)` \| `([^`]+)` \|)");
    std::size_t rows = 0, lines = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at, ++rows) {
        const auto said = number_of_page((*at)[2]), is = number_of_source(content_of((*at)[5]), (*at)[4]);
        EXPECT_TRUE(said && is) << (*at)[0];
        EXPECT_EQ(said.value_or(0), is.value_or(0)) << (*at)[0];
    }
    for (const std::string_view line : split_lines(page)) lines += line.ends_with("` |") ? 1 : 0;
    EXPECT_EQ(rows, lines) << "a row is not understood";
    EXPECT_GT(rows, 50U);
}

} // namespace
} // namespace relit::test::limits
