// The command line as data: the rows of rows.inc through CLI11. This file alone includes it, since it compiles slowly.
#include "cli/options/parse.hpp"

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/batch/command_line.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/program.hpp"
#include "cli/options/help.hpp"
#include "cli/options/tables.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "lang/lower/lower.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Raw strings as typed, before they are checked against the guest's tables.
struct Typed {
    std::vector<std::string> text, context;
    std::string arithmetic, constants, dialect, draws, instructions, pixels, other, layout = "whole", color = "auto";
    std::array<std::uint32_t, 3> groups{};
    std::uint32_t scale = 0; // of --upscale
    bool no_color = false;   // of the environment
};

bool decide_color(const std::string& when, bool no_color) {
    if (when != "auto") return when == "always";
    return !no_color && ::isatty(STDOUT_FILENO) == 1;
}

void restrict_values(CLI::Option& option, const OptionRow& row) {
    const AllowedValues& values = row.values;
    if (values.is_listed) option.check(CLI::IsMember(choices_of(row)));
    if (values.highest != 0) option.check(CLI::Range(values.lowest, values.highest));
}

/// One option, where the verb takes it. What it is stored in says how it is read: a flag, a text, a number, several of them.
template <class T>
void add_option(CLI::App& app, const VerbRow& verb, const OptionRow& row, T& into) {
    if (!takes(verb, row)) return;
    const std::string name(row.name);
    if constexpr (std::is_same_v<T, bool>) {
        app.add_flag(name, into);
    } else {
        CLI::Option& option = *app.add_option(name, into);
        restrict_values(option, row);
        option.allow_extra_args(false);
        const std::size_t delimiter = row.argument.find_first_of(",:");
        if (!std::is_same_v<T, std::string> && delimiter != std::string_view::npos)
            option.delimiter(row.argument[delimiter]);
    }
}

void add_options(CLI::App& app, const VerbRow& verb, Options& options, Typed& typed) {
    app.add_option("file", options.files)->required();
    const OptionRow* row = all_options().data();
#define OPTION(stored, name, verbs, argument, values, purpose) add_option(app, verb, *row++, stored);
#include "cli/options/rows.inc"
#undef OPTION
}

/// Notes which options were typed.
void note_given(const CLI::App& app, Options& options, const Typed& typed) {
    const std::vector<const CLI::Option*> all = app.get_options(); // which asks for memory where it may throw
    const auto was_typed = [&](std::string_view name) {
        return std::ranges::any_of(
            all, [&](const CLI::Option* option) { return option->count() > 0 && option->get_name() == name; });
    };
    for (const OptionRow& row : all_options())
        if (const std::string name(long_name(row)); was_typed(name)) options.given.push_back(name);
    for (const CLI::Option* option : all)
        if (option->count() > 0 && !option->get_lnames().empty())
            options.values.insert_or_assign(option->get_name(), option->results().back());
    options.names_output = was_typed("--output");
    options.translation.has_passes = was_typed("--passes");
    options.replay.has_pixel = was_typed("--pixel");
    if (was_typed("--groups")) options.verify.groups = typed.groups;
}

Status add_pair(std::string_view typed, isa::TextOptions& text) {
    const std::size_t equals = typed.find('=');
    if (equals == std::string_view::npos)
        return fail(FaultKind::Usage, fmt::format("--option {}: expected name=value", typed));
    text.insert_or_assign(std::string(typed.substr(0, equals)), std::string(typed.substr(equals + 1)));
    return {};
}

/// Returns the guests that --isa names; none if it is empty.
std::vector<const isa::Frontend*> guests_of(std::string_view isa) {
    std::vector<const isa::Frontend*> guests;
    for (std::string_view left = isa; !left.empty();) {
        const std::string_view name = left.substr(0, left.find(','));
        left.remove_prefix(std::min(name.size() + 1, left.size()));
        const isa::Frontend* guest = guests::frontend_named(name);
        if (guest != nullptr && std::ranges::find(guests, guest) == guests.end()) guests.push_back(guest);
    }
    return guests;
}

