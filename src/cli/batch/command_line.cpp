#include "cli/batch/command_line.hpp"

#include "cli/options/tables.hpp"

#include <algorithm>

namespace relit::cli {
namespace {

/// Returns true if an action of the verb takes an option; an empty name stands for any.
bool takes_in(const VerbRow& verb, std::string_view action, const OptionRow& row) {
    return takes(verb, row) && std::ranges::none_of(all_rules(), [&](const OptionRule& rule) {
               return rule.kind == OptionRule::Kind::Actions && applies(verb, rule) && rule.option == long_name(row) &&
                      !action.empty() && !has_word(rule.values, action);
           });
}

/// The row of an option as it is typed, "--to=glsl" or "-o", at this verb; nullptr if there is none.
const OptionRow* row_of_word(const VerbRow& verb, std::string_view action, std::string_view word) {
    const std::string_view name = word.substr(0, word.find('='));
    const auto rows = all_options();
    const auto found = std::ranges::find_if(rows, [&](const OptionRow& row) {
        return takes_in(verb, action, row) && (long_name(row) == name || short_name(row) == name);
    });
    return found == rows.end() ? nullptr : &*found;
}

/// Returns how many words an option takes, itself among them.
std::size_t words_of(const OptionRow& row, std::string_view word) {
    return row.argument.empty() || word.find('=') != word.npos ? 1 : 2;
}

/// Which word is a verb that units run; 0: none is.
std::size_t index_of_verb(std::span<char* const> words) {
    constexpr std::size_t kAt = 2; // behind the program's name and "batch"
    if (words.size() <= kAt || words[1] != std::string_view("batch")) return 0;
    const std::size_t at = words[kAt] == std::string_view("plan") ? kAt + 1 : kAt;
    return at < words.size() && is_verb_of_units(words[at]) ? at : 0;
}

} // namespace

bool is_verb_of_units(std::string_view verb) {
    const VerbRow* const batch = verb_named("batch");
    return verb_named(verb) != nullptr && std::ranges::count(actions_of(*batch), verb, &ActionRow::name) != 0;
}

StoreOptions take_options_of_units(std::vector<char*>& words) {
    StoreOptions store;
    const std::size_t at = index_of_verb(words);
    if (at == 0) return store;
    const VerbRow& batch = *verb_named("batch");
    const VerbRow& verb = *verb_named(words[at]);
    const std::string_view action = words[2];
    std::vector<char*> left(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    for (std::size_t i = at + 1; i < words.size();) {
        const std::string_view word = words[i];
        const std::size_t rest = words.size() - i;
        std::size_t count = 1;
        bool is_of_verb = false;
        if (word == "--") {
            ++i;
            count = rest - 1;
            is_of_verb = true;
        } else if (word.starts_with('-') && word.size() > 1) {
            const OptionRow* row = row_of_word(batch, action, word);
            is_of_verb = row == nullptr && (row = row_of_word(verb, {}, word)) != nullptr;
            if (row != nullptr) count = std::min(words_of(*row, word), rest);
        }
        for (std::size_t end = i + count; i < end; ++i)
            is_of_verb ? (void)store.verb_options.emplace_back(words[i]) : left.push_back(words[i]);
    }
    words = std::move(left);
    return store;
}

} // namespace relit::cli
