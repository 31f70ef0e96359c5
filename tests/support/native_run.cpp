#include "tests/support/native_run.hpp"

#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "render/vk/dispatch.hpp"
#include "run/interpreter.hpp"

namespace relit::test {

BothRuns run_both(render::vk::Device& device, ir::Module& module, const std::vector<ir::Bound>& bound,
                  std::uint32_t groups, std::string& error, BackEnd back_end) {
    BothRuns runs{bound, bound};
    const auto stop = [&](std::string why) {
        error = std::move(why);
        return runs;
    };
    if (const Status done = ir::verify(module); !done) return stop(done.error().text);
    std::vector<run::State> states(std::size_t{groups} * module.workgroup[0] * module.workgroup[1] *
                                   module.workgroup[2]);
    for (run::State& state : states) state = run::blank_state(module);
    const run::Host host{.bound = &runs.interpreter};
    const run::Limits limits{.subgroup = device.info().subgroup_size};
    if (const Status done = run::run(module, states, limits, host); !done) return stop(done.error().text);
    (void)lang::lower_discard(module, device.target({}));
    (void)lang::lower_narrow_stores(module, device.target({}));
    if (const auto done = pass::run_passes(module, "from_ssa,structure,reg2mem"); !done) return stop(done.error().text);
    const auto words = back_end(module, device.target({}));
    if (!words) return stop(words.error().text);
    const Status done = render::vk::run_native(device, *words, module, runs.device, {groups, 1, 1});
    if (!done) return stop(done.error().text);
    std::string said;
    for (const Fault& fault : device.take_messages()) said += fault.text + "\n";
    return stop(std::move(said));
}

ir::Id invocation_number(ir::Builder& ir) {
    const auto read = [&](ir::Builtin builtin) {
        return ir.add(ir::Op::ReadBuiltin, ir::kI32.with_lanes(3), {}, static_cast<std::uint32_t>(builtin));
    };
    const std::uint32_t* size = ir.module().workgroup;
    const ir::Id group = ir.lane(read(ir::Builtin::WorkgroupId), 0), local = read(ir::Builtin::LocalInvocationId);
    ir::Id number = ir.IMul(group, ir.i32(size[2]));
    number = ir.IMul(ir.IAdd(number, ir.lane(local, 2)), ir.i32(size[1]));
    number = ir.IMul(ir.IAdd(number, ir.lane(local, 1)), ir.i32(size[0]));
    return ir.IAdd(number, ir.lane(local, 0));
}

} // namespace relit::test