Status add_context_value(std::string_view typed, Options& options) {
    ir::Context& context = options.context;
    const std::size_t equals = typed.find('=');
    const auto as_usage = [&](const Fault& fault) {
        return fail(FaultKind::Usage, fmt::format("--context {}: {}", typed, fault.text));
    };
    const auto key = guests::find_context_key(typed.substr(0, equals), guests_of(options.isa));
    if (!key) return as_usage(key.error());
    const std::string_view value = equals == std::string_view::npos ? "" : typed.substr(equals + 1);
    const auto number = guests::parse_context_value(*key->row, value);
    if (!number) return as_usage(number.error());
    context.values[key->name] = *number;
    options.context_keys.push_back(key->name);
    return {};
}

constexpr std::string_view kHelpVerb = "help";

/// Returns the message for a word that is no verb.
std::optional<std::string> unknown_verb(std::string_view typed) {
    if (typed.starts_with('-') || verb_named(typed) != nullptr || typed == kHelpVerb) return {};
    std::vector<std::string_view> names;
    for (const VerbRow& verb : all_verbs()) names.push_back(verb.name);
    const std::string_view near = nearest_of(typed, names);
    if (near.empty()) return fmt::format("no verb \"{}\"; relit --help lists them", typed);
    return fmt::format("no verb \"{}\"; the nearest is {}", typed, near);
}

/// Returns the message for an option that the verb does not take.
std::string unknown_option(const VerbRow& verb, std::string_view typed) {
    const std::string_view name = typed.substr(0, typed.find('='));
    const std::string others = verbs_with(name);
    if (!others.empty()) return fmt::format("{} takes no {}; it is an option of {}", verb.name, name, others);
    std::vector<std::string_view> names;
    for (const OptionRow& row : all_options())
        if (takes(verb, row)) names.push_back(long_name(row));
    const std::string_view near = nearest_of(name, names);
    if (near.empty())
        return fmt::format("{} takes no {}; relit {} --help lists what it takes", verb.name, name, verb.name);
    return fmt::format("{} takes no {}; the nearest is {}", verb.name, name, near);
}

/// The same of the first such option of a command line that was read, as far as it went.
std::optional<std::string> unknown_option(const CLI::App& app) {
    for (const CLI::App* verb : app.get_subcommands())
        for (const std::string& word : verb->remaining())
            if (word.starts_with('-')) return unknown_option(*verb_named(verb->get_name()), word);
    return {};
}

/// The step after which a module is shown must be one; its name is written out.
Status set_step(std::string& name) {
    if (const pass::Pass* pass = pass::pass_named(name); pass != nullptr) name = pass->name;
    const std::vector<std::string_view> names = lang::all_step_names();
    if (name.empty() || std::ranges::find(names, name) != names.end()) return {};
    return fail(FaultKind::Usage,
                fmt::format("--dump-after {}: no such pass; there are {}", name, fmt::join(names, ", ")));
}

/// Two numbers, "A..B", or "A" alone; nothing where they are none or B is below A.
std::optional<std::pair<std::uint64_t, std::uint64_t>> range_of(std::string_view typed) {
    const std::size_t dots = typed.find("..");
    const auto first = parse_integer(typed.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : parse_integer(typed.substr(dots + 2));
    if (!first || !last || *first < 0 || *last < *first) return std::nullopt;
    return std::pair(static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last));
}

Status set_draws(std::string_view typed, ReplayOptions& replay) {
    if (typed.empty()) return {};
    const auto draws = range_of(typed);
    if (!draws || draws->first == 0)
        return fail(FaultKind::Usage, fmt::format("--draws: {} is not A..B, two draw numbers from 1", typed));
    std::tie(replay.first_draw, replay.draw) = *draws;
    return {};
}

/// Of a report, the pixels are those of a replay that it makes; "none": it follows none.
Status set_pixels(std::string_view typed, Options& options) {
    if (typed.empty()) return {};
    const bool is_replay = options.verb->name == "replay";
    if (!is_replay && typed == "none") return {};
    const auto area = pixel_area_of(typed);
    if (!area) return std::unexpected(area.error());
    if (is_replay) options.replay.pixels = *area;
    return {};
}

