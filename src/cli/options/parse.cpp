// The command line as data: the rows of rows.inc through CLI11. This file alone includes it, since it compiles slowly.
#include "cli/options/help.hpp"
#include "cli/program.hpp"

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/io/messages.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "lang/lower/lower.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Raw strings as typed, before they are checked against the guest's tables.
struct Typed {
    std::vector<std::string> text, context;
    std::string arithmetic, constants, dialect, draws, layout = "whole", color = "auto";
    std::array<std::uint32_t, 3> groups{};
    std::uint32_t scale = 0; // of --upscale
    bool no_color = false;   // of the environment
};

bool decide_color(const std::string& wish, bool no_color) {
    if (wish != "auto") return wish == "always";
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
    ReplayOptions& replay = options.replay;
    SurfaceOptions& surface = options.surface;
    const OptionRow* row = all_options().data();
#define OPTION(stored, name, verbs, argument, values, purpose) add_option(app, verb, *row++, stored);
#include "cli/options/rows.inc"
#undef OPTION
}

/// What tells whether an option was there, beside its value.
void note_given(const CLI::App& app, Options& options, const Typed& typed) {
    const std::vector<const CLI::Option*> all = app.get_options(); // which asks for memory where it may throw
    const auto is_given = [&](std::string_view name) {
        return std::ranges::any_of(
            all, [&](const CLI::Option* option) { return option->count() > 0 && option->get_name() == name; });
    };
    for (const OptionRow& row : all_options())
        if (const std::string name(long_name(row)); is_given(name)) options.given.push_back(name);
    options.names_output = is_given("--output");
    options.has_passes = is_given("--passes");
    options.replay.has_pixel = is_given("--pixel");
    if (is_given("--groups")) options.groups = typed.groups;
}

Status add_pair(std::string_view typed, isa::TextOptions& text) {
    const std::size_t equals = typed.find('=');
    if (equals == std::string_view::npos)
        return fail(FaultKind::Usage, fmt::format("--option {}: expected name=value", typed));
    text.insert_or_assign(std::string(typed.substr(0, equals)), std::string(typed.substr(equals + 1)));
    return {};
}

/// Those that --isa names; none where it says nothing.
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

Status add_context_value(std::string_view typed, std::string_view isa, ir::Context& context) {
    const std::size_t equals = typed.find('=');
    const auto told = [&](const Fault& fault) {
        return fail(FaultKind::Usage, fmt::format("--context {}: {}", typed, fault.text));
    };
    const auto key = guests::find_context_key(typed.substr(0, equals), guests_of(isa));
    if (!key) return told(key.error());
    const std::string_view value = equals == std::string_view::npos ? "" : typed.substr(equals + 1);
    const auto number = guests::parse_context_value(*key->row, value);
    if (!number) return told(number.error());
    context.values[key->name] = *number;
    return {};
}

/// What is said of a verb that is none.
std::optional<std::string> unknown_verb(std::string_view typed) {
    if (typed.starts_with('-') || verb_named(typed) != nullptr) return {};
    std::vector<std::string_view> names;
    for (const VerbRow& verb : all_verbs()) names.push_back(verb.name);
    const std::string_view near = nearest_of(typed, names);
    if (near.empty()) return fmt::format("no verb \"{}\"; relit --help lists them", typed);
    return fmt::format("no verb \"{}\"; the nearest is {}", typed, near);
}

/// What is said of an option that the verb does not take.
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

