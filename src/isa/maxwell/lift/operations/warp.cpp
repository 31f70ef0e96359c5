#include "isa/maxwell/lift/operations/warp.hpp"
#include "isa/maxwell/context_keys.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kWarp = 32, kLaneBytes = 4;

/// As many as a workgroup has, or the machine where that is open.
std::uint32_t threads(Lift& lift) {
    const ir::Module& module = lift.ir.module();
    return module.workgroup_is_open ? kMostThreads : module.workgroup[0] * module.workgroup[1] * module.workgroup[2];
}

/// The number of the thread within its workgroup.
ir::Id thread_number(Lift& lift) {
    const auto& size = lift.ir.module().workgroup;
    const ir::Id local_id = lift.read(ir::Builtin::LocalInvocationId);
    if (lift.ir.module().workgroup_is_open) {
        const ir::Id sides = lift.read(ir::Builtin::WorkgroupSize);
        const ir::Id layer = lift.ir.IAdd(
            {lift.ir.lane(local_id, 1), lift.ir.IMul({lift.ir.lane(local_id, 2), lift.ir.lane(sides, 1)})});
        return lift.ir.IAdd({lift.ir.lane(local_id, 0), lift.ir.IMul(layer, lift.ir.lane(sides, 0))});
    }
    ir::Id number = lift.ir.lane(local_id, 0);
    for (unsigned i = 1, row = size[0]; i < 3; row *= size[i++])
        if (size[i] > 1) number = lift.ir.IAdd(number, lift.ir.IMul({lift.ir.lane(local_id, i), lift.i32(row)}));
    return number;
}

void wait(Lift& lift) { lift.ir.add(ir::Op::Barrier, ir::kVoid, std::span<const ir::Id>{}); }

/// What all threads bring to the word at `at`, joined; each sees the whole. No thread may still read what was there
/// before, nor go on before all have read.
ir::Id gather(Lift& lift, ir::Op how, std::uint32_t words, ir::Id at, ir::Id part) {
    lift.ir.add(ir::Op::AtomicAnd, ir::kI32, {at, lift.i32(0)}, words);
    wait(lift);
    lift.ir.add(how, ir::kI32, {at, part}, words);
    wait(lift);
    const ir::Id whole = lift.ir.load_buffer(words, at, ir::kI32);
    wait(lift);
    return whole;
}

/// `bit` of a thread that takes part and says yes, else 0.
ir::Id bit_if_it_holds(Lift& lift, ir::Id holds, ir::Id bit) {
    if (lift.is_guarded()) holds = lift.ir.BAnd(lift.guard(), holds);
    return lift.ir.Select(holds, bit, lift.i32(0));
}

/// Refuses what has no workgroup to share memory with.
bool can_share(Lift& lift) {
    const bool can = lift.ir.module().stage == ir::Stage::Compute;
    if (!can) lift.refuse("requires subgroups of 32 threads; maxwell.warp_is_subgroup=1 says that the device has them");
    if (can)
        lift.context.approximate(
            "threads of a warp exchange values through shared memory: right only where all threads "
            "of a workgroup come to that together");
    return can;
}

} // namespace

bool warps_are_subgroups(Lift& lift) { return lift.context.read(key::warp_is_subgroup) != 0; }

ir::Id lane_id(Lift& lift) {
    if (warps_are_subgroups(lift)) return lift.read(ir::Builtin::SubgroupInvocation);
    if (lift.ir.module().stage != ir::Stage::Compute) (void)can_share(lift);
    return lift.ir.IAnd({thread_number(lift), lift.i32(kWarp - 1)});
}

ir::Id quad_thread(Lift& lift) {
    const bool is_fragment =
        lift.program.stage == Stage::Fragment; // the threads of a quad are side by side in every subgroup
    return is_fragment ? lift.read(ir::Builtin::SubgroupInvocation) : lane_id(lift);
}

ir::Id value_of_lane(Lift& lift, ir::Id value, ir::Id lane) {
    if (warps_are_subgroups(lift)) return lift.ir.add(ir::Op::Shuffle, ir::kI32, {value, lane});
    if (!can_share(lift)) return value;
    const std::uint32_t words = lift.shared(ResourceId::WarpValues, "warp values", threads(lift) * kLaneBytes);
    const ir::Id own = thread_number(lift), first = lift.ir.IAnd(own, lift.i32(~(kWarp - 1)));
    const auto lane_offset = [&](ir::Id thread) { return lift.ir.IMul(thread, lift.i32(kLaneBytes)); };
    lift.ir.store_buffer(words, lane_offset(own), value);
    wait(lift);
    const ir::Id taken = lift.ir.load_buffer(words, lane_offset(lift.ir.IAdd(first, lane)), ir::kI32);
    wait(lift);
    return taken;
}

Votes votes(Lift& lift, ir::Id holds) {
    if (warps_are_subgroups(lift))
        return {lift.ir.add(ir::Op::Ballot, ir::kI32, {holds}), lift.ir.add(ir::Op::VoteAll, ir::kBool, {holds}),
                lift.ir.add(ir::Op::VoteAny, ir::kBool, {holds})};
    if (!can_share(lift)) return {lift.i32(0), holds, holds};
    const std::uint32_t words =
        lift.shared(ResourceId::WarpVotes, "warp votes", (threads(lift) + kWarp - 1) / kWarp * kLaneBytes);
    const ir::Id warp = lift.ir.UShr({thread_number(lift), lift.i32(5)});
    const ir::Id at = lift.ir.IMul(warp, lift.i32(kLaneBytes));
    const ir::Id bit = lift.ir.IShl({lift.i32(1), lane_id(lift)});
    const ir::Id yes = gather(lift, ir::Op::AtomicOr, words, at, bit_if_it_holds(lift, holds, bit));
    const ir::Id no = gather(lift, ir::Op::AtomicOr, words, at, bit_if_it_holds(lift, lift.ir.BNot(holds), bit));
    return {yes, lift.ir.IEq(no, lift.i32(0)), lift.ir.INe(yes, lift.i32(0))};
}

ir::Id count_in_workgroup(Lift& lift, ir::Id holds) {
    const std::uint32_t words = lift.shared(ResourceId::BarrierCount, "barrier", kLaneBytes);
    const ir::Id first = lift.i32(0), one = lift.i32(1);
    return gather(lift, ir::Op::AtomicAdd, words, first, bit_if_it_holds(lift, holds, one));
}

} // namespace relit::isa::maxwell
