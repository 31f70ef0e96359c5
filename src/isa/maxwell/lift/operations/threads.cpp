// What reads other threads: barriers, shuffles, votes.
#include "isa/maxwell/lift/operations/operations.hpp"
#include "isa/maxwell/lift/operations/warp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace relit::isa::maxwell {
namespace {

enum Shuffle : std::uint32_t { kIndex, kUp, kDown, kButterfly };
enum Vote : std::uint32_t { kVoteAll, kVoteAny, kVoteEqual };
enum Barrier : std::uint32_t { kSync, kArrive, kCount, kScan, kSyncAll, kReduceAnd = 10, kReduceOr = 18 };

/// Whether the barrier waits for as many threads as the workgroup has.
bool waits_for_all(Lift& lift) {
    if (lift.in[Role::BarOp] == kSyncAll) return true;
    const Source count = source(lift.in, Role::B);
    if (count.kind == Source::Kind::Register) return count.index == kZeroRegister;
    if (lift.ir.module().workgroup_is_open && count.number != 0) {
        lift.context.approximate(fmt::format(
            "a barrier of {} threads is taken for one of the whole workgroup, whose size is open", count.number));
        return true;
    }
    const auto& size = lift.ir.module().workgroup;
    return count.number == 0 || count.number >= std::uint64_t{size[0]} * size[1] * size[2];
}

/// What a barrier finds of the predicates that threads bring; B2R takes it from there.
void reduce(Lift& lift, std::uint32_t how) {
    const ir::Id holds = lift.predicate(Role::Ps);
    const ir::Id found = count_in_workgroup(lift, how == kReduceAnd ? lift.ir.BNot(holds) : holds);
    ir::Id result = found;
    if (how != kCount) {
        const ir::Id yes = how == kReduceAnd ? lift.ir.IEq(found, lift.i32(0)) : lift.ir.INe(found, lift.i32(0));
        result = lift.ir.Select({yes, lift.i32(1), lift.i32(0)});
    }
    lift.ir.store(lift.barrier_result(), 0, result);
}

} // namespace

// Only whole workgroups reach a barrier.
void lift_bar(Lift& lift) {
    const std::uint32_t how = lift.in[Role::BarOp];
    if (how == kArrive) return lift.refuse("arrives without waiting, which barriers of Vulkan cannot");
    if (how == kScan) return lift.refuse("what a scanning barrier gives is not known");
    if (!waits_for_all(lift)) return lift.refuse("is a barrier of a part of the workgroup");
    if (how == kCount || how == kReduceAnd || how == kReduceOr) return reduce(lift, how);
    lift.where_guarded([&] { lift.ir.add(ir::Op::Barrier, ir::kVoid, std::span<const ir::Id>{}); });
}

void lift_b2r(Lift& lift) {
    constexpr std::uint32_t kResult = 1;
    if (lift.in[Role::BarMode] != kResult)
        return lift.refuse("reads the state of a barrier, which is the machine's own");
    const ir::Id result = lift.ir.load(lift.barrier_result(), 0, ir::kI32);
    lift.put(result);
    lift.put_predicate(Role::Pd, lift.ir.INe(result, lift.i32(0)));
}

namespace {

// C holds the clamp in its low five bits and the mask of the segment from bit 8 on.
void shuffle(Lift& lift) {
    const ir::Id lane = lane_id(lift), c = lift.bits(Role::C);
    const ir::Id b = lift.ir.IAnd({lift.bits(Role::B), lift.i32(31)});
    const ir::Id clamp = lift.ir.IAnd(c, lift.i32(31));
    const ir::Id segment = lift.ir.IAnd({lift.ir.UShr(c, lift.i32(8)), lift.i32(31)});
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
    const ir::Id a = lift.bits(Role::A);
    lift.put(value_of_lane(lift, a, lift.ir.Select(inside, from, lane)));
    lift.put_predicate(Role::Pd, inside);
}

void vote(Lift& lift) {
    const auto [yes, all, any] = votes(lift, lift.predicate(Role::Ps));
    const std::uint32_t how = lift.in[Role::Vote];
    lift.put(yes);
    lift.put_predicate(Role::Pd, how == kVoteAll ? all : how == kVoteAny ? any : lift.ir.BOr(all, lift.ir.BNot(any)));
}

/// Threads whose guard does not hold take no part: subgroups see who is there; memory is shared by all.
void together(Lift& lift, void (*exchange)(Lift&)) {
    if (!warps_are_subgroups(lift)) return exchange(lift);
    lift.where_guarded([&] { exchange(lift); });
}

} // namespace

// ---- quads of fragments. The four threads of a quad are side by side in every subgroup

