// Completions of the command line for bash and zsh, printed from its tables.
#include "cli/options/help.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string joined_verbs() {
    std::string names;
    for (const VerbRow& verb : all_verbs()) names += (names.empty() ? "" : " ") + std::string(verb.name);
    return names;
}

/// All spellings of the options of a verb.
std::string options_of(const VerbRow& verb) {
    std::string names;
    for (const OptionRow& row : all_options()) {
        if (!takes(verb, row)) continue;
        if (!short_name(row).empty()) names += std::string(short_name(row)) + ' ';
        names += std::string(long_name(row)) + ' ';
    }
    return names + "-h --help";
}

bool names_folder(const OptionRow& row) { return row.argument == "DIR" || row.argument == "FOLDER"; }
bool names_file(const OptionRow& row) { return row.argument == "FILE" || names_folder(row); }
bool names_key(const OptionRow& row) { return row.argument == "KEY=VALUE"; }

/// The words that may stand first behind a verb: its actions, or the pages.
std::vector<std::string_view> first_words(const VerbRow& verb) {
    if (verb.arguments == "PAGE") return page_names();
    std::vector<std::string_view> names;
    for (const ActionRow& row : actions_of(verb)) names.push_back(row.name);
    return names;
}

/// "a= b=", the context keys as they are begun.
std::string context_words() { return fmt::format("{}=", fmt::join(context_names(), "= ")); }

/// The `case` lines of a verb's options that have an argument: their values, or that it is a file.
std::string bash_values(const VerbRow& verb) {
    std::string lines;
    for (const OptionRow& row : all_options()) {
        if (!takes(verb, row) || row.argument.empty()) continue;
        std::string pattern = fmt::format("{},{}", verb.name, long_name(row));
        if (!short_name(row).empty()) pattern += fmt::format(" | {},{}", verb.name, short_name(row));
        const std::vector<std::string> choices = choices_of(row);
        if (!choices.empty())
            lines += fmt::format("        {}) {}='{}' ;;\n", pattern, is_list(row) ? "list" : "values",
                                 fmt::join(choices, " "));
        else
            lines += names_key(row) ? fmt::format("        {}) values='{}' ;;\n", pattern, context_words())
                                    : fmt::format("        {}) {}=1 ;;\n", pattern, names_file(row) ? "file" : "other");
    }
    return lines;
}

/// In single quotes, for a shell.
std::string shell_quoted(std::string_view text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/// With a backslash before each of some characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string word;
    for (const char c : text)
        word += special.find(c) == std::string_view::npos ? std::string(1, c) : std::string{'\\', c};
    return word;
}

/// How _arguments completes the argument of an option: ":MESSAGE:ACTION".
std::string zsh_action(const OptionRow& row) {
    if (row.argument.empty()) return {};
    const std::string message = escaped(row.argument, ":\\");
    const std::vector<std::string> choices = choices_of(row);
    if (is_list(row))
        return choices.empty() ? fmt::format(":{}: ", message)
                               : fmt::format(":{}:_values -s , {} {}", message,
                                             row.argument.substr(0, row.argument.find(',')), fmt::join(choices, " "));
    if (!choices.empty()) return fmt::format(":{}:({})", message, fmt::join(choices, " "));
    if (row.argument == "FILE") return fmt::format(":{}:_files", message);
    if (names_folder(row)) return fmt::format(":{}:_files -/", message);
    if (names_key(row)) return fmt::format(":{}:({})", message, fmt::join(context_names(), "= "));
    return fmt::format(":{}: ", message);
}

/// The words of _arguments for an option.
std::string zsh_option(const OptionRow& row) {
    const std::string rest = fmt::format("[{}]{}", escaped(row.purpose, "[]\\"), zsh_action(row));
    const std::string_view repeated = row.argument.ends_with("=VALUE") ? "*" : "";
    if (short_name(row).empty()) return shell_quoted(fmt::format("{}{}{}", repeated, long_name(row), rest));
    const std::string both = fmt::format("({} {})", short_name(row), long_name(row));
    return shell_quoted(fmt::format("{}{}{}", both, short_name(row), rest)) + " " +
           shell_quoted(fmt::format("{}{}{}", both, long_name(row), rest));
}

std::string zsh_verb(const VerbRow& verb) {
    std::string text = fmt::format("        {})\n            _arguments", verb.name);
    for (const OptionRow& row : all_options())
        if (takes(verb, row)) text += fmt::format(" \\\n                {}", zsh_option(row));
    const std::vector<std::string_view> words = first_words(verb);
    text += " \\\n                '(- *)'{-h,--help}'[its options, and examples]' \\\n                ";
    if (!words.empty()) text += shell_quoted(fmt::format("1:word:({})", fmt::join(words, " "))) + " ";
    if (verb.arguments != "PAGE") text += shell_quoted("*:file:_files");
    return text + " ;;\n";
}

} // namespace

std::string bash_completion() {
    std::string text = R"(# Completion of relit for bash, printed by relit docs completion-bash.
_relit() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
    local values='' list='' file='' other=''
    COMPREPLY=()
    # --to=glsl is three words
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W ')" +
                       joined_verbs() +
                       R"( help -h --help -V --version' -- "$word"))
        return
    fi
    case $verb,$before in
)";
    for (const VerbRow& verb : all_verbs()) text += bash_values(verb);
    text += R"(    esac
    if [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$word"))
    elif [[ -n $list && $word == *,* ]]; then
        COMPREPLY=($(compgen -P "${word%,*}," -W "$list" -- "${word##*,}"))
    elif [[ -n $list ]]; then
        COMPREPLY=($(compgen -W "$list" -- "$word"))
    fi
    [[ -z $values$list$file$other ]] || return
    case $verb,$word in
)";
    for (const VerbRow& verb : all_verbs())
        text +=
            fmt::format("        {},-*) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n", verb.name, options_of(verb));
    text += "    esac\n    ((COMP_CWORD == 2)) && case $verb,$word in\n";
    for (const VerbRow& verb : all_verbs())
        if (const auto words = first_words(verb); !words.empty())
            text += fmt::format("        {0},-*) ;;\n        {0},*) COMPREPLY=($(compgen -W '{1}' -- \"$word\")) ;;\n",
                                verb.name, fmt::join(words, " "));
    return text + "    esac\n}\ncomplete -o bashdefault -o default -F _relit relit\n";
}

std::string zsh_completion() {
    std::string text = R"(#compdef relit
# Completion of relit for zsh, printed by relit docs completion-zsh.
_relit() {
    local curcontext=$curcontext state line
    typeset -A opt_args
    _arguments -C '(- *)'{-h,--help}'[the verbs]' '(- *)'{-V,--version}'[the version of this program]' '1:verb:->verb' '*::argument:->rest'
    case $state in
    verb)
        local -a verbs=(
)";
    for (const VerbRow& verb : all_verbs())
        text += fmt::format("            {}\n",
                            shell_quoted(fmt::format("{}:{}", verb.name, escaped(verb.purpose, ":\\"))));
    text += "        )\n        _describe verb verbs ;;\n    rest)\n        case $words[1] in\n";
    for (const VerbRow& verb : all_verbs()) text += zsh_verb(verb);
    return text +
           "        esac ;;\n    esac\n}\n"
           "if [[ $funcstack[1] == _relit ]]; then _relit \"$@\"; else compdef _relit relit; fi\n";
}

} // namespace relit::cli
