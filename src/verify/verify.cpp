#include "verify/verify.hpp"

#include "translate/translate.hpp"
#include "verify/alone.hpp"
#include "verify/dispatches.hpp"
#include "verify/draws.hpp"
#include "verify/rewrite/pipeline_io.hpp"

#include <string>

#include <fmt/format.h>

namespace relit::verify {

Status check_workgroup(const ir::Module& module, const ir::ContextReader& context) {
    if (!module.workgroup_is_open) return {};
    std::string keys;
    for (const ir::Assumption& open : context.assumed())
        if (open.name.find("workgroup") != std::string::npos) keys += (keys.empty() ? "" : ", ") + open.name;
    return fail(FaultKind::Usage, fmt::format("the size of a workgroup is required: --context {}", keys));
}

std::optional<ir::Module> traceable_module(const isa::Program& program, const ir::Module& module,
                                           const ir::Context& context, bool leaves_out_unknown) {
    ir::ContextReader reader(context, {.leaves_out_unknown = leaves_out_unknown, .traceable = true});
    auto traceable = translate::lift(program, reader);
    if (!traceable || !are_of_one_shape(module, *traceable)) return std::nullopt;
    return std::move(*traceable);
}

Result<Verified> verify_on(render::vk::Device& device, const LiftedProgram& program, const CompareOptions& options) {
    if (program.module.stage == ir::Stage::Compute) return verify_dispatches(program, device, options);
    ir::Module alone = program.module.clone();
    (void)lower_pipeline_io(alone);
    std::optional<ir::Module> traceable;
    if (program.traceable != nullptr) {
        traceable = program.traceable->clone();
        (void)lower_pipeline_io(*traceable);
    }
    Result<Verified> verified = compare_alone(alone, traceable ? &*traceable : nullptr, device, options);
    if (!verified) return verified;
    if (Status some = some_language_translates(verified->results); !some) return std::unexpected(some.error());
    if (options.given) {
        verified->not_drawn = "the inputs are given";
        return verified;
    }
    if (Status done = verify_draws(program, device, options, *verified); !done) return std::unexpected(done.error());
    return verified;
}

} // namespace relit::verify
