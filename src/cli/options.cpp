// The command line as data, through CLI11; this file alone includes it, since it compiles slowly.
#include "cli/features.hpp"
#include "cli/program.hpp"

#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "cli/messages.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "pass/pass.hpp"
#include "render/gs/player/renderers.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr const char* kExamples = R"(
Examples:
  relit disasm skin.bin                        show a program as text
  relit disasm skin.bin | relit asm - -o same.bin
  relit explain skin.bin                       every bit of every instruction
  relit disasm frame.gs.xz                     a dump of the GS as text
  relit asm frame.txt --isa gs -o frame.gs.zst and back
  relit translate --to glsl skin.bin           readable GLSL
  relit translate --to spirv -o skin.spv skin.bin
  relit translate --to spirv -o skin skin.vp skin.fp   skin.vert.spv, skin.frag.spv
  relit translate --literal --to glsl skin.bin one statement per register write
  relit run skin.bin --inputs in.json --arithmetic exact
  relit verify skin.bin --samples 1000         interpreter = SPIR-V = GLSL?
  relit replay game.gs.xz -o last.png          draw a dump of the PlayStation 2's GS
  relit replay game.gs.xz --pixel 320,200      all that came to a pixel

Exit codes: 0 done, 1 the answer is no, 2 usage, 3 bad input, 4 not supported, 5 internal, 6 device)";

/// Raw strings as typed, before they are checked against the guest's tables.
struct Typed {
    std::vector<std::string> text, context;
    std::string arithmetic, constants, dialect, layout = "whole", color = "auto";
};

bool decide_color(const std::string& wish) {
    if (wish != "auto") return wish == "always";
    return std::getenv("NO_COLOR") == nullptr && ::isatty(STDOUT_FILENO) == 1;
}

std::string guest_names() {
    std::string names;
    for (const codec::Codec* codec : guests::codecs()) names += (names.empty() ? "" : ", ") + std::string(codec->name);
    return names;
}

void add_common(CLI::App& app, Options& options) {
    app.add_option("file", options.files,
                   "input; - is standard input; translate takes the programs of several stages that are drawn together")
        ->required();
    app.add_option(
        "--isa", options.isa,
        "guest language: " + guest_names() + "; of several files A,B; else what the file shows (docs/recognition.md)");
    app.add_option("-o,--output", options.output, "where to write; - is standard output, were it a terminal")
        ->each([&options](const std::string&) { options.names_output = true; });
    app.add_flag("--json", options.json, "answer as JSON, and messages too (docs/json.md)");
}

/// Of verbs that print or read a guest's text.
void add_text(CLI::App& app, Typed& typed) {
    app.add_option("--constants", typed.constants, "how constants are numbered: raw, gl, d3d");
    app.add_option("--dialect", typed.dialect, "of text: vsh, gl");
    app.add_option("--option", typed.text, "name=value: any other choice of text")->allow_extra_args(false);
}

void add_translation(CLI::App& app, Typed& typed) {
    app.add_option("--arithmetic", typed.arithmetic, "fast or exact")->check(CLI::IsMember({"fast", "exact"}));
    app.add_option("--context", typed.context, "name=value: a context key; relit docs GUEST lists them")
        ->allow_extra_args(false);
}

void add_passes(CLI::App& app, Options& options) {
    app.add_option_function<std::string>(
        "--passes", [&options](const std::string& list) { options.passes = list, options.has_passes = true; },
        "comma-separated passes instead of the usual ones");
    app.add_option("--dump-after", options.dump_after, "print the module after this pass, on standard error");
    app.add_flag("--time", options.time_passes, "print the time of each pass, on standard error");
}

void add_replay(CLI::App& app, Options& options) {
    ReplayOptions& replay = options.replay;
    std::vector<std::string> renderers;
    for (const auto& renderer : render::gs::player::all_renderers()) renderers.emplace_back(renderer.name);
    app.add_option("--renderer", replay.renderer, "what draws: reference, exactly, on the CPU")
        ->check(CLI::IsMember(renderers));
    app.add_option("--rules", replay.rules,
                   "console: as measured, or plain: ideal interpolation, without hardware quirks; A,B with --diff")
        ->check(CLI::IsMember({"console", "plain", "console,plain", "plain,console"}));
    app.add_option("--frame", replay.frame, "stop after this frame, the first being 1")
        ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()));
    app.add_option("--draw", replay.draw, "stop after this draw, the first being 1")
        ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()));
    app.add_option(
        "--max-pixels", replay.max_pixels,
        "stop after N pixels drawn, moved and shown (default 10000000000, about a quarter of an hour; 0: no limit)");
    app.add_option("--all", replay.all, "an image of each frame in this folder");
    app.add_option("--target", replay.target, "instead of the display: fb, z or tex of the last draw")
        ->check(CLI::IsMember({"fb", "z", "tex"}));
    app.add_option("--raw", replay.raw, "write the 4 MiB of local memory");
    app.add_option("--deinterlace", replay.deinterlace, "progressive, weave, bob, blend, adaptive, none")
        ->check(CLI::IsMember({"progressive", "weave", "bob", "blend", "adaptive", "none"}));
    app.add_flag("--overscan", replay.overscan, "include overscan: all that the display circuits show");
    app.add_option("--aspect", replay.aspect, "square pixels for a screen of W:H, as 4:3")
        ->delimiter(':')
        ->check(CLI::Range(1, 100));
    app.add_option("--pixel", replay.pixel, "the history of pixel X,Y of the window: what came to its memory")
        ->delimiter(',')
        ->each([&replay](const std::string&) { replay.has_pixel = true; });
    app.add_flag("--stats", replay.stats, "count what was done");
    app.add_option("--amplify", replay.amplify, "how many times larger --diff's image shows differences")
        ->check(CLI::Range(1, 255));
    app.add_flag("--diff", replay.diff, "of two dumps, or of one by two --rules: the first draw that differs");
}

