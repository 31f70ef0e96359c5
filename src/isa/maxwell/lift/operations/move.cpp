// Moves, choices, predicates and special registers.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"
#include "isa/maxwell/lift/operations/warp.hpp"

#include <bit>
#include <string>

namespace relit::isa::maxwell {

namespace {

/// Returns whether the mask of the quad names the thread. Only fragments, and threads of a workgroup, belong to a quad.
ir::Id is_named(Lift& lift, std::uint32_t quad) {
    const bool has_quads = lift.ir.module().stage == ir::Stage::Compute || lift.program.stage == Stage::Fragment;
    if (!has_quads) lift.refuse("is done in some threads of a quad, which this stage has none of");
    const ir::Id thread = lift.ir.IAnd({quad_thread(lift), lift.i32(3)});
    return lift.ir.INe({lift.ir.IAnd({lift.ir.UShr(lift.i32(quad), thread), lift.i32(1)}), lift.i32(0)});
}

} // namespace

// Whole registers, in the threads that the mask names: what compilers gather from gradients taken apart.
void lift_mov(Lift& lift) {
    const std::uint32_t quad = lift.in[Role::Quad];
    const ir::Id value = lift.bits(Role::B);
    if (quad == 15) return lift.put(value);
    if (quad != 0) lift.put(lift.ir.Select({is_named(lift, quad), value, lift.reg(lift.in[Role::D])}));
}

void lift_sel(Lift& lift) {
    lift.put(lift.choose_by(Role::Ps, [&] { return lift.bits(Role::A); }, [&] { return lift.bits(Role::B); }));
}

namespace {

ir::Id with_second(Lift& lift, ir::Id first) { return lift.joined(first, Role::P2, lift.in[Role::BoolAB]); }

} // namespace

void lift_pset(Lift& lift) { lift.put_set(with_second(lift, lift.predicate(Role::P1))); }

// For the second result only the first predicate is the opposite one.
void lift_psetp(Lift& lift) {
    const ir::Id first = lift.predicate(Role::P1), result = with_second(lift, first);
    lift.put_two(result, with_second(lift, lift.ir.BNot(first)));
}
void lift_cset(Lift& lift) { lift.put_set(lift.test(lift.in[Role::Test])); }
void lift_csetp(Lift& lift) {
    if (lift.has_live_flags()) lift.refuse("what it leaves in the flags is not known");
    lift.put_compared(lift.test(lift.in[Role::Test]));
}

namespace {

bool is_of_flags(const Lift& lift) { return lift.in[Role::Flags] != 0; }
ir::Id source_bit(Lift& lift, std::uint32_t i) {
    return is_of_flags(lift) ? lift.flag(static_cast<Flag>(i)) : lift.predicate(i);
}
std::uint32_t bits_of_source(const Lift& lift) { return is_of_flags(lift) ? kFlags : kPredicates; }

} // namespace

// The predicates, or flags, that B names, in the byte of A; what B does not name stays as A has it.
void lift_p2r(Lift& lift) {
    const std::uint32_t shift = 8 * lift.in[Role::Byte];
    ir::Id all = lift.i32(0);
    for (std::uint32_t i = 0; i < bits_of_source(lift); ++i)
        all = lift.ir.IOr(all, lift.ir.Select({source_bit(lift, i), lift.i32(1U << i), lift.i32(0)}));
    const ir::Id mask = lift.ir.IAnd({lift.bits(Role::B), lift.i32(0xff)});
    const ir::Id moved = lift.ir.IShl({lift.ir.IAnd(all, mask), lift.i32(shift)});
    const ir::Id kept = lift.ir.IAnd({lift.bits(Role::A), lift.ir.INot(lift.ir.IShl(mask, lift.i32(shift)))});
    lift.put(lift.ir.IOr(kept, moved));
}

void lift_r2p(Lift& lift) {
    const ir::Id value = lift.ir.UShr({lift.bits(Role::A), lift.i32(8 * lift.in[Role::Byte])});
    const ir::Id mask = lift.bits(Role::B);
    for (std::uint32_t i = 0; i < bits_of_source(lift); ++i) {
        const auto has = [&](ir::Id of) { return lift.ir.INe({lift.ir.IAnd(of, lift.i32(1U << i)), lift.i32(0)}); };
        const ir::Id holds = lift.ir.Select({has(mask), has(value), source_bit(lift, i)});
        is_of_flags(lift) ? lift.put_flag(static_cast<Flag>(i), holds) : lift.put_predicate(i, holds);
    }
}

namespace {

// Numbers of special registers that have a value in a translation; the others read 0, and an approximation says so.
enum Special : std::uint32_t {
    kLaneId = 0,
    kPrimitiveType = 16,
    kInvocationId = 17,
    kYDirection = 18,
    kThreadKill = 19,
    kInvocationInfo = 29,
    kTid = 32,
    kTidX = 33,
    kCtaX = 37,
    kEqMask = 56,
    kLtMask,
    kLeMask,
    kGtMask,
    kGeMask,
};

/// x in the low half, y above it, z from bit 26: as the machine packs the thread's position in the workgroup.
ir::Id packed_local_id(Lift& lift) {
    const auto at = [&](unsigned lane, std::uint32_t shift) {
        return lift.ir.IShl({lane_of(lift, ir::Builtin::LocalInvocationId, lane), lift.i32(shift)});
    };
    return lift.ir.IOr({lift.ir.IOr({at(0, 0), at(1, 16)}), at(2, 26)});
}

ir::Id lane_mask(Lift& lift, std::uint32_t which) {
    const ir::Id lane = lane_id(lift), own = lift.ir.IShl(lift.i32(1), lane);
    const ir::Id below = lift.ir.ISub(own, lift.i32(1));
    switch (which) {
        case kEqMask: return own;
        case kLtMask: return below;
        case kLeMask: return lift.ir.IOr(below, own);
        case kGtMask: return lift.ir.INot(lift.ir.IOr(below, own));
        default: return lift.ir.INot(below);
    }
}

bool tessellates(const Lift& lift) {
    return lift.program.stage == Stage::TessControl || lift.program.stage == Stage::TessEvaluation;
}

/// Of the patch or primitive that a thread is given; kNone where none is.
ir::Id vertices_given(Lift& lift) {
    const ir::Module& module = lift.ir.module();
    if (lift.program.stage == Stage::Geometry) return lift.i32(ir::vertices_of(module.geometry.in));
    if (!tessellates(lift)) return ir::kNone;
    if (const auto said = lift.context.read(key::patch_vertices); said != 0)
        return lift.i32(static_cast<std::uint32_t>(said));
    return lift.read(ir::Builtin::PatchVertices);
}
ir::Id vertices_given(Lift& lift, std::uint32_t shift) {
    const ir::Id count = vertices_given(lift);
    return count == ir::kNone ? count : lift.ir.IShl(count, lift.i32(shift));
}

ir::Id invocation(Lift& lift) {
    const bool has = lift.program.stage == Stage::TessControl || lift.program.stage == Stage::Geometry;
    return has ? lift.read(ir::Builtin::InvocationId) : ir::kNone;
}

ir::Id y_direction(Lift& lift) {
    const bool negated = lift.context.read(key::y_negate) != 0;
    return lift.i32(std::bit_cast<std::uint32_t>(negated ? -1.0F : 1.0F));
}

/// Only fragments have helpers.
ir::Id helper(Lift& lift) {
    if (lift.program.stage != Stage::Fragment) return lift.i32(0);
    return lift.ir.Select({lift.read(ir::Builtin::HelperInvocation), lift.i32(~0U), lift.i32(0)});
}

/// The threads of a patch are a warp; of other stages before the fragments each thread counts as one: it is the first.
ir::Id lane(Lift& lift) {
    const ir::Stage stage = lift.ir.module().stage;
    if (stage == ir::Stage::Compute) return lane_id(lift);
    if (stage == ir::Stage::TessControl) return invocation(lift);
    return stage == ir::Stage::Fragment ? quad_thread(lift) : lift.i32(0);
}

ir::Id special_of_compute(Lift& lift, std::uint32_t which) {
    if (lift.ir.module().stage != ir::Stage::Compute) return ir::kNone;
    if (which >= kTidX && which < kTidX + 3) return lane_of(lift, ir::Builtin::LocalInvocationId, which - kTidX);
    if (which >= kCtaX && which < kCtaX + 3) return lane_of(lift, ir::Builtin::WorkgroupId, which - kCtaX);
    return which == kTid ? packed_local_id(lift) : ir::kNone;
}

/// kNone where it has no value in this stage.
ir::Id special(Lift& lift, std::uint32_t which) {
    if (which >= kEqMask && which <= kGeMask) return lane_mask(lift, which);
    switch (which) {
        case kLaneId: return lane(lift);
        case kPrimitiveType: return vertices_given(lift, 8);
        case kInvocationId: return invocation(lift);
        case kYDirection: return y_direction(lift);
        case kThreadKill: return helper(lift);
        case kInvocationInfo: return vertices_given(lift, 16);
        default: return special_of_compute(lift, which);
    }
}

} // namespace

void lift_s2r(Lift& lift) {
    const std::uint32_t which = lift.in[Role::Special];
    const ir::Id value = special(lift, which);
    if (value != ir::kNone) return lift.put(value);
    const std::string_view name = name_of(row(FieldId::Special20), which);
    lift.context.approximate("the special register " + std::string(name == "?" ? std::to_string(which) : name) +
                             " reads 0");
    lift.put(lift.i32(0));
}

} // namespace relit::isa::maxwell
