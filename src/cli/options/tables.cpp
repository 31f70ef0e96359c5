#include "cli/options/tables.hpp"

#include "cli/options/options.hpp"

#include "guests/guests.hpp"
#include "lang/features.hpp"
#include "lang/lower/lower.hpp"
#include "render/gs/player/renderers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr VerbRow kVerbs[] = {
#define VERB(function, name, files, arguments, purpose) {#function, function, name, files, arguments, purpose},
#include "cli/verbs.inc"
#undef VERB
};

constexpr OptionRow kOptions[] = {
#define OPTION(stored, name, verbs, argument, values, purpose) {name, verbs, argument, values, purpose},
#include "cli/options/rows.inc"
#undef OPTION
};

constexpr OptionRule kRules[] = {
#define REQUIRES(verbs, option, others, text) {OptionRule::Kind::Requires, verbs, option, others, text, {}, {}, {}},
#define EXCLUDES(verbs, option, others) {OptionRule::Kind::Excludes, verbs, option, others, {}, {}, {}, {}},
#define FILES(verbs, option, files, text) {OptionRule::Kind::Files, verbs, option, {}, text, {}, {}, files},
#define VALUES(verbs, option, other, values, fallback) \
    {OptionRule::Kind::Values, verbs, option, other, {}, values, fallback, {}},
#define ACTIONS(verbs, option, actions) {OptionRule::Kind::Actions, verbs, option, {}, {}, actions, {}, {}},
#include "cli/options/rules.inc"
#undef REQUIRES
#undef EXCLUDES
#undef FILES
#undef VALUES
#undef ACTIONS
};

constexpr Example kExamples[] = {
#define EXAMPLE(verb, command, purpose) {#verb, command, purpose},
#include "cli/options/examples.inc"
#undef EXAMPLE
};

constexpr ActionRow kActions[] = {
#define ACTION(run, name, words, least, most, purpose) {"cache", name, words, purpose},
#include "cli/cache/actions.inc"
#undef ACTION
#define ACTION(run, name, words, least, most, purpose) {"batch", name, words, purpose},
#include "cli/batch/actions.inc"
#undef ACTION
#define ACTION(run, name, words, least, most, purpose) {"bundle", name, words, purpose},
#include "cli/bundle/actions.inc"
#undef ACTION
#define ACTION(run, name, words, least, most, purpose) {"r500", name, words, purpose},
#include "cli/r500/actions.inc"
#undef ACTION
};

constexpr EnvironmentRow kEnvironment[] = {
    {"NO_COLOR", "where it is set, text has colours with --color always alone"},
    {"RELIT_CACHE", "the cache of translations, as --cache names it"},
    {"RELIT_VERIFY_PASSES", "where it is set, every call behaves as with --verify-passes"},
    {"SLURM_ARRAY_TASK_ID", "batch work without --shard: the number of the shard"},
    {"JOB_COMPLETION_INDEX", "the same from 0, as Kubernetes counts"},
    {"CI_NODE_INDEX, CI_NODE_TOTAL", "the same: part INDEX, from 1, of TOTAL parts"}};

constexpr ExitRow kExits[] = {{0, "done"},          {1, "the answer is no"}, {2, "usage"}, {3, "bad input"},
                              {4, "not supported"}, {5, "internal"},         {6, "device"}};

constexpr bool contains_word(std::string_view words, std::string_view word) {
    for (std::string_view left = words; !left.empty();) {
        const std::size_t end = std::min(left.find(' '), left.size());
        if (left.substr(0, end) == word) return true;
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return false;
}

constexpr std::size_t count_words(std::string_view words) {
    return static_cast<std::size_t>(std::ranges::count(words, ' ')) + 1;
}

constexpr std::size_t count_verbs(const OptionRow& option) {
    return static_cast<std::size_t>(
        std::ranges::count_if(kVerbs, [&](const VerbRow& verb) { return contains_word(option.verbs, verb.name); }));
}

constexpr bool share_a_verb(const OptionRow& one, const OptionRow& other) {
    return std::ranges::any_of(kVerbs, [&](const VerbRow& verb) {
        return contains_word(one.verbs, verb.name) && contains_word(other.verbs, verb.name);
    });
}

constexpr bool has_one_row_a_verb(const OptionRow& one) {
    return std::ranges::none_of(kOptions, [&](const OptionRow& other) {
        return &one < &other && one.name == other.name && share_a_verb(one, other);
    });
}

static_assert(std::ranges::all_of(kOptions,
                                  [](const OptionRow& row) { return count_words(row.verbs) == count_verbs(row); }),
              "rows.inc: the verbs of an option stand in verbs.inc");
static_assert(std::ranges::all_of(kOptions, has_one_row_a_verb), "rows.inc: at one verb an option has one row");

std::vector<std::string> split(std::string_view text, char between) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(between);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string> guest_names() {
    std::vector<std::string> names;
    for (const codec::Codec* codec : guests::codecs()) names.emplace_back(codec->name);
    return names;
}

/// The names of a table that an argument stands for.
std::vector<std::string> names_of(std::string_view table) {
    std::vector<std::string> names;
    if (table == "GUEST") return guest_names();
    if (table == "FEATURE")
        for (const lang::Feature& feature : lang::kFeatures) names.emplace_back(feature.name);
    if (table == "RENDERER")
        for (const auto& renderer : render::gs::player::all_renderers()) names.emplace_back(renderer.name);
    if (table == "PASS")
        for (const std::string_view name : lang::all_step_names()) names.emplace_back(name);
    return names;
}

} // namespace