/// "A..B", or "A" alone. Nothing else says where to stop, and --out goes with it, or with --split.
Status set_draws(std::string_view typed, ReplayOptions& replay) {
    const bool has_folder = !replay.draws_folder.empty();
    if (replay.split != 0 && !has_folder) return fail(FaultKind::Usage, "--split requires --out");
    if (replay.split != 0 && replay.diff) return fail(FaultKind::Usage, "--split excludes --diff");
    if (replay.split == 0 && typed.empty() == has_folder)
        return fail(FaultKind::Usage, "--draws and --out require each other");
    if (typed.empty()) return {};
    if (replay.draw != 0 || replay.diff) return fail(FaultKind::Usage, "--draws excludes --draw and --diff");
    const std::size_t dots = typed.find("..");
    const auto first = parse_integer(typed.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : parse_integer(typed.substr(dots + 2));
    if (!first || !last || *first <= 0 || *last < *first)
        return fail(FaultKind::Usage, fmt::format("--draws: {} is not A..B, two draw numbers from 1", typed));
    replay.first_draw = static_cast<std::uint64_t>(*first);
    replay.draw = static_cast<std::uint64_t>(*last);
    return {};
}

/// Without --upscale nothing says how.
Status set_scale(std::uint32_t typed, ReplayOptions& replay) {
    if (typed == 0) return {};
    if (replay.upscale.empty()) return fail(FaultKind::Usage, "--scale requires --upscale nearest or bilinear");
    replay.scale = typed;
    return {};
}

/// Keys say what a window shows: no other option does.
Status check_window(const ReplayOptions& replay) {
    if (!replay.window) return replay.keys.empty() ? Status() : fail(FaultKind::Usage, "--keys requires --window");
    for (const auto& [is_given, name] :
         {std::pair(replay.diff, "--diff"), std::pair(replay.verify, "--verify"), std::pair(replay.stats, "--stats"),
          std::pair(replay.has_pixel, "--pixel"), std::pair(replay.split != 0, "--split"),
          std::pair(!replay.draws_folder.empty(), "--draws"), std::pair(!replay.all.empty(), "--all"),
          std::pair(!replay.raw.empty(), "--raw"), std::pair(!replay.target.empty(), "--target"),
          std::pair(replay.draw != 0, "--draw"), std::pair(replay.frame != 0, "--frame")})
        if (is_given) return fail(FaultKind::Usage, fmt::format("--window excludes {}", name));
    return {};
}

Status check_replay(const ReplayOptions& replay) {
    if (const Status fit = check_window(replay); !fit) return fit;
    if (replay.verify && replay.diff) return fail(FaultKind::Usage, "--verify excludes --diff");
    if (replay.high_resolution && replay.ssaa == 1)
        return fail(FaultKind::Usage, "--high-resolution requires --ssaa 2, 4, 8 or 16");
    return {};
}

Status finish(Options& options, const Typed& typed) {
    if (const Status fit = check_replay(options.replay); !fit) return fit;
    if (const Status scaled = set_scale(typed.scale, options.replay); !scaled) return scaled;
    if (const Status drawn = set_draws(typed.draws, options.replay); !drawn) return drawn;
    if (const Status known = set_step(options.dump_after); !known) return known;
    options.color = options.verb == "disasm" && decide_color(typed.color, typed.no_color);
    options.progress = ::isatty(STDERR_FILENO) == 1 && !options.json;
    for (std::size_t i = 0; i < options.files.size() && !options.isa.empty(); ++i) {
        const std::string_view isa = isa_of(options.isa, i);
        if (guests::codec_named(isa) == nullptr)
            return fail(FaultKind::Usage, fmt::format("--isa {}: no such guest language", options.isa));
    }
    constexpr std::size_t kStages = 5, kVertexPrograms = 2;
    constexpr std::size_t kWords = 64;                                   // of relit r500
    const bool takes_any = options.each || options.verb == "cache_verb"; // number of files
    const bool takes_words = options.verb == "r500" || options.verb == "bundle_verb";
    const std::size_t most = takes_any                     ? options.files.size()
                             : options.verb == "translate" ? kStages - 1 + kVertexPrograms
                             : takes_words                 ? kWords
                             : options.verb == "diff" || (options.verb == "replay" && options.replay.diff) ? 2
                                                                                                           : 1;
    if (options.verb == "diff" && options.files.size() != 2) return fail(FaultKind::Usage, "diff takes two files");
    if (options.verb != "pm4" && options.verb != "diff" && (options.draw != 0) != !options.stage.empty())
        return fail(FaultKind::Usage, "--draw and --stage go together");
    const std::size_t actions = options.verb == "bundle_verb" ? 1 : 0; // in front of the files
    if ((options.verb == "translate" || actions != 0) && options.draw != 0 && options.files.size() > 1 + actions)
        return fail(FaultKind::Usage, "--draw takes the programs of one command stream");
    const bool has_two_rules = options.replay.rules.find(',') != std::string::npos;
    if (options.verb == "replay" && options.replay.diff && options.files.size() == 1 && !has_two_rules)
        return fail(FaultKind::Usage, "--diff takes two dumps, or one dump and --rules console,plain");
    if (options.files.size() > most)
        return fail(FaultKind::Usage,
                    fmt::format("{} takes {}: {} is too many", options.verb,
                                most == 1 ? "one file" : fmt::format("at most {} files", most), options.files[most]));
    if (!typed.constants.empty()) options.text.insert_or_assign("constants", typed.constants);
    const bool packs_constants = typed.layout == "packed";
    if (packs_constants) options.constants = lang::ConstantLayout::Packed;
    if (packs_constants && (options.literal || options.partial))
        return fail(FaultKind::Usage, "--constants packed: literal text has the guest's numbers");
    if (!typed.dialect.empty()) options.text.insert_or_assign("dialect", typed.dialect);
    for (const std::string& pair : typed.text) {
        if (Status added = add_pair(pair, options.text); !added) return added;
    }
    options.names_arithmetic = !typed.arithmetic.empty();
    if (!typed.arithmetic.empty()) {
        for (const isa::Frontend* guest : guests::frontends()) {
            options.context.values[std::string(guest->name()) + ".arithmetic"] = typed.arithmetic == "exact" ? 1 : 0;
        }
    }
    for (const std::string& key : typed.context) {
        if (Status added = add_context_value(key, options.isa, options.context); !added) return added;
    }
    return {};
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
Exit told(const CLI::App& app, const CLI::ParseError& error) {
    say_error({FaultKind::Usage, mistake_of(app, error), {}, 0, 0}, {});
    return Exit::Usage;
}

Exit print_help(const CLI::App& app) {
    const auto verbs = app.get_subcommands();
    return print(verbs.empty() ? help() : help_of(*verb_named(verbs.front()->get_name())));
}

} // namespace

std::expected<Options, Exit> parse_command_line(int count, char** arguments, bool no_color) {
    CLI::App app{std::string(kPurpose), "relit"};
    app.set_version_flag("--version", fmt::format("relit {}", kVersion));
    app.require_subcommand(1);
    say_as_json(wants_json(std::span(arguments, static_cast<std::size_t>(count))));
    Options options;
    Typed typed{.no_color = no_color};
    for (const VerbRow& verb : all_verbs())
        add_options(*app.add_subcommand(std::string(verb.name)), verb, options, typed);
    if (const auto wrong = count > 1 ? unknown_verb(arguments[1]) : std::nullopt) {
        say_error({FaultKind::Usage, *wrong, {}, 0, 0}, {});
        return std::unexpected(Exit::Usage);
    }
    try {
        app.parse(count, arguments);
    } catch (const CLI::CallForHelp&) {
        return std::unexpected(print_help(app));
    } catch (const CLI::CallForVersion& version) {
        return std::unexpected(print(std::string(version.what()) + "\n"));
    } catch (const CLI::ParseError& e) {
        return std::unexpected(told(app, e));
    }
    const CLI::App& verb = *app.get_subcommands().front();
    options.verb = verb_named(verb.get_name())->function;
    note_given(verb, options, typed);
    if (const Status finished = finish(options, typed); !finished) {
        say_error(finished.error(), {});
        return std::unexpected(Exit::Usage);
    }
    return options;
}

} // namespace relit::cli
