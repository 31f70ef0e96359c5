// The tables of the command line against the parser: every example is taken, and every option by the verbs of its row alone.
#include "cli/options/tables.hpp"
#include "cli/options/help.hpp"
#include "cli/options/parse.hpp"

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
    if (row.argument == "TIERS") return "folder";
    if (row.argument == "X,Y,Z") return "1,2,3";
    if (row.argument == "X,Y" || row.argument == "W,H") return "1,2";
    if (row.argument == "W:H") return "4:3";
    if (row.argument == "A..B") return "2..3";
    if (row.argument == "AREA") return "16x14";
    return row.argument.ends_with("=VALUE") ? "nv2a.arithmetic=exact" : "14";
}

const OptionRow& row_of(const VerbRow& verb, std::string_view name) {
    return *std::ranges::find_if(all_options(),
                                 [&](const OptionRow& row) { return takes(verb, row) && long_name(row) == name; });
}

void add(std::vector<std::string>& words, const OptionRow& row, std::string_view name) {
    words.emplace_back(name);
    if (!row.argument.empty()) words.push_back(value_of(row));
}

std::string first_of(std::string_view words, char between) { return std::string(words.substr(0, words.find(between))); }

/// Adds what rules.inc requires beside an option, and what those options require.
void add_required(std::vector<std::string>& words, const VerbRow& verb, std::string_view option) {
    for (const OptionRule& rule : all_rules()) {
        if (!applies(verb, rule) || rule.option != option) continue;
        if (rule.kind == OptionRule::Kind::Actions) words[2] = first_of(rule.values, ' ');
        if (rule.kind == OptionRule::Kind::Values) {
            words.insert(words.end(), {std::string(rule.others), first_of(rule.values, '|')});
            add_required(words, verb, rule.others);
        }
        if (rule.kind != OptionRule::Kind::Requires) continue;
        const std::string other = first_of(rule.others, ' ');
        if (std::ranges::find(words, other) != words.end()) continue;
        if (other == "--diff") words.emplace_back("other");
        add(words, row_of(verb, other), other);
        add_required(words, verb, other);
    }
}

/// A command line with the option, its files, and what rules.inc and values of other options make it require.
std::vector<std::string> command(const VerbRow& verb, const OptionRow& row, std::string_view name) {
    std::vector<std::string> words{"relit", std::string(verb.name), "file"};
    for (std::size_t i = 1; i < verb.files.least; ++i) words.emplace_back("other");
    add(words, row, name);
    if (takes(verb, row)) {
        if (long_name(row) == "--diff") words.emplace_back("other");
        if (long_name(row) == "--context") words.insert(words.end(), {"--isa", "nv2a"});
        if (long_name(row) == "--high-resolution") words.insert(words.end(), {"--ssaa", "4"});
        add_required(words, verb, long_name(row));
    }
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

/// The message for the words; empty: they are taken.
std::string error_of(std::vector<std::string> words) {
    const Parsed parsed = parse(std::move(words));
    EXPECT_TRUE(parsed.options || parsed.options.error() == Exit::Usage);
    return parsed.options ? "" : parsed.said;
}

TEST(CommandTable, RulesNameVerbsAndTheirOptions) {
    const auto words_of = [](std::string_view text) {
        std::istringstream words{std::string(text)};
        return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
    };
    for (const OptionRule& rule : all_rules()) {
        std::vector<std::string> options = words_of(rule.others);
        options.emplace_back(rule.option);
        if (rule.kind == OptionRule::Kind::Actions || rule.kind == OptionRule::Kind::Values) {
            EXPECT_NE(rule.values, "") << rule.option;
        }
        for (const std::string& name : words_of(rule.verbs)) {
            const VerbRow* const verb = verb_named(name);
            ASSERT_NE(verb, nullptr) << name;
            for (const std::string& option : options)
                EXPECT_TRUE(std::ranges::any_of(
                    all_options(), [&](const OptionRow& row) { return takes(*verb, row) && long_name(row) == option; }))
                    << name << ' ' << option;
        }
    }
}

TEST(CommandTable, RulesAreKept) {
    for (const OptionRule& rule : all_rules())
        for (const VerbRow& verb : all_verbs()) {
            if (!applies(verb, rule)) continue;
            SCOPED_TRACE(std::string(verb.name) + " " + std::string(rule.option));
            const OptionRow& row = row_of(verb, rule.option);
            std::vector<std::string> words{"relit", std::string(verb.name), "file"};
            for (std::size_t i = 1; i < verb.files.least; ++i) words.emplace_back("other");
            if (rule.kind == OptionRule::Kind::Requires) {
                add(words, row, rule.option);
                EXPECT_NE(error_of(words).find(" requires "), std::string::npos);
            } else if (rule.kind == OptionRule::Kind::Values) {
                words = command(verb, row, rule.option);
                const auto value = std::ranges::find(words, rule.others) + 1;
                for (const std::string& other : choices_of(row_of(verb, rule.others))) {
                    *value = other;
                    EXPECT_EQ(error_of(words).empty(), is_one_of(other, rule.values)) << other;
                }
                words.erase(value - 1, value + 1);
                EXPECT_EQ(error_of(words).empty(), rule.fallback.empty() || is_one_of(rule.fallback, rule.values));
            } else if (rule.kind == OptionRule::Kind::Actions) {
                words = command(verb, row, rule.option);
                words[2] = "no_such_action";
                EXPECT_NE(error_of(words).find("no_such_action takes no "), std::string::npos);
            } else if (rule.kind == OptionRule::Kind::Excludes) {
                std::istringstream others{std::string(rule.others)};
                for (std::string other; others >> other;) {
                    words = command(verb, row, rule.option);
                    add(words, row_of(verb, other), other);
                    const std::string said = error_of(words);
                    EXPECT_TRUE(said.find(" excludes ") != said.npos || said.find(" requires ") != said.npos) << said;
                }
            } else if (rule.files.most != kAnyNumber) {
                words = command(verb, row, rule.option);
                words.insert(words.begin() + 3, rule.files.actions + rule.files.most, "one_more");
                EXPECT_NE(error_of(words), "");
            }
        }
}

TEST(CommandTable, VerbsTakeTheirNumberOfFiles) {
    for (const VerbRow& verb : all_verbs()) {
        if (verb.files.most == kAnyNumber) continue;
        std::vector<std::string> words{"relit", std::string(verb.name)};
        words.resize(2 + verb.files.actions + verb.files.most, "file");
        EXPECT_EQ(error_of(words), "") << verb.name;
        words.emplace_back("one_more");
        EXPECT_NE(error_of(words).find("one_more is too many"), std::string::npos) << verb.name;
        if (verb.files.least < 2) continue;
        EXPECT_NE(error_of({"relit", std::string(verb.name), "file"}), "") << verb.name;
    }
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
