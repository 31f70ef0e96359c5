#include "verify/verify.hpp"

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

Result<Verified> verify_on(render::vk::Device& device, const isa::Program& program, const ir::Module& module,
                           const CompareOptions& options) {
    if (module.stage == ir::Stage::Compute) return verify_dispatches(program, module, device, options);
    ir::Module alone = module.clone();
    (void)lower_pipeline_io(alone);
    Result<Verified> verified = compare_alone(alone, device, options);
    if (!verified) return verified;
    if (Status some = some_language_translates(verified->results); !some) return std::unexpected(some.error());
    if (Status done = verify_draws(program, module, device, options, *verified); !done)
        return std::unexpected(done.error());
    return verified;
}

} // namespace relit::verify
