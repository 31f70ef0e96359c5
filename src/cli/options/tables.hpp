// The command line as tables: verbs, options, examples, exit codes. What is said of them and what is parsed come from here.
#pragma once

#include "cli/verbs.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

inline constexpr std::string_view kVersion = "0.1.0"; // also in CMakeLists.txt; a test compares them
inline constexpr std::string_view kPurpose = "Reads vintage GPU programs and command streams and shows what they do.";

/// How many files a verb takes, behind the words that say what it does.
struct FileCount {
    std::size_t actions = 0, least = 1, most = 1;
};
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
constexpr FileCount files(std::size_t least, std::size_t most) { return {0, least, most}; }
constexpr FileCount after_action(std::size_t most) { return {1, 0, most}; }

struct VerbRow {
    std::string_view function; // "assemble"
    Verb run = nullptr;
    std::string_view name; // "asm"
    FileCount files;
    std::string_view arguments; // "FILE..."
    std::string_view purpose;
};

/// Which values of an option are refused while the command line is read; others are refused by who uses them.
struct AllowedValues {
    bool is_listed = false;                // it is one of choices_of()
    std::uint64_t lowest = 0, highest = 0; // of numbers; no bounds where the highest is 0
};
inline constexpr AllowedValues kAny, kListed{.is_listed = true};
constexpr AllowedValues between(std::uint64_t lowest, std::uint64_t highest) {
    return {.lowest = lowest, .highest = highest};
}
constexpr AllowedValues at_least(std::uint64_t lowest) {
    return between(lowest, std::numeric_limits<std::uint64_t>::max());
}

struct OptionRow {
    std::string_view name;     // "-o,--output"
    std::string_view verbs;    // that take it, as they are typed: "disasm asm"
    std::string_view argument; // "auto|always|never"; empty: a flag
    AllowedValues values;
    std::string_view purpose;
};

/// A rule for command lines on which an option is given (rules.inc).
struct OptionRule {
    enum class Kind : std::uint8_t { Requires, Excludes, Files, Values, Actions };
    Kind kind{};
    std::string_view verbs, option;
    std::string_view others;   // of which one is required, or all are excluded; of Values the option that has the value
    std::string_view text;     // how a message names what is required, or what it says of too many files
    std::string_view values{}; // of Values: "glsl|spirv"; of Actions: "prune serve"
    std::string_view fallback{}; // of Values: the value without the option; empty: the files say it
    FileCount files{};
};

/// Some verbs do what their first word says.
struct ActionRow {
    std::string_view verb, name; // as they are typed
    std::string_view words;      // "FILE..."; empty: none
    std::string_view purpose;
};

/// A variable of the environment that the program reads.
struct EnvironmentRow {
    std::string_view name, purpose;
};

struct Example {
    std::string_view verb; // the function of a VerbRow
    std::string_view command, purpose;
};

struct ExitRow {
    int code;
    std::string_view meaning;
};

[[nodiscard]] std::span<const VerbRow> all_verbs();
[[nodiscard]] std::span<const OptionRow> all_options();
[[nodiscard]] std::span<const OptionRule> all_rules();
[[nodiscard]] std::span<const Example> all_examples();
[[nodiscard]] std::span<const EnvironmentRow> all_environment();
/// The actions of a verb; none where it has none.
[[nodiscard]] std::vector<ActionRow> actions_of(const VerbRow& verb);
/// The context keys of all guests, without those that are numbered.
[[nodiscard]] std::vector<std::string_view> context_names();
[[nodiscard]] std::span<const ExitRow> all_exits();
/// The pages of `relit docs`.
[[nodiscard]] std::vector<std::string_view> page_names();

/// nullptr where there is none that is typed so
[[nodiscard]] const VerbRow* verb_named(std::string_view typed);
[[nodiscard]] bool takes(const VerbRow& verb, const OptionRow& option);
[[nodiscard]] bool applies(const VerbRow& verb, const OptionRule& rule);
/// Returns true if the words, with blanks between them, have this one.
[[nodiscard]] bool has_word(std::string_view words, std::string_view word);
/// Returns true if the value is one of "glsl|spirv".
[[nodiscard]] bool is_one_of(std::string_view value, std::string_view values);
/// Returns true if all verbs that read files take it.
[[nodiscard]] bool is_common(const OptionRow& option);
/// "--output" of "-o,--output"; "-o", or nothing
[[nodiscard]] std::string_view long_name(const OptionRow& option);
[[nodiscard]] std::string_view short_name(const OptionRow& option);
/// Returns true if its argument is several of its choices with commas between them.
[[nodiscard]] bool is_list(const OptionRow& option);
/// The values that its argument lists, or those of the table that the argument names.
[[nodiscard]] std::vector<std::string> choices_of(const OptionRow& option);
/// Returns the purpose of an option, with the values that its argument stands for.
[[nodiscard]] std::string described(const OptionRow& option);
/// The verbs that have an option of this name: "disasm, asm and explain"; empty where none has.
[[nodiscard]] std::string verbs_with(std::string_view long_or_short_name);

} // namespace relit::cli