Status set_instructions(std::string_view typed, TraceOptions& trace) {
    if (typed.empty()) return {};
    const auto instructions = range_of(typed);
    if (!instructions)
        return fail(FaultKind::Usage,
                    fmt::format("--instructions: {} is not A..B, two numbers of instructions from 0", typed));
    std::tie(trace.first, trace.last) = *instructions;
    return {};
}

/// The value of another option says whether this one has an effect; where only the files say it, the verb looks again.
Status check_value(const Options& options, const OptionRule& rule) {
    const bool is_typed = is_given(options, rule.others);
    const std::string_view value = is_typed ? value_of(options, rule.others) : rule.fallback;
    if (value.empty() || is_one_of(value, rule.values)) return {};
    std::string needed;
    for (const char c : rule.values) needed += c == '|' ? std::string(" or ") : std::string(1, c);
    return fail(FaultKind::Usage, is_typed ? fmt::format("{} has no effect with {} {}; it requires {} {}", rule.option,
                                                         rule.others, value, rule.others, needed)
                                           : fmt::format("{} requires {} {}", rule.option, rule.others, needed));
}

Status check_action(const Options& options, const OptionRule& rule) {
    if (options.files.empty() || has_word(rule.values, options.files[0])) return {};
    const std::string_view verb = options.verb->name;
    std::string takers;
    for (const char c : rule.values) takers += c == ' ' ? fmt::format(", {} ", verb) : std::string(1, c);
    return fail(FaultKind::Usage, fmt::format("{} {} takes no {}; it is an option of {} {}", verb, options.files[0],
                                              rule.option, verb, takers));
}

/// Holds the command line to a row of rules.inc.
Status check_rule(const Options& options, const OptionRule& rule) {
    if (!applies(*options.verb, rule) || !is_given(options, rule.option)) return {};
    if (rule.kind == OptionRule::Kind::Values) return check_value(options, rule);
    if (rule.kind == OptionRule::Kind::Actions) return check_action(options, rule);
    const auto other =
        std::ranges::find_if(options.given, [&](const std::string& name) { return has_word(rule.others, name); });
    const bool has_other = other != options.given.end();
    // The environment may name a cache too, and the option none.
    const bool has_needed = rule.others == "--cache" ? options.cache.is_on() : has_other;
    if (rule.kind == OptionRule::Kind::Requires && !has_needed)
        return fail(FaultKind::Usage, fmt::format("{} requires {}", rule.option, rule.text));
    if (rule.kind == OptionRule::Kind::Excludes && has_other)
        return fail(FaultKind::Usage, fmt::format("{} excludes {}", rule.option, *other));
    return {};
}

std::string text_of(const FileCount& count) {
    if (count.most == 1) return "one file";
    if (count.least == 2 && count.most == 2) return "two files";
    return fmt::format("at most {} files", count.most);
}

/// The verb takes so many files, or as many as a rule says of an option that was given.
Status check_files(const Options& options) {
    FileCount count = options.verb->files;
    std::string_view text;
    for (const OptionRule& rule : all_rules()) {
        const bool counts = rule.kind == OptionRule::Kind::Files && applies(*options.verb, rule);
        if (counts && is_given(options, rule.option)) count = rule.files, text = rule.text;
    }
    const std::size_t words = options.files.size();
    const std::string_view name = options.verb->name;
    if (words < count.least) return fail(FaultKind::Usage, fmt::format("{} takes {}", name, text_of(count)));
    if (words <= count.actions || words - count.actions <= count.most) return {};
    if (!text.empty()) return fail(FaultKind::Usage, std::string(text));
    return fail(FaultKind::Usage, fmt::format("{} takes {}: {} is too many", name, text_of(count),
                                              options.files[count.actions + count.most]));
}

