// relit --help and relit VERB --help.
#include "cli/options/help.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr std::size_t kWidth = 100, kColumn = 28;

/// "  HEAD      text", the text in lines that begin in one column.
std::string entry(std::string_view head, std::string_view text) {
    std::string lines = fmt::format("  {}", head);
    std::size_t column = lines.size();
    if (column + 2 > kColumn) lines += '\n', column = 0;
    lines.append(kColumn - column, ' ');
    column = kColumn;
    for (bool is_first = true; !text.empty(); is_first = false) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!is_first && column + 1 + word.size() > kWidth) {
            lines += '\n' + std::string(kColumn, ' ');
            column = kColumn;
        } else if (!is_first) {
            lines += ' ', ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines + '\n';
}

std::string entry_of(const OptionRow& row) {
    std::string head(short_name(row));
    head += head.empty() ? "" : ", ";
    head += long_name(row);
    if (!row.argument.empty()) head += ' ' + std::string(row.argument);
    return entry(head, described(row));
}

constexpr std::string_view kHelpHead = "-h, --help";

std::string input_of(const VerbRow& verb) {
    if (verb.arguments == "PAGE")
        return entry("PAGE", fmt::format("{}; pages: the names of those of docs/, each of which is a page too",
                                         fmt::join(page_names(), ", ")));
    if (verb.arguments == "FILE..." && (verb.name == "report" || verb.name == "view"))
        return entry(
            "FILE",
            "input; each of several files is a part of the page, and the programs of one draw are together, too");
    if (verb.arguments == "FILE...")
        return entry("FILE", "input; - is standard input; several files are the programs of one draw");
    const std::vector<ActionRow> actions = actions_of(verb);
    std::string text;
    for (const ActionRow& row : actions)
        text += entry(fmt::format("{}{}{}", row.name, row.words.empty() ? "" : " ", row.words), row.purpose);
    if (!actions.empty()) return "Actions:\n" + text;
    return entry("FILE", "input; - is standard input");
}

} // namespace

std::string help() {
    std::string text = fmt::format("{}\n\nusage: relit VERB [OPTION...] FILE...\n\nVerbs:\n", kPurpose);
    for (const VerbRow& verb : all_verbs()) text += entry(verb.name, verb.purpose);
    text += "\nOptions of all verbs that read files:\n";
    for (const OptionRow& row : all_options())
        if (is_common(row)) text += entry_of(row);
    text += entry(kHelpHead, "after a verb: its options and examples");
    text += entry("-V, --version", "print the version");
    text += "\nEnvironment:\n";
    for (const EnvironmentRow& row : all_environment()) text += entry(row.name, row.purpose);
    text +=
        "\nrelit help VERB and relit VERB --help describe a verb, relit(1) all verbs.\n"
        "relit docs PAGE prints a page of docs/.\n"
        "Exit codes: ";
    for (const ExitRow& row : all_exits())
        text += fmt::format("{}{} {}", row.code == 0 ? "" : ", ", row.code, row.meaning);
    return text + '\n';
}

std::string help_of(const VerbRow& verb) {
    std::string text = fmt::format("relit {}: {}\n\nusage: relit {} [OPTION...] {}\n\n", verb.name, verb.purpose,
                                   verb.name, verb.arguments);
    text += input_of(verb) + "\nOptions:\n";
    for (const OptionRow& row : all_options())
        if (takes(verb, row)) text += entry_of(row);
    text += entry(kHelpHead, "this text") + "\nExamples:\n";
    for (const Example& example : all_examples())
        if (example.verb == verb.function) text += fmt::format("  {:<55} {}\n", example.command, example.purpose);
    return text;
}

} // namespace relit::cli
