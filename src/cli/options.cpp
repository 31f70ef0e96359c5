// The command line as data, through CLI11; this file alone includes it, since it compiles slowly.
#include "cli/features.hpp"
#include "cli/program.hpp"

#include "base/text.hpp"
#include "cli/machine.hpp"
#include "translate/guests.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>
#include <cstdlib>

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
  relit translate --literal --to glsl skin.bin one statement a guest write
  relit run skin.bin --inputs in.json --arithmetic exact
  relit verify skin.bin --samples 1000         interpreter = SPIR-V = GLSL?
  relit replay game.gs.xz -o last.png          draw a dump of the PlayStation 2's GS
  relit replay game.gs.xz --pixel 320,200      all that came to a pixel

Exit codes: 0 done, 1 the answer is no, 2 usage, 3 bad input, 4 not supported, 5 internal, 6 device)";

/// Raw strings as typed, before they are checked against the guest's tables.
struct Typed {
    std::vector<std::string> text, context;
    std::string arithmetic, constants, dialect, color = "auto";
};

bool decide_color(const std::string& wish) {
    if (wish != "auto") return wish == "always";
    return std::getenv("NO_COLOR") == nullptr && ::isatty(STDOUT_FILENO) == 1;
}

std::string guest_names() {
    std::string names;
    for (const isa::Guest* guest : translate::all_guests())
        names += (names.empty() ? "" : ", ") + std::string(guest->name);
    for (const Machine& machine : all_machines()) names += ", " + std::string(machine.name);
    return names;
}

void add_common(CLI::App& app, Options& options, Typed& typed) {
    app.add_option("file", options.files,
                   "input; - is standard input; translate takes the programs of several stages that are drawn together")
        ->required();
    app.add_option("--isa", options.isa,
                   "guest language: " + guest_names() + "; guessed where it can be; of several files A,B");
    app.add_option("-o,--output", options.output, "where to write; - is standard output");
    app.add_flag("--json", options.json, "answer as JSON");
    app.add_option("--color", typed.color, "auto, always, never")->check(CLI::IsMember({"auto", "always", "never"}));
    app.add_option("--constants", typed.constants, "how constants are numbered: raw, gl, d3d");
    app.add_option("--dialect", typed.dialect, "of text: vsh, gl");
    app.add_option("--option", typed.text, "name=value: any other choice of text")->allow_extra_args(false);
}

void add_translation(CLI::App& app, Options& options, Typed& typed) {
    app.add_option("--arithmetic", typed.arithmetic, "fast or exact")->check(CLI::IsMember({"fast", "exact"}));
    app.add_option("--context", typed.context, "name=value: a fact beside the code")->allow_extra_args(false);
    app.add_option_function<std::string>(
        "--passes", [&options](const std::string& list) { options.passes = list, options.has_passes = true; },
        "comma-separated passes instead of the usual ones");
    app.add_option("--loop-limit", options.loop_limit, "rounds that a loop may make");
}

void add_replay(CLI::App& app, Options& options) {
    ReplayOptions& replay = options.replay;
    app.add_option(
           "--renderer", replay.renderer,
           "reference, or plain: without what a console was measured to do beyond exact planes; A,B with --diff")
        ->check(CLI::IsMember({"reference", "plain", "reference,plain", "plain,reference"}));
    app.add_option("--frame", replay.frame, "stop after this frame, the first being 1")->check(CLI::PositiveNumber);
    app.add_option("--draw", replay.draw, "stop after this draw, the first being 1")->check(CLI::PositiveNumber);
    app.add_option(
        "--max-pixels", replay.max_pixels,
        "give up where more are drawn, moved and shown: 10000000000 as a rule, a quarter of an hour; 0 never");
    app.add_option("--all", replay.all, "a picture of each frame in this folder");
    app.add_option("--target", replay.target, "instead of the display: fb, z or tex of the last draw")
        ->check(CLI::IsMember({"fb", "z", "tex"}));
    app.add_option("--raw", replay.raw, "write the 4 MiB of local memory");
    app.add_option("--deinterlace", replay.deinterlace, "progressive, weave, bob, blend, adaptive, none")
        ->check(CLI::IsMember({"progressive", "weave", "bob", "blend", "adaptive", "none"}));
    app.add_flag("--overscan", replay.overscan, "show all that the circuits do, not what a television leaves of it");
    app.add_option("--aspect", replay.aspect, "square pixels for a screen of W:H, as 4:3")
        ->delimiter(':')
        ->check(CLI::Range(1, 100));
    app.add_option("--pixel", replay.pixel, "the history of pixel X,Y of the window: what came to its memory")
        ->delimiter(',')
        ->each([&replay](const std::string&) { replay.has_pixel = true; });
    app.add_flag("--stats", replay.stats, "count what was done");
    app.add_option("--amplify", replay.amplify, "how many times larger --diff's picture shows differences")
        ->check(CLI::Range(1, 255));
    app.add_flag("--diff", replay.diff, "of two dumps, or of one and two renderers: the first draw that differs");
}

void add_verb_options(CLI::App& app, const std::string& verb, Options& options, Typed& typed) {
    add_common(app, options, typed);
    if (verb == "ir" || verb == "translate" || verb == "run" || verb == "verify") add_translation(app, options, typed);
    if (verb == "translate" || verb == "run" || verb == "verify")
        app.add_flag("--allow-unknown", options.allow_unknown,
                     "leave out words that do not decode, and say so, instead of refusing the program");
    if (verb == "ir" || verb == "translate") {
        app.add_option("--dump-after", options.dump_after, "print the module after this pass, on standard error");
        app.add_flag("--time", options.time_passes, "print the time of each pass, on standard error");
    }
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
        app.add_option("--dump", options.dump, "folder for the program, the module, what passes did, and the output")
            ->type_name("FOLDER");
        app.add_flag("--debug", options.debug,
                     "every operation in the middle beside what it became, and what passes did on standard error");
        app.add_flag("--literal", options.literal, "one statement a guest write, guest names kept");
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
    }
}

