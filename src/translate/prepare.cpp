// From a lifted module to one that a language can print.
#include "lang/lower/lower.hpp"
#include "translate/translate.hpp"

namespace relit::translate {

Status optimise(ir::Module& module, const lang::Target& target, const PipelineOptions& pipeline) {
    if (target.literal) return {};
    return pipeline.passes ? pass::run_passes(module, *pipeline.passes, pipeline.watcher, lang::lowerings_for(target))
                           : pass::run_passes(module, pass::kOptimising, pipeline.watcher);
}

Result<ir::Module> prepare(ir::Module module, const lang::Target& target, const PipelineOptions& pipeline) {
    if (pipeline.observe) lang::observe_registers(module);
    if (const Status done = optimise(module, target, pipeline); !done) return std::unexpected(done.error());
    if (const Status done = lang::lower(module, target, pipeline.watcher); !done) return std::unexpected(done.error());
    return module;
}

} // namespace relit::translate
