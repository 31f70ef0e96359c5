// From a lifted module to one that a language can print.
#include "lang/lower/lower.hpp"
#include "translate/translate.hpp"

namespace relit::translate {

Status optimise(ir::Module& module, const lang::Target& target, const Route& route) {
    if (target.literal) return {};
    return route.passes ? pass::run_passes(module, *route.passes, route.watcher, lang::lowerings_for(target))
                        : pass::run_passes(module, pass::kOptimising, route.watcher);
}

Result<ir::Module> prepare(ir::Module module, const lang::Target& target, const Route& route) {
    if (route.observe) lang::observe_registers(module);
    if (const Status done = optimise(module, target, route); !done) return std::unexpected(done.error());
    if (const Status done = lang::lower(module, target, route.watcher); !done) return std::unexpected(done.error());
    return module;
}

} // namespace relit::translate