void add_verb_options(CLI::App& app, const std::string& verb, Options& options, Typed& typed) {
    add_common(app, options);
    if (verb == "disasm")
        app.add_option("--color", typed.color, "auto, always, never")
            ->check(CLI::IsMember({"auto", "always", "never"}));
    if (verb == "disasm" || verb == "assemble" || verb == "explain") add_text(app, typed);
    if (verb == "ir" || verb == "translate" || verb == "run" || verb == "verify") add_translation(app, typed);
    if (verb == "translate" || verb == "run" || verb == "verify")
        app.add_flag("--allow-unknown", options.allow_unknown,
                     "leave out words that do not decode, and say so, instead of refusing the program");
    if (verb == "ir" || verb == "translate") add_passes(app, options);
    if (verb == "run" || verb == "verify")
        app.add_option("--loop-limit", options.loop_limit, "rounds that a loop may make");
    if (verb == "translate")
        app.add_option("--loop-limit", options.loop_counters,
                       "put a counter into every loop, which leaves it after so many rounds");
    if (verb == "translate") {
        app.add_option("--to", options.to, "spirv, glsl or ir")->check(CLI::IsMember({"spirv", "glsl", "ir"}));
        std::vector<std::string> features;
        for (const Feature& feature : kFeatures) features.emplace_back(feature.name);
        app.add_option("--features", options.features,
                       fmt::format("what the target has: {}", fmt::join(features, ", ")))
            ->delimiter(',')
            ->allow_extra_args(false)
            ->type_name("NAMES")
            ->check(CLI::IsMember(features));
        app.add_option(
               "--constants", typed.layout,
               "what uniform blocks hold: whole, each constant where the guest has it, or packed, those that are "
               "used one after the other")
            ->check(CLI::IsMember({"whole", "packed"}));
        app.add_option("--dump", options.dump, "folder for the program, the module, what passes did, and the output")
            ->type_name("FOLDER");
        app.add_flag("--debug", options.debug,
                     "every IR operation beside what it became, and what passes did on standard error");
        app.add_option("--debug-info", options.debug_info,
                       "SPIR-V: lines (default): lines, names and the guest instruction of every instruction; none")
            ->check(CLI::IsMember({"none", "lines"}));
        app.add_flag("--literal", options.literal, "one statement per register write, guest names kept");
        app.add_flag("--partial", options.partial, "literal GLSL: the statements alone, without the shader round them");
        app.add_option("--for", options.glsl_for, "GLSL for: vulkan, opengl")
            ->check(CLI::IsMember({"vulkan", "opengl"}));
        app.add_option("--target-version", options.target_version,
                       "GLSL 330, 430, 450; SPIR-V 13 to 16 for 1.3 to 1.6");
    }
    if (verb == "replay") add_replay(app, options);
    if (verb == "run") {
        app.add_option("--inputs", options.inputs, "JSON: an object of registers and \"textures\", or a list of such")
            ->required();
        app.add_option("--constants-from", options.constants_from,
                       "a dump of the machine's constants (NV2A: register interface, W Z Y X)");
        app.add_option("--on", options.on, "interpreter or vulkan")->check(CLI::IsMember({"interpreter", "vulkan"}));
        app.add_flag("--numbers", options.numbers, "decimals instead of hex digits");
    }
    if (verb == "run" || verb == "verify") app.add_option("--device", options.device, "part of a Vulkan device's name");
    if (verb == "verify") {
        app.add_option("--samples", options.samples, "how many sets of random inputs")->check(CLI::Range(1, 1 << 20));
        app.add_option("--seed", options.seed, "of the random inputs");
        app.add_option_function<std::vector<std::uint32_t>>(
               "--groups",
               [&options](const std::vector<std::uint32_t>& groups) {
                   options.groups = std::array{groups[0], groups[1], groups[2]};
               },
               "workgroups of a compute program along x, y and z: X,Y,Z")
            ->delimiter(',')
            ->expected(3)
            ->check(CLI::Range(1, 65535));
    }
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
    constexpr std::string_view kNames[] = {
#define VERB(name, summary) std::string_view(#name) == "assemble" ? "asm" : #name,
#include "cli/verbs.inc"
#undef VERB
    };
    if (typed.starts_with('-') || std::ranges::find(kNames, typed) != std::end(kNames)) return {};
    const std::string_view near = nearest_of(typed, kNames);
    if (near.empty()) return fmt::format("no verb \"{}\"; relit --help lists them", typed);
    return fmt::format("no verb \"{}\"; the nearest is {}", typed, near);
}

