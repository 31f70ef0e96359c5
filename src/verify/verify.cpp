#include "verify/verify.hpp"

#include "verify/alone.hpp"
#include "verify/dispatches.hpp"
#include "verify/draws.hpp"
#include "verify/rewrite/pipeline_io.hpp"

namespace relit::verify {

Result<Verified> verify_on(render::vk::Device& device, const isa::Program& program, const ir::Module& module,
                           const CompareOptions& options) {
    if (module.stage == ir::Stage::Compute) return verify_dispatches(program, module, device, options);
    ir::Module alone = module.clone();
    (void)lower_pipeline_io(alone);
    Result<Verified> verified = compare_alone(alone, device, options);
    if (!verified) return verified;
    if (Status some = some_language_translates(verified->verdicts); !some) return std::unexpected(some.error());
    if (Status done = verify_draws(program, module, device, options, *verified); !done)
        return std::unexpected(done.error());
    return verified;
}

} // namespace relit::verify
