// relit run: a program on given inputs, in the interpreter or on a Vulkan device.
#include "run/interpreter.hpp"

#include "cli/device_run.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/registers.hpp"
#include "cli/textures.hpp"
#include "translate/translate.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Pictures = std::vector<ir::Bound>;

Status run_here(const ir::Module& module, std::vector<run::State>& states, Pictures& pictures, const Options& options) {
    run::Host host;
    host.bound = &pictures;
    return run::run(module, states, {.loop_limit = options.loop_limit}, host);
}

Status run_there(const ir::Module& module, std::vector<run::State>& states, Pictures& pictures,
                 const Options& options) {
    if (const Status known = check_borders(module, pictures); !known) return known;
    auto device = render::vk::Device::open({.device = options.device});
    if (!device) return std::unexpected(device.error());
    Progress progress(options);
    progress.tell("the device compiles and runs the program");
    const auto program = build(module, Carrier::SpirV, *device, options.loop_limit);
    if (!program) return std::unexpected(program.error());
    return run_on(module, *device, *program, states, &pictures);
}

/// What registers hold where the inputs do not say: what the file loads, over that a dump of constants.
Result<run::State> base_state(const Program& program, const ir::Module& module, const Options& options) {
    run::State state = default_state(module);
    const auto presets = program.guest->presets(program.bytes, options.context);
    if (!presets) return std::unexpected(presets.error());
    apply(module, *presets, state);
    if (options.constants_from.empty()) return state;
    const auto dump = read_input(options.constants_from);
    if (!dump) return std::unexpected(dump.error());
    const auto dumped = program.guest->presets_of_dump(*dump);
    if (!dumped) return std::unexpected(dumped.error());
    apply(module, *dumped, state);
    return state;
}

std::string one_register_a_line(const nlohmann::ordered_json& registers) {
    std::string text = "{";
    for (const auto& [name, lanes] : registers.items()) {
        text += fmt::format("{}\n  \"{}\": {}", text.size() == 1 ? "" : ",", name, lanes.dump());
    }
    return text + "\n}";
}

} // namespace

Exit run(const Options& options) {
    const std::string& file = options.files[0];
    const Result<Program> program = open_program(options, file);
    if (!program) return report(program.error(), file);
    ir::Context facts = options.context;
    facts.facts.find_or_add(std::string(program->guest->name) + ".all_outputs", 1);
    ir::ContextReader context(facts, {.leaves_out_unknown = options.allow_unknown});
    const auto module = translate::lift(*program->guest, program->bytes, context);
    if (!module) return report(module.error(), file);
    note_doubts(context, file);
    const auto text = read_input(options.inputs);
    if (!text) return report(text.error(), options.inputs);
    auto base = base_state(*program, *module, options);
    if (!base) return report(base.error(), options.constants_from.empty() ? file : options.constants_from);
    bool is_list = false;
    const std::string_view inputs{reinterpret_cast<const char*>(text->data()), text->size()};
    auto states = states_of(*module, *base, inputs, is_list);
    if (!states) return report(states.error(), options.inputs);
    auto pictures = pictures_of(*module, inputs);
    if (!pictures) return report(pictures.error(), options.inputs);
    const auto run_somewhere = options.on == "vulkan" ? run_there : run_here;
    const Status done = run_somewhere(*module, *states, *pictures, options);
    if (!done) return report(done.error(), file);
    std::string json = is_list ? "[\n" : "";
    for (std::size_t i = 0; i < states->size(); ++i) {
        if (i != 0) json += ",\n";
        json += one_register_a_line(to_json(*module, (*states)[i], options.numbers));
    }
    return answer(options, json + (is_list ? "\n]\n" : "\n"));
}

} // namespace relit::cli
