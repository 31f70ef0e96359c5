// relit(1), printed from the tables of the command line as input of troff -man.
#include "cli/options/help.hpp"

#include <cctype>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Text that troff shows as it is: a backslash and a minus are spelled, no line begins as a request.
std::string plain(std::string_view text) {
    std::string roff;
    for (const char c : text) {
        if (c == '\\')
            roff += "\\e";
        else if (c == '-')
            roff += "\\-";
        else
            roff += c;
    }
    return roff.starts_with('.') || roff.starts_with('\'') ? "\\&" + roff : roff;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }

/// As the beginning of a sentence.
std::string capital(std::string_view text) {
    std::string sentence(text);
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

/// Sets names that stand for values in italics; listed words and the signs between them stay.
std::string argument(std::string_view text) {
    const bool is_listed = text.find('|') != std::string_view::npos;
    return is_listed ? plain(text) : "\\fI" + plain(text) + "\\fR";
}

std::string option_entry(const OptionRow& row) {
    std::string head = short_name(row).empty() ? "" : bold(short_name(row)) + ", ";
    head += bold(long_name(row));
    if (!row.argument.empty()) head += ' ' + argument(row.argument);
    return fmt::format(".TP\n{}\n{}\n", head, plain(described(row)));
}

std::string verb_section(const VerbRow& verb) {
    std::string text = fmt::format(".SS \"relit {} [OPTION...] {}\"\n{}.\n", plain(verb.name), plain(verb.arguments),
                                   plain(capital(verb.purpose)));
    for (const ActionRow& row : actions_of(verb))
        text += fmt::format(".TP\n{}{}{}\n{}\n", bold(row.name), row.words.empty() ? "" : " ",
                            row.words.empty() ? "" : argument(row.words), plain(row.purpose));
    for (const OptionRow& row : all_options())
        if (takes(verb, row) && !is_common(row)) text += option_entry(row);
    return text;
}

std::string example_lines(const Example& example) {
    return fmt::format(".TP\n{}\n{}\n", bold(example.command), plain(example.purpose));
}

} // namespace

std::string manual_page() {
    std::string text = fmt::format(R"(.\" Printed by relit docs man.
.TH RELIT 1 "" "relit {}" "User Commands"
.SH NAME
relit \- show what programs and command streams of vintage GPUs do
.SH SYNOPSIS
.B relit
.I VERB
.RI [ OPTION ...]
.IR FILE ...
.SH DESCRIPTION
{}
A
.I FILE
of \- is standard input. What a file is,
.B \-\-isa
says; where it does not, the file shows it.
.SH OPTIONS OF ALL VERBS THAT READ FILES
)",
                                   kVersion, plain(kPurpose));
    for (const OptionRow& row : all_options())
        if (is_common(row)) text += option_entry(row);
    text +=
        ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\noptions and examples of a verb\n"
        ".TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\nprint the version\n.SH VERBS\n";
    for (const VerbRow& verb : all_verbs()) text += verb_section(verb);
    text += fmt::format(".PP\nPages of {}: {}.\n.SH EXAMPLES\n", bold("relit docs"),
                        plain(fmt::format("{}", fmt::join(page_names(), ", "))));
    for (const Example& example : all_examples()) text += example_lines(example);
    text += ".SH EXIT STATUS\n";
    for (const ExitRow& row : all_exits()) text += fmt::format(".TP\n{}\n{}\n", row.code, plain(row.meaning));
    text += ".SH ENVIRONMENT\n";
    for (const EnvironmentRow& row : all_environment())
        text += fmt::format(".TP\n{}\n{}\n", bold(row.name), plain(row.purpose));
    return text + R"(.SH FILES
.TP
.I share/doc/relit/docs
beside the folder of the program: what this page calls docs
)";
}

} // namespace relit::cli
