// relit bundle make: a bundle of programs and of what options say of them.
#include "cli/bundle/bundle.hpp"
#include "cli/bundle/input.hpp"
#include "cli/bundle/run_files.hpp"
#include "cli/bundle/target.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "ir/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Returns true if a key belongs to a guest that the bundle has.
bool is_of(std::string_view key, const bundle::Bundle& bundle) {
    return std::ranges::any_of(bundle.programs, [&](const bundle::Program& program) {
        return key.size() > program.guest.size() && key.starts_with(program.guest) && key[program.guest.size()] == '.';
    });
}

/// Adds the context values of the guests that the bundle has.
void add_context(const Options& options, bundle::Bundle& bundle) {
    for (const auto& [key, value] : options.context.values)
        if (is_of(key, bundle)) bundle.context[key] = value;
}

/// The name of a file without its folders, and without what a bundle's text has no room for.
std::string last_name(const std::string& file) {
    if (file == "-") return {};
    const std::string shown = shown_name(file);
    return shown.substr(shown.rfind('/') + 1).substr(0, 255);
}

bundle::Program bundled_program(const isa::Frontend& frontend, ir::Stage stage, const std::string& file,
                                const bundle::FileBytes& bytes) {
    return {.guest = std::string(frontend.name()),
            .stage = std::string(ir::name_in(ir::kStageNames, stage)),
            .name = last_name(file),
            .bytes = bytes};
}

/// Returns the file that --inputs, --constants-from or --expected names; nothing if it is not given.
Result<std::optional<bundle::FileBytes>> file_of(const Options& options, const std::string& name) {
    if (name.empty()) return std::nullopt;
    auto bytes = read_input(options, name);
    if (!bytes) return std::unexpected(bytes.error());
    return std::move(*bytes);
}

/// Reads one of these files into `into`; false, and a report, where it cannot be read.
bool take(const Options& options, const std::string& name, std::optional<bundle::FileBytes>& into, Exit& exit) {
    auto bytes = file_of(options, name);
    if (bytes)
        into = std::move(*bytes);
    else
        exit = report(bytes.error(), name);
    return bytes.has_value();
}

} // namespace

bool names_bundle(std::string_view file) { return file.ends_with(".relit"); }

bundle::Bundle bundle_of(const Options& options, std::span<const StageFiles> stages) {
    bundle::Bundle bundle;
    for (const StageFiles& stage : stages)
        for (std::size_t i = 0; i < stage.files.size(); ++i)
            bundle.programs.push_back(
                bundled_program(stage.program->frontend, stage.stage, stage.files[i], stage.bytes[i]));
    add_context(options, bundle);
    return bundle;
}

bundle::Bundle bundle_of(const Options& options, const Program& program, ir::Stage stage) {
    bundle::Bundle bundle;
    bundle.programs.push_back(bundled_program(program.frontend(), stage, options.files[0], program.bytes));
    add_context(options, bundle);
    return bundle;
}

Status write_bundle(const std::string& name, const bundle::Bundle& bundle) {
    const auto bytes = bundle::write(bundle);
    if (!bytes) return std::unexpected(bytes.error());
    if (const auto again = bundle::read(*bytes); !again)
        return fail(FaultKind::Internal, fmt::format("the bundle cannot be read: {}", again.error().text));
    return write_output(name, *bytes);
}

Exit make_bundle(const Options& options, std::span<const std::string> words) {
    if (const Status fit = fit_for_terminal(options); !fit) return report(fit.error(), "bundle make");
    if (options.output == "-" && options.json)
        return report({FaultKind::Usage, "--json: name the bundle with -o FILE", {}, 0, 0}, "bundle make");
    Options asked = options;
    asked.files.assign(words.begin(), words.end());
    const auto stages = open_stages(asked);
    if (!stages) return stages.error();
    bundle::Bundle bundle = bundle_of(asked, *stages);
    bundle.targets.push_back(target_in(options));
    bundle.notes = options.bundle.notes;
    std::optional<bundle::FileBytes> expected;
    Exit exit{};
    if (!take(options, options.run.inputs, bundle.inputs, exit)) return exit;
    if (!take(options, options.run.constants_from, bundle.constants, exit)) return exit;
    if (!take(options, options.bundle.expected, expected, exit)) return exit;
    if (bundle.inputs) {
        Status good = check_inputs(*bundle.inputs);
        if (good) good = check_names(options, *stages, *bundle.inputs);
        if (!good) return report(good.error(), options.run.inputs);
    }
    if (bundle.constants)
        if (const Status good = check_constants(*stages, *bundle.constants); !good)
            return report(good.error(), options.run.constants_from);
    if (expected)
        if (const Status good = check_results(*expected); !good) return report(good.error(), options.bundle.expected);
    if (expected) bundle.results.push_back({.of = "expected", .bytes = std::move(*expected)});
    if (const Status written = write_bundle(options.output, bundle); !written)
        return report(written.error(), options.output);
    if (!options.json) return Exit::Done;
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("file", options.output);
    json.member("programs", bundle.programs.size());
    json.end();
    return answer_json(json.take());
}

} // namespace relit::cli