namespace {

constexpr std::uint32_t kQuadSegment = 0x1c03; // clamp 3, segments of four

/// Whether SHFL reads a known thread of its own quad: one that lies in a direction, or one of the four.
bool looks_in_quad(const Instruction& in) {
    const Source from = source(in, Role::B), segment = source(in, Role::C);
    const bool known = from.kind == Source::Kind::Number && segment.kind == Source::Kind::Number;
    const std::uint32_t how = in[Role::Shuffle];
    return known && (how == kButterfly || how == kIndex) && segment.number == kQuadSegment && from.number <= 3;
}

void shuffle_quad(Lift& lift) {
    const auto from = static_cast<std::uint32_t>(source(lift.in, Role::B).number);
    const bool is_butterfly = lift.in[Role::Shuffle] == kButterfly; // 1 or 2, 3 for both
    const ir::Id own = quad_thread(lift);
    const ir::Id other = is_butterfly ? lift.ir.IXor(own, lift.i32(from))
                                      : lift.ir.IOr({lift.ir.IAnd(own, lift.i32(~3U)), lift.i32(from)});
    lift.put(lift.ir.add(ir::Op::Shuffle, ir::kI32, {lift.bits(Role::A), other}));
    lift.put_predicate(Role::Pd, lift.boolean(true));
}

/// Returns 1 along x or 2 along y if register `a` holds what the neighbour has in `b`, and neither has changed since; else 0.
std::uint64_t neighbour_direction(std::span<const Instruction> before, std::uint32_t a, std::uint32_t b) {
    constexpr std::size_t kMostLooksBack = 64;
    if (a >= kZeroRegister || b >= kZeroRegister || a == b) return 0;
    for (const Instruction& in : before.last(std::min(before.size(), kMostLooksBack)) | std::views::reverse) {
        if (!may_write(in, a) && !may_write(in, b)) continue;
        if (!in.known() || in.op() != Op::SHFL || in.guard() != kTruePredicate || !looks_in_quad(in)) return 0;
        const Source given = source(in, Role::A);
        const bool is_of_b = given.kind == Source::Kind::Register && given.index == b && in[Role::D] == a;
        return is_of_b && in[Role::Shuffle] == kButterfly ? source(in, Role::B).number : 0;
    }
    return 0;
}

/// a + b, b - a, a - b or b, by two bits for each thread of the quad, the first thread's highest.
ir::Id with_signs(Lift& lift, ir::Id a, ir::Id b, std::uint32_t signs) {
    ir::Builder& ir = lift.ir;
    const auto by_code = [&](std::uint32_t code) {
        switch (code) {
            case 0: return ir.FAdd(a, b);
            case 1: return ir.FSub(b, a);
            case 2: return ir.FSub(a, b);
            default: return b;
        }
    };
    const auto code_of = [&](std::uint32_t thread) { return signs >> (6 - 2 * thread) & 3; };
    ir::Id value = by_code(code_of(0));
    if (signs == code_of(0) * 0x55) return value;
    const ir::Id thread = ir.IAnd({quad_thread(lift), lift.i32(3)});
    for (std::uint32_t i = 1; i < 4; ++i)
        value = lift.ir.Select({ir.IEq(thread, lift.i32(i)), by_code(code_of(i)), value});
    return value;
}

} // namespace

// What compilers make of a derivative is one again: the neighbour's value less the own, with the signs of the direction.
void lift_fswzadd(Lift& lift) {
    constexpr std::uint32_t kAlongX = 0x99, kAlongY = 0xa5;
    const std::uint32_t signs = lift.in[Role::LaneSigns], a = lift.in[Role::A], b = lift.in[Role::B];
    const bool in_quad = lift.program.stage == Stage::Fragment;
    const std::uint64_t direction = in_quad ? neighbour_direction(lift.earlier, a, b) : 0;
    const ir::Id own = lift.reg(b, ir::kF32);
    lift.float_mode();
    ir::Id value = ir::kNone;
    if (direction == 1 && signs == kAlongX)
        value = lift.ir.FDdx(own);
    else if (direction == 2 && signs == kAlongY)
        value = lift.ir.FDdy(own);
    else
        value = with_signs(lift, lift.reg(a, ir::kF32), own, signs);
    lift.plain_mode();
    lift.put(value);
    lift.put_float_flags(value);
}

// The threads that a branch has left out take part in what follows, until RAM: for gradients that are taken apart.
void lift_sam(Lift& lift) {
    lift.context.approximate(
        "SAM reactivates the threads of a quad that a branch deactivated, which a translation cannot: gradients after it are "
        "right only if the whole quad is active");
}

void lift_shfl(Lift& lift) {
    const bool in_quad = lift.program.stage == Stage::Fragment && looks_in_quad(lift.in);
    if (in_quad && !lift.is_guarded()) return shuffle_quad(lift);
    together(lift, shuffle);
}
void lift_vote(Lift& lift) { together(lift, vote); }

// No source says more than its name; compilers of graphics do not write it.
void lift_vote_vtg(Lift& lift) {
    lift.context.approximate("what VOTE.VTG does is not known: without effect, as in other translators");
}

} // namespace relit::isa::maxwell
