// The tables of the command line against the parser: every example is taken, and every option by the verbs of its row alone.
#include "cli/options/tables.hpp"
#include "cli/options/help.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace relit::cli {
namespace {

struct Parsed {
    std::expected<Options, Exit> options;
    std::string said; // on standard error
};

Parsed parse(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    testing::internal::CaptureStderr();
    auto options = parse_command_line(static_cast<int>(arguments.size()), arguments.data(), false);
    return {std::move(options), testing::internal::GetCapturedStderr()};
}

/// A value that the parser takes for an argument.
std::string value_of(const OptionRow& row) {
    const std::vector<std::string> choices = choices_of(row);
    if (!choices.empty()) return choices[0];
    if (row.argument == "X,Y,Z") return "1,2,3";
    if (row.argument == "X,Y" || row.argument == "W,H") return "1,2";
    if (row.argument == "W:H") return "4:3";
    if (row.argument == "A..B") return "2..3";
    return row.argument == "NAME=VALUE" ? "nv2a.arithmetic=exact" : "14";
}

std::vector<std::string> command(const VerbRow& verb, const OptionRow& row, std::string_view name) {
    std::vector<std::string> words{"relit", std::string(verb.name), "file"};
    if (verb.name == "diff" || (row.name == "--diff" && takes(verb, row))) words.emplace_back("other");
    if (verb.name == "run" && row.name != "--inputs") words.insert(words.end(), {"--inputs", "in.json"});
    if (row.name == "--context" && takes(verb, row)) words.insert(words.end(), {"--isa", "nv2a"});
    if (row.name == "--draws" && takes(verb, row)) words.insert(words.end(), {"--out", "folder"});
    if (verb.name != "replay" && verb.name != "pm4" && verb.name != "diff" && verb.name != "surface" &&
        takes(verb, row)) {
        if (row.name == "--draw") words.insert(words.end(), {"--stage", "vs"});
        if (row.name == "--stage") words.insert(words.end(), {"--draw", "1"});
    }
    if (row.name == "--split" && takes(verb, row)) words.insert(words.end(), {"--out", "folder"});
    if (row.name == "--out" && verb.name == "replay" && takes(verb, row))
        words.insert(words.end(), {"--draws", "2..3"});
    if (row.name == "--high-resolution" && takes(verb, row)) words.insert(words.end(), {"--ssaa", "4"});
    if (row.name == "--keys" && takes(verb, row)) words.emplace_back("--window");
    if (row.name == "--scale" && takes(verb, row)) words.insert(words.end(), {"--upscale", "nearest"});
    words.emplace_back(name);
    if (!row.argument.empty()) words.push_back(value_of(row));
    return words;
}

TEST(CommandTable, VerbsTakeTheOptionsOfTheirRows) {
    for (const OptionRow& row : all_options())
        for (const VerbRow& verb : all_verbs()) {
            if (!takes(verb, row)) continue;
            const Parsed parsed = parse(command(verb, row, long_name(row)));
            EXPECT_TRUE(parsed.options.has_value()) << verb.name << ' ' << row.name << ": " << parsed.said;
            if (short_name(row).empty()) continue;
            EXPECT_TRUE(parse(command(verb, row, short_name(row))).options.has_value()) << verb.name << ' ' << row.name;
        }
}

TEST(CommandTable, VerbsRefuseOptionsOfOthersAndNameThem) {
    std::size_t refused = 0;
    for (const OptionRow& row : all_options())
        for (const VerbRow& verb : all_verbs()) {
            const std::string others = verbs_with(long_name(row));
            if ((" " + others + " ").find(" " + std::string(verb.name) + " ") != std::string::npos ||
                others.find(std::string(verb.name) + ",") != std::string::npos)
                continue;
            const Parsed parsed = parse(command(verb, row, long_name(row)));
            ASSERT_FALSE(parsed.options.has_value()) << verb.name << ' ' << row.name;
            EXPECT_EQ(parsed.options.error(), Exit::Usage);
            EXPECT_NE(parsed.said.find(others), std::string::npos)
                << verb.name << ' ' << row.name << ": " << parsed.said;
            ++refused;
        }
    EXPECT_GT(refused, 200U);
}

TEST(CommandTable, ExamplesAreTaken) {
    for (const VerbRow& verb : all_verbs())
        EXPECT_TRUE(std::ranges::any_of(all_examples(), [&](const Example& one) { return one.verb == verb.function; }))
            << verb.name;
    for (const Example& example : all_examples()) {
        std::istringstream commands{std::string(example.command)};
        for (std::string one; std::getline(commands, one, '|');) {
            std::istringstream words(one);
            const std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
            if (list.at(0) != "relit") continue;
            const Parsed parsed = parse(list);
            EXPECT_TRUE(parsed.options.has_value()) << one << ": " << parsed.said;
        }
    }
}

TEST(CommandTable, HelpHasNoLineThatIsTooWide) {
    std::string all = help();
    for (const VerbRow& verb : all_verbs()) all += help_of(verb);
    std::istringstream lines(all);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

} // namespace
} // namespace relit::cli
