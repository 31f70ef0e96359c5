// From a lifted module to one that a language can print.
#include "lang/constants.hpp"
#include "lang/directed.hpp"
#include "lang/doubles.hpp"
#include "lang/halves.hpp"
#include "lang/kinds.hpp"
#include "lang/narrow_memory.hpp"
#include "lang/narrow_stores.hpp"
#include "lang/wide.hpp"
#include "translate/translate.hpp"

#include <array>

namespace relit::translate {
namespace {

/// After numbers were taken apart.
constexpr std::array kTidying = {pass::combine, pass::dce};
/// The steps that a language requires before it can print a module.
constexpr std::array kLastPasses = {pass::from_ssa, pass::structure, pass::reg2mem};

} // namespace

Status optimise(ir::Module& module, const lang::Target& target, const Route& route) {
    if (target.literal) return {};
    return route.passes ? pass::run_passes(module, *route.passes, route.watcher)
                        : pass::run_passes(module, pass::kOptimising, route.watcher);
}

namespace {

Status pack_constants(ir::Module& module, const lang::Target& target, const Route& route) {
    if (target.constants == lang::ConstantLayout::Whole || target.interface != lang::Interface::Native) return {};
    if (target.literal) return fail(FaultKind::Usage, "packed constants: literal text has the guest's numbers");
    return lang::pack_constants(module) ? pass::run_passes(module, {pass::dce}, route.watcher) : Status{};
}

} // namespace

Status finish(ir::Module& module, const lang::Target& target, const Route& route) {
    if (target.interface == lang::Interface::Native) (void)lang::lower_narrow_stores(module);
    if (lang::lower_narrow_memory(module, target) && !target.literal) {
        if (const Status tidied = pass::run_passes(module, kTidying, route.watcher); !tidied) return tidied;
    }
    // SPIR-V writes doubles beside 64-bit integers only.
    const bool spirv = target.dialect == lang::Dialect::SpirV,
               has_doubles = target.has_float64 && (target.has_int64 || !spirv);
    const lang::Kinds kinds(module);
    const bool doubles = !has_doubles && kinds.has(ir::Kind::F64) && lang::write_doubles_as_integers(module);
    if (doubles && !target.literal) { // what is known of them, before they are taken apart
        if (const Status tidied = pass::run_passes(module, kTidying, route.watcher); !tidied) return tidied;
    }
    const bool directed = lang::write_directed_rounding(module, target);
    if (directed && !target.literal) {
        if (const Status tidied = pass::run_passes(module, kTidying, route.watcher); !tidied) return tidied;
    }
    const bool has_wide = doubles || directed || kinds.has(ir::Kind::I64);
    const bool wide = !target.has_int64 && has_wide && lang::split_wide(module);
    if (wide && !target.literal) {
        if (const Status tidied = pass::run_passes(module, kTidying, route.watcher); !tidied) return tidied;
    }
    const bool narrow = doubles || directed || kinds.has(ir::Kind::F16) || kinds.has(ir::Kind::I16);
    if (narrow && (!target.has_float16 || !target.has_int16)) lang::widen_halves(module);
    if (const Status packed = pack_constants(module, target, route); !packed) return packed;
    const bool joined = !target.literal && pass::join_lanes(module);
    if (const Status tidied = joined ? pass::run_passes(module, {pass::dce}, route.watcher) : Status{}; !tidied)
        return tidied;
    return pass::run_passes(module, kLastPasses, route.watcher);
}

Result<ir::Module> prepare(ir::Module module, const lang::Target& target, const Route& route) {
    if (route.observe) lang::observe_registers(module);
    if (const Status done = optimise(module, target, route); !done) return std::unexpected(done.error());
    if (const Status done = finish(module, target, route); !done) return std::unexpected(done.error());
    return module;
}

} // namespace relit::translate