/// Checks that --isa names guests, and not more of them than there are files; one if any number of files is read, each alone.
Status check_isa(const Options& options) {
    if (!is_given(options, "--isa")) return {};
    std::size_t count = 0;
    for (std::string_view left = options.isa;; ++count) {
        const std::string_view name = left.substr(0, left.find(','));
        if (guests::codec_named(name) == nullptr)
            return fail(FaultKind::Usage, fmt::format("--isa {}: {}", name, guests::unknown_guest(name)));
        if (name.size() == left.size()) break;
        left.remove_prefix(name.size() + 1);
    }
    const std::size_t files = options.files.size() - std::min(options.files.size(), options.verb->files.actions);
    const bool is_batch = options.batch.each || options.verb->files.most == kAnyNumber;
    const std::size_t most = is_batch ? 1 : std::max<std::size_t>(files, 1);
    if (count < most) return {};
    return fail(FaultKind::Usage, fmt::format("--isa {}: {} guest languages are named, and {}", options.isa, count + 1,
                                              is_batch     ? std::string("each file is read alone")
                                              : files == 1 ? std::string("there is one file")
                                                           : fmt::format("there are {} files", files)));
}

/// Returns true if an option shows the passes, so that a translation cannot come from a cache.
bool watches_passes(const Options& options) {
    return options.inspection.debug || options.inspection.time_passes || !options.inspection.dump_after.empty() ||
           !options.inspection.dump.empty();
}

/// Checks what depends on the values of options, not only on which are given.
Status check_values(const Options& options, const Typed& typed) {
    if (options.replay.high_resolution && options.replay.ssaa == 1)
        return fail(FaultKind::Usage, "--high-resolution requires --ssaa 2, 4, 8 or 16");
    const bool has_two_rules = options.replay.rules.find(',') != std::string::npos;
    const bool is_report = takes(options, "--other");
    if (options.replay.diff && is_report && options.files.size() == 1 && typed.other.empty())
        return fail(FaultKind::Usage, "--diff takes two files, or one file and --other");
    if (options.replay.diff && !is_report && options.files.size() == 1 && !has_two_rules)
        return fail(FaultKind::Usage, "--diff takes two dumps or captures, or one dump and --rules console,plain");
    if (has_two_rules && !options.replay.diff)
        return fail(FaultKind::Usage, fmt::format("--rules {} requires --diff", options.replay.rules));
    if (is_given(options, "--cache") && options.cache.is_on() && watches_passes(options))
        return fail(FaultKind::Usage, "--cache excludes --debug, --time, --dump and --dump-after: the passes must run");
    if (const Status fit = check_isa(options); !fit) return fit;
    if (typed.layout == "packed" && (options.translation.literal || options.translation.partial))
        return fail(FaultKind::Usage, "--constants packed: literal text has the guest's numbers");
    return {};
}

/// Sets what is typed as text of its own.
Status set_text(Options& options, const Typed& typed) {
    if (!typed.constants.empty()) options.text.insert_or_assign("constants", typed.constants);
    if (!typed.dialect.empty()) options.text.insert_or_assign("dialect", typed.dialect);
    for (const std::string& pair : typed.text)
        if (Status added = add_pair(pair, options.text); !added) return added;
    options.translation.names_arithmetic = !typed.arithmetic.empty();
    if (!typed.arithmetic.empty())
        for (const isa::Frontend* guest : guests::frontends())
            options.context.values[std::string(guest->name()) + ".arithmetic"] = typed.arithmetic == "exact" ? 1 : 0;
    for (const std::string& key : typed.context)
        if (Status added = add_context_value(key, options); !added) return added;
    return {};
}

Status finish(Options& options, const Typed& typed) {
    for (const OptionRule& rule : all_rules())
        if (const Status fit = check_rule(options, rule); !fit) return fit;
    if (const Status fit = check_values(options, typed); !fit) return fit;
    if (const Status fit = check_files(options); !fit) return fit;
    if (const Status drawn = set_draws(typed.draws, options.replay); !drawn) return drawn;
    if (const Status chosen = set_pixels(typed.pixels, options); !chosen) return chosen;
    if (const Status traced = set_instructions(typed.instructions, options.run.trace); !traced) return traced;
    if (const Status known = set_step(options.inspection.dump_after); !known) return known;
    if (!options.folder.empty()) options.output = options.folder, options.names_output = true;
    if (typed.scale != 0) options.replay.scale = typed.scale;
    if (typed.layout == "packed") options.translation.constants = lang::ConstantLayout::Packed;
    options.color = takes(options, "--color") && decide_color(typed.color, typed.no_color);
    options.progress = ::isatty(STDERR_FILENO) == 1 && !options.json;
    // Verbs that do not offer the choice always check.
    options.inspection.verify_passes |= !takes(options, "--verify-passes");
    return set_text(options, typed);
}

