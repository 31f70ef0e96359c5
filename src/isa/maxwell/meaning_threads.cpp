// What looks at other threads: barriers, shuffles, votes.
#include "isa/maxwell/meaning.hpp"

namespace relit::isa::maxwell {
namespace {

enum Shuffle : std::uint32_t { kIndex, kUp, kDown, kButterfly };
enum Vote : std::uint32_t { kAll, kAny, kEqual };

} // namespace

// Only whole workgroups meet.
void mean_bar(Lift& lift) {
    constexpr std::uint32_t kSync = 0, kSyncAll = 4;
    const std::uint32_t how = lift.in[Role::BarOp];
    if (how != kSync && how != kSyncAll) return lift.refuse("barriers that do more than wait");
    const Source count = source(lift.in, Role::B);
    const bool all = count.kind == Source::Kind::Register ? count.index == kZeroRegister : count.number == 0;
    if (!all && how != kSyncAll) return lift.refuse("barriers of a part of the workgroup");
    lift.where_guarded([&] { lift.ir.add(ir::Op::Barrier, ir::kVoid, std::span<const ir::Id>{}); });
}

namespace {

// C holds the clamp in its low five bits and the mask of the segment from bit 8 on.
void shuffle(Lift& lift) {
    const ir::Id lane = lift.lane_id(), c = lift.bits(Role::C);
    const ir::Id b = lift.ir.IAnd(lift.bits(Role::B), lift.i32(31));
    const ir::Id clamp = lift.ir.IAnd(c, lift.i32(31));
    const ir::Id segment = lift.ir.IAnd(lift.ir.UShr(c, lift.i32(8)), lift.i32(31));
    const ir::Id lowest = lift.ir.IAnd(lane, segment);
    const ir::Id highest = lift.ir.IOr(lowest, lift.ir.IAnd(clamp, lift.ir.INot(segment)));
    const std::uint32_t how = lift.in[Role::Shuffle];
    ir::Id from = ir::kNone;
    switch (how) {
        case kUp: from = lift.ir.ISub(lane, b); break;
        case kDown: from = lift.ir.IAdd(lane, b); break;
        case kButterfly: from = lift.ir.IXor(lane, b); break;
        default: from = lift.ir.IOr(lowest, lift.ir.IAnd(b, lift.ir.INot(segment)));
    }
    const ir::Id inside = how == kUp ? lift.ir.SLe(highest, from) : lift.ir.SLe(from, highest);
    const ir::Id value = lift.bits(Role::A);
    const ir::Id taken = lift.ir.add(ir::Op::Shuffle, ir::kI32, {value, lift.choose(inside, from, lane)});
    lift.put(taken);
    lift.put_predicate(Role::Pd, inside);
}

void vote(Lift& lift) {
    const ir::Id holds = lift.predicate(Role::Ps);
    const ir::Id ballot = lift.ir.add(ir::Op::Ballot, ir::kI32, {holds});
    const ir::Id all = lift.ir.add(ir::Op::VoteAll, ir::kBool, {holds});
    const ir::Id any = lift.ir.add(ir::Op::VoteAny, ir::kBool, {holds});
    const std::uint32_t how = lift.in[Role::Vote];
    lift.put(ballot);
    lift.put_predicate(Role::Pd, how == kAll ? all : how == kAny ? any : lift.ir.BOr(all, lift.ir.BNot(any)));
}

} // namespace

// Threads whose guard does not hold take no part.
void mean_shfl(Lift& lift) {
    lift.where_guarded([&] { shuffle(lift); });
}

void mean_vote(Lift& lift) {
    lift.need_warp();
    lift.where_guarded([&] { vote(lift); });
}

} // namespace relit::isa::maxwell
