// relit run: a program on given inputs, in the interpreter or on a Vulkan device.
#include "run/dispatch.hpp"
#include "run/interpreter.hpp"

#include "cli/io/program.hpp"
#include "cli/io/progress.hpp"
#include "cli/run/dispatch.hpp"
#include "cli/run/given.hpp"
#include "cli/run/query.hpp"
#include "cli/run/sets.hpp"
#include "cli/run/table.hpp"
#include "cli/verbs.hpp"
#include "ir/names.hpp"
#include "translate/translate.hpp"
#include "verify/device_run.hpp"
#include "verify/rewrite/invocation_records.hpp"
#include "verify/rewrite/pipeline_io.hpp"
#include "verify/textures.hpp"
#include "verify/verify.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Textures = std::vector<ir::Bound>;

constexpr std::size_t kQuad = 4; // invocations, which are also the interpreter's subgroup

Status interpret_sets(const ir::Module& module, std::vector<run::State>& states, Textures& textures,
                      const Options& options, run::Tracer* tracer) {
    run::Host host;
    host.bound = &textures;
    host.tracer = tracer;
    return run::run(module, states, {.loop_limit = options.device.loop_limit}, host);
}

Status draw_sets(const ir::Module& module, std::vector<run::State>& states, Textures& textures, const Options& options,
                 run::Tracer* /*none: rules.inc*/) {
    if (const Status known = verify::check_border_colours(module, textures); !known) return known;
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return std::unexpected(device.error());
    Progress progress(options);
    progress.tell("the device compiles and runs the program");
    const auto program = verify::build(module, verify::BackEnd::SpirV, *device, options.device.loop_limit);
    if (!program) return std::unexpected(program.error());
    return verify::run_on(module, *device, *program, states, &textures);
}

/// run takes a program with its inputs, or a table with what goes with it.
Status check_options(const Options& options) {
    if (options.run.table.name.empty() && options.run.inputs.empty() && options.run.grid.size == 0)
        return fail(FaultKind::Usage, "run requires --inputs or --grid, or --table of an AtomBIOS image");
    if (is_given(options, "--why") && options.run.trace.why.empty())
        return fail(FaultKind::Usage, "--why: the value is empty");
    return {};
}

} // namespace

namespace {

Exit run_compute(const Program& program, const ir::Module& module, const Options& options) {
    if (options.run.on != "vulkan") return run_dispatches({program, module, options});
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return report(device.error(), options.files[0]);
    return run_dispatches({program, module, options, &*device});
}

} // namespace

Exit run(const Options& options) {
    if (const Status fits = check_options(options); !fits) return report(fits.error(), {});
    if (!options.run.table.name.empty()) return run_table(options);
    const std::string& file = options.files[0];
    const Result<Program> program = open_program(options, file);
    if (!program) return report(program.error(), file);
    ir::Context given = options.context;
    given.values.find_or_add(std::string(program->frontend().name()) + ".all_outputs", 1);
    ir::ContextReader context(
        given, {.leaves_out_unknown = options.translation.allow_unknown, .traceable = options.run.shows_steps()});
    auto module = translate::lift(*program->parsed, context);
    if (!module) return report(module.error(), file);
    if (const Status sized = verify::check_workgroup(*module, context); !sized) return report(sized.error(), file);
    note_approximations(context, file);
    if (module->stage == ir::Stage::Compute && is_given(options, "--constants-from"))
        return report(
            {FaultKind::Usage, "--constants-from: the constants of a compute program are in --inputs", {}, 0, 0}, file);
    if (module->stage != ir::Stage::Compute) {
        (void)verify::lower_pipeline_io(*module);
        if (module->stage == ir::Stage::Fragment) verify::annotate_end(*module);
    }
    if (options.run.grid.size != 0 && module->stage != ir::Stage::Fragment)
        return report({FaultKind::Usage,
                       fmt::format("--grid is for fragment programs; this is a {} program",
                                   ir::name_in(ir::kStageNames, module->stage)),
                       {},
                       0,
                       0},
                      file);
    if (options.run.asks())
        if (const auto query = query_of(options, *module); !query) return report(query.error(), {});
    if (module->stage == ir::Stage::Compute) return run_compute(*program, *module, options);
    const auto base = base_state(*program, *module, options);
    if (!base) return report(base.error(), options.run.constants_from.empty() ? file : options.run.constants_from);
    const auto run_somewhere = options.run.on == "vulkan" ? draw_sets : interpret_sets;
    std::size_t batch = options.run.on == "vulkan" ? 0 : batch_of(*module);
    const bool is_alone = module->stage == ir::Stage::Vertex || module->stage == ir::Stage::Fragment;
    if (options.run.shows_steps() && batch != 0 && is_alone) batch = run::looks_across(*module) ? kQuad : 1;
    return run_sets(options, *program, *module, *base, batch,
                    [&](std::vector<run::State>& states, Textures& textures, run::Tracer* tracer) {
                        return run_somewhere(*module, states, textures, options, tracer);
                    });
}

} // namespace relit::cli
