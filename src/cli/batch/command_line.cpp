#include "cli/batch/command_line.hpp"

#include "cli/options/tables.hpp"

#include <algorithm>

namespace relit::cli {
namespace {

constexpr std::size_t kVerbAt = 2; // behind the program's name and "batch"

/// The row of an option as it is typed, "--to=glsl" or "-o", at this verb; nullptr if there is none.
const OptionRow* row_of_word(const VerbRow& verb, std::string_view word) {
    const std::string_view name = word.substr(0, word.find('='));
    const auto rows = all_options();
    const auto found = std::ranges::find_if(rows, [&](const OptionRow& row) {
        return takes(verb, row) && (long_name(row) == name || short_name(row) == name);
    });
    return found == rows.end() ? nullptr : &*found;
}

/// Returns how many words an option takes, itself among them.
std::size_t words_of(const OptionRow& row, std::string_view word) {
    return row.argument.empty() || word.find('=') != word.npos ? 1 : 2;
}

} // namespace

bool is_verb_of_units(std::string_view verb) {
    const VerbRow* const batch = verb_named("batch");
    return verb_named(verb) != nullptr && std::ranges::count(actions_of(*batch), verb, &ActionRow::name) != 0;
}

StoreOptions take_options_of_units(std::vector<char*>& words) {
    StoreOptions store;
    if (words.size() <= kVerbAt || words[1] != std::string_view("batch") || !is_verb_of_units(words[kVerbAt]))
        return store;
    const VerbRow& batch = *verb_named("batch");
    const VerbRow& verb = *verb_named(words[kVerbAt]);
    std::vector<char*> left(words.begin(), words.begin() + kVerbAt + 1);
    for (std::size_t i = kVerbAt + 1; i < words.size();) {
        const std::string_view word = words[i];
        const std::size_t rest = words.size() - i;
        std::size_t count = 1;
        bool is_of_verb = false;
        if (word == "--") {
            ++i;
            count = rest - 1;
            is_of_verb = true;
        } else if (word.starts_with('-') && word.size() > 1) {
            const OptionRow* row = row_of_word(batch, word);
            is_of_verb = row == nullptr && (row = row_of_word(verb, word)) != nullptr;
            if (row != nullptr) count = std::min(words_of(*row, word), rest);
        }
        for (std::size_t end = i + count; i < end; ++i)
            is_of_verb ? (void)store.verb_options.emplace_back(words[i]) : left.push_back(words[i]);
    }
    store.is_of_units = true;
    const OptionRow* const choice = row_of_word(verb, "--verify-passes");
    store.verifies_passes = choice == nullptr || std::ranges::count(store.verb_options, "--verify-passes") != 0;
    words = std::move(left);
    return store;
}

} // namespace relit::cli