/// The pass after which a module is shown must be one.
Status check_pass(std::string_view name) {
    if (name.empty() || pass::pass_named(name) != nullptr) return {};
    std::vector<std::string_view> names;
    for (const pass::Pass& each : pass::all_passes()) names.push_back(each.name);
    return fail(FaultKind::Usage,
                fmt::format("--dump-after {}: no such pass; there are {}", name, fmt::join(names, ", ")));
}

Status finish(Options& options, const Typed& typed) {
    if (const Status known = check_pass(options.dump_after); !known) return known;
    options.color = options.verb == "disasm" && decide_color(typed.color);
    options.progress = ::isatty(STDERR_FILENO) == 1 && !options.json;
    for (std::size_t i = 0; i < options.files.size() && !options.isa.empty(); ++i) {
        const std::string_view isa = isa_of(options.isa, i);
        if (guests::codec_named(isa) == nullptr)
            return fail(FaultKind::Usage, fmt::format("--isa {}: no such guest language", options.isa));
    }
    constexpr std::size_t kStages = 5, kVertexPrograms = 2;
    const std::size_t most = options.verb == "translate"                       ? kStages - 1 + kVertexPrograms
                             : options.verb == "replay" && options.replay.diff ? 2
                                                                               : 1;
    if (options.files.size() > most)
        return fail(FaultKind::Usage,
                    fmt::format("{} takes {}: {} is one more", options.verb,
                                most == 1 ? "one file" : fmt::format("at most {} files", most), options.files[most]));
    if (!typed.constants.empty()) options.text.insert_or_assign("constants", typed.constants);
    options.packs_constants = typed.layout == "packed";
    if (options.packs_constants && (options.literal || options.partial))
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

/// Help and versions on standard output, mistakes on standard error.
Exit told(const CLI::App& app, const CLI::ParseError& error) {
    std::ostringstream out, err;
    const bool is_mistake = app.exit(error, out, err) != 0;
    if (is_mistake && says_json())
        say_error({FaultKind::Usage, error.what(), {}, 0, 0}, {});
    else
        fmt::print(stderr, "{}", printable(err.str(), "\n\t"));
    const std::string text = out.str();
    const Status written = write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (!written) return report(written.error(), "<stdout>");
    return is_mistake ? Exit::Usage : Exit::Done;
}

} // namespace

std::expected<Options, Exit> parse_command_line(int count, char** arguments) {
    CLI::App app{"Reads vintage GPU programs and command streams and shows what they do.", "relit"};
    app.set_version_flag("--version", "relit 0.1.0");
    app.footer(kExamples);
    app.require_subcommand(1);
    say_as_json(wants_json(std::span(arguments, static_cast<std::size_t>(count))));
    Options options;
    Typed typed;
    const auto add_verb = [&](const std::string& name, const std::string& verb, const char* summary) {
        CLI::App* sub = app.add_subcommand(name, summary);
        sub->footer(kExamples);
        if (verb == "docs") {
            sub->add_option("page", options.files, "ir, or a guest language")->required();
            sub->add_option("-o,--output", options.output, "where to write");
            sub->add_flag("--json", options.json, "answer as JSON");
        } else {
            add_verb_options(*sub, verb, options, typed);
        }
        sub->callback([&options, verb] { options.verb = verb; });
    };
#define VERB(name, summary) add_verb(std::string_view(#name) == "assemble" ? "asm" : #name, #name, summary);
#include "cli/verbs.inc"
#undef VERB
    if (const auto wrong = count > 1 ? unknown_verb(arguments[1]) : std::nullopt) {
        say_error({FaultKind::Usage, *wrong, {}, 0, 0}, {});
        return std::unexpected(Exit::Usage);
    }
    try {
        app.parse(count, arguments);
    } catch (const CLI::ParseError& e) {
        return std::unexpected(told(app, e));
    }
    if (const Status finished = finish(options, typed); !finished) {
        say_error(finished.error(), {});
        return std::unexpected(Exit::Usage);
    }
    return options;
}

} // namespace relit::cli