/// Looked for before the command line is read: its mistakes are messages too.
bool wants_json(std::span<char* const> arguments) {
    const auto end =
        std::ranges::find(arguments, std::string_view("--"), [](const char* one) { return std::string_view(one); });
    return std::ranges::any_of(arguments.begin(), end,
                               [](const char* one) { return one == std::string_view("--json"); });
}

/// Help and versions on standard output.
Exit print(const std::string& text) {
    const Status written = write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return written ? Exit::Done : report(written.error(), "<stdout>");
}

std::string mistake_of(const CLI::App& app, const CLI::ParseError& error) {
    if (auto unknown = unknown_option(app)) return std::move(*unknown);
    if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return error.what();
    const auto verbs = app.get_subcommands();
    if (verbs.empty()) return "a verb is required; relit --help lists them";
    const VerbRow& verb = *verb_named(verbs.front()->get_name());
    return fmt::format("{0} takes {1}; relit {0} --help describes it", verb.name, verb.arguments);
}

/// Mistakes on standard error.
Exit report_mistake(const CLI::App& app, const CLI::ParseError& error) {
    report_error({FaultKind::Usage, mistake_of(app, error), {}, 0, 0}, {});
    return Exit::Usage;
}

Exit print_help(const CLI::App& app) {
    const auto verbs = app.get_subcommands();
    return print(verbs.empty() ? help() : help_of(*verb_named(verbs.front()->get_name())));
}

/// relit help [VERB]
Exit print_help(std::span<char* const> words) {
    const auto wrong = words.empty()       ? std::nullopt
                       : words.size() == 1 ? unknown_verb(words[0])
                                           : std::optional<std::string>("help takes one verb");
    if (wrong) return report_error({FaultKind::Usage, *wrong, {}, 0, 0}, {}), Exit::Usage;
    const VerbRow* const verb = words.empty() ? nullptr : verb_named(words[0]);
    return print(verb == nullptr ? help() : help_of(*verb));
}

} // namespace

std::expected<Options, Exit> parse_command_line(int count, char** arguments, bool no_color, const char* cache) {
    CLI::App app{std::string(kPurpose), "relit"};
    app.set_version_flag("-V,--version", fmt::format("relit {}", kVersion));
    app.require_subcommand(1);
    std::vector<char*> words(arguments, arguments + count);
    Options options;
    options.store = take_options_of_units(words);
    set_json_messages(wants_json(words));
    Typed typed{.no_color = no_color};
    for (const VerbRow& verb : all_verbs())
        add_options(*app.add_subcommand(std::string(verb.name)), verb, options, typed);
    if (const auto wrong = count > 1 ? unknown_verb(arguments[1]) : std::nullopt) {
        report_error({FaultKind::Usage, *wrong, {}, 0, 0}, {});
        return std::unexpected(Exit::Usage);
    }
    if (count > 1 && arguments[1] == kHelpVerb)
        return std::unexpected(print_help(std::span(arguments + 2, static_cast<std::size_t>(count) - 2)));
    try {
        app.parse(static_cast<int>(words.size()), words.data());
    } catch (const CLI::CallForHelp&) {
        return std::unexpected(print_help(app));
    } catch (const CLI::CallForVersion& version) {
        return std::unexpected(print(std::string(version.what()) + "\n"));
    } catch (const CLI::ParseError& e) {
        return std::unexpected(report_mistake(app, e));
    }
    const CLI::App& verb = *app.get_subcommands().front();
    options.verb = verb_named(verb.get_name());
    if (options.cache.folder.empty() && cache != nullptr) options.cache.folder = cache;
    note_given(verb, options, typed);
    if (const Status finished = finish(options, typed); !finished) {
        report_error(finished.error(), {});
        return std::unexpected(Exit::Usage);
    }
    return options;
}

} // namespace relit::cli