Status add_pair(std::string_view typed, isa::TextOptions& text) {
    const std::size_t equals = typed.find('=');
    if (equals == std::string_view::npos)
        return fail(FaultKind::Usage, fmt::format("--option {}: expected name=value", typed));
    text.insert_or_assign(std::string(typed.substr(0, equals)), std::string(typed.substr(equals + 1)));
    return {};
}

/// "nv2a.arithmetic=fast|exact": the value's place in its list, or the number itself.
std::optional<std::uint64_t> fact_value(std::string_view row, std::string_view value) {
    std::string_view names = row.substr(std::min(row.find('='), row.size() - 1) + 1);
    for (std::uint64_t i = 0; !names.empty(); ++i) {
        const std::size_t end = std::min(names.find('|'), names.size());
        if (names.substr(0, end) == value) return i;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    const auto number = parse_integer(value);
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

/// Whether `name` is the row's, where each '#' stands for a number of up to four digits.
bool fits(std::string_view row, std::string_view name) {
    const std::size_t mark = row.find('#');
    if (mark == std::string_view::npos) return row == name;
    if (!name.starts_with(row.substr(0, mark))) return false;
    name.remove_prefix(mark);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits != 0 && digits <= 4 && fits(row.substr(mark + 1), name.substr(digits));
}

Status add_fact(std::string_view typed, ir::Context& context) {
    const std::size_t equals = typed.find('=');
    const std::string_view name = typed.substr(0, equals);
    for (const isa::Guest* guest : translate::all_guests()) {
        for (const std::string_view row : guest->context_facts) {
            if (!fits(row.substr(0, row.find('=')), name) || equals == std::string_view::npos) continue;
            const auto value = fact_value(row, typed.substr(equals + 1));
            if (!value) return fail(FaultKind::Usage, fmt::format("--context {}: expected {}", typed, row));
            context.facts[name] = *value;
            return {};
        }
    }
    return fail(FaultKind::Usage, fmt::format("--context {}: no guest has such a fact", typed));
}

Status finish(Options& options, const Typed& typed) {
    options.color = decide_color(typed.color);
    options.progress = ::isatty(STDERR_FILENO) == 1;
    for (std::size_t i = 0; i < options.files.size() && !options.isa.empty(); ++i) {
        const std::string_view isa = isa_of(options.isa, i);
        if (translate::guest_named(isa) == nullptr && machine_named(isa) == nullptr)
            return fail(FaultKind::Usage, fmt::format("--isa {}: no such guest language", options.isa));
    }
    constexpr std::size_t kStages = 5, kVertexPrograms = 2;
    const std::size_t most = options.verb == "translate"                       ? kStages - 1 + kVertexPrograms
                             : options.verb == "replay" && options.replay.diff ? 2
                                                                               : 1;
    if (options.files.size() > most)
        return fail(FaultKind::Usage, fmt::format("{}: {} is one file too many", options.verb, options.files[most]));
    if (!typed.constants.empty()) options.text.insert_or_assign("constants", typed.constants);
    if (!typed.dialect.empty()) options.text.insert_or_assign("dialect", typed.dialect);
    for (const std::string& pair : typed.text) {
        if (Status added = add_pair(pair, options.text); !added) return added;
    }
    if (!typed.arithmetic.empty()) {
        for (const isa::Guest* guest : translate::all_guests()) {
            options.context.facts[std::string(guest->name) + ".arithmetic"] = typed.arithmetic == "exact" ? 1 : 0;
        }
    }
    for (const std::string& fact : typed.context) {
        if (Status added = add_fact(fact, options.context); !added) return added;
    }
    return {};
}

} // namespace

std::expected<Options, Exit> parse_command_line(int count, char** arguments) {
    CLI::App app{"Reads vintage GPU programs and command streams and shows what they do.", "relit"};
    app.set_version_flag("--version", "relit 0.1.0");
    app.footer(kExamples);
    app.require_subcommand(1);
    Options options;
    Typed typed;
    const auto add_verb = [&](const std::string& name, const std::string& verb, const char* summary) {
        CLI::App* sub = app.add_subcommand(name, summary);
        sub->footer(kExamples);
        if (verb == "docs") {
            sub->add_option("page", options.files, "ir, or a guest language")->required();
            sub->add_option("-o,--output", options.output, "where to write");
        } else {
            add_verb_options(*sub, verb, options, typed);
        }
        sub->callback([&options, verb] { options.verb = verb; });
    };
#define VERB(name, summary) add_verb(std::string_view(#name) == "assemble" ? "asm" : #name, #name, summary);
#include "cli/verbs.inc"
#undef VERB
    try {
        app.parse(count, arguments);
    } catch (const CLI::ParseError& e) {
        return std::unexpected(app.exit(e) == 0 ? Exit::Done : Exit::Usage);
    }
    if (const Status finished = finish(options, typed); !finished) {
        fmt::print(stderr, "relit: error: {}\n", finished.error().text);
        return std::unexpected(Exit::Usage);
    }
    return options;
}

} // namespace relit::cli