std::span<const VerbRow> all_verbs() { return kVerbs; }

std::span<const OptionRow> all_options() { return kOptions; }

std::span<const OptionRule> all_rules() { return kRules; }

std::span<const Example> all_examples() { return kExamples; }

std::span<const EnvironmentRow> all_environment() { return kEnvironment; }

std::vector<ActionRow> actions_of(const VerbRow& verb) {
    std::vector<ActionRow> rows;
    std::ranges::copy_if(kActions, std::back_inserter(rows),
                         [&](const ActionRow& row) { return row.verb == verb.name; });
    return rows;
}

std::vector<std::string_view> context_names() {
    std::vector<std::string_view> names;
    for (const isa::Frontend* const guest : guests::frontends())
        for (const isa::ContextKey& key : guest->context_keys)
            if (key.name.find('#') == std::string_view::npos) names.push_back(key.name);
    return names;
}

std::span<const ExitRow> all_exits() { return kExits; }

const VerbRow* verb_named(std::string_view typed) {
    const auto found = std::ranges::find(kVerbs, typed, &VerbRow::name);
    return found == std::end(kVerbs) ? nullptr : found;
}

bool has_word(std::string_view words, std::string_view word) { return contains_word(words, word); }

bool is_one_of(std::string_view value, std::string_view values) {
    return std::ranges::count(split(values, '|'), value) != 0;
}

bool takes(const VerbRow& verb, const OptionRow& option) { return contains_word(option.verbs, verb.name); }

bool applies(const VerbRow& verb, const OptionRule& rule) { return contains_word(rule.verbs, verb.name); }

bool takes(const Options& options, std::string_view name) {
    return std::ranges::any_of(
        kOptions, [&](const OptionRow& row) { return takes(*options.verb, row) && long_name(row) == name; });
}

std::string_view value_of(const Options& options, std::string_view name) {
    const auto found = options.values.find(name);
    return found == options.values.end() ? std::string_view() : found->second;
}

bool is_given(const Options& options, std::string_view name) {
    return std::ranges::find(options.given, name) != options.given.end();
}

bool is_common(const OptionRow& option) {
    return std::ranges::all_of(
        kVerbs, [&](const VerbRow& verb) { return !verb.arguments.starts_with("FILE") || takes(verb, option); });
}

std::string_view long_name(const OptionRow& option) { return option.name.substr(option.name.find("--")); }

std::string_view short_name(const OptionRow& option) {
    return option.name.starts_with("--") ? std::string_view() : option.name.substr(0, option.name.find(','));
}

bool is_list(const OptionRow& option) { return option.argument.ends_with(",..."); }

std::vector<std::string> choices_of(const OptionRow& option) {
    if (option.argument.find('|') != std::string_view::npos) return split(option.argument, '|');
    return names_of(option.argument.substr(0, option.argument.find(',')));
}

std::string described(const OptionRow& option) {
    std::string text(option.purpose);
    if (option.argument.find('|') == std::string_view::npos) {
        const std::vector<std::string> names = choices_of(option);
        const std::string_view table = option.argument.substr(0, option.argument.find(','));
        if (!names.empty()) text += fmt::format("; {}: {}", table, fmt::join(names, ", "));
    }
    return text;
}

std::string verbs_with(std::string_view name) {
    std::vector<std::string_view> names;
    for (const VerbRow& verb : kVerbs)
        if (std::ranges::any_of(kOptions, [&](const OptionRow& row) {
                return takes(verb, row) && (long_name(row) == name || short_name(row) == name);
            }))
            names.push_back(verb.name);
    if (names.size() < 2) return names.empty() ? "" : std::string(names[0]);
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

} // namespace relit::cli
