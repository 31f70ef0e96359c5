// Images: loads and stores of components or of so many bits, changes in one step. The predicates that these forms name are
// not written: compiled code leaves the field 0 and goes on to use P0.
#include "isa/maxwell/lift/access.hpp"
#include "isa/maxwell/lift/operations/atomic.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::maxwell {
namespace {

enum Bounds : std::uint32_t { kIgnore, kNear, kTrap };

ir::ImageFormat format_of(std::uint32_t width) {
    switch (width) {
        case kU8:
        case kS8: return ir::ImageFormat::R8ui;
        case kU16:
        case kS16: return ir::ImageFormat::R16ui;
        case k64: return ir::ImageFormat::Rg32ui;
        case k128:
        case kUB128: return ir::ImageFormat::Rgba32ui;
        default: return ir::ImageFormat::R32ui;
    }
}
std::uint32_t bytes_of(ir::ImageFormat raw) {
    switch (raw) {
        case ir::ImageFormat::R8ui: return 1;
        case ir::ImageFormat::R16ui: return 2;
        case ir::ImageFormat::Rg32ui: return 8;
        case ir::ImageFormat::Rgba32ui: return 16;
        default: return 4;
    }
}

TextureShape shape_of(std::uint32_t dim, ir::ImageFormat raw) {
    using D = ir::TextureDim;
    constexpr D kDims[] = {D::D1, D::Buffer, D::D1, D::D2, D::D2, D::D3, D::D2, D::D2};
    TextureShape shape{.kind = ir::ResourceKind::Image, .dim = kDims[dim & 7], .raw = raw};
    shape.arrayed = dim == 2 || dim == 4;
    return shape;
}

/// Every position outside becomes the nearest one inside.
void hold_inside(Lift& lift, Access& access) {
    Access question{.shape = access.shape, .handle = access.handle};
    const auto sides = static_cast<unsigned>(access.coordinates.size());
    const unsigned lanes = sides + (access.shape.arrayed ? 1 : 0);
    const ir::Id size = build(lift, ir::Op::QuerySize, ir::kI32.with_lanes(lanes), question);
    for (unsigned i = 0; i < lanes; ++i) {
        ir::Id& at = i < sides ? access.coordinates[i] : access.layer;
        const ir::Id last = lift.ir.ISub({lanes == 1 ? size : lift.ir.lane(size, i), lift.i32(1)});
        at = lift.ir.SMin(lift.ir.SMax(at, lift.i32(0)), last);
    }
}

/// Where in the image; outside nothing is read or written.
Access surface_access(Lift& lift, ir::ImageFormat raw) {
    Access access{.shape = shape_of(lift.in[Role::SurfaceDim], raw)};
    if (lift.in[Role::SurfaceDim] > 5) lift.refuse("an unknown shape");
    if (lift.in[Role::Bounds] > kTrap) lift.refuse("what it does outside is not known");
    access.handle = lift.in.has(Role::Handle) ? bound_handle(lift) : lift.reg(lift.in[Role::C]);
    RegisterList a(lift, Role::A);
    for (unsigned i = 0; i < ir::dimensions(access.shape.dim); ++i) access.coordinates.push_back(a.bits());
    if (access.shape.arrayed) access.layer = layer_bits(lift, a.bits());
    if (lift.is_on(Role::ByteAddress)) {
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(bytes_of(raw)));
        access.coordinates[0] = lift.ir.UShr(access.coordinates[0], lift.i32(shift));
    }
    if (lift.in[Role::Bounds] == kNear) hold_inside(lift, access);
    return access;
}

ir::Id narrow(Lift& lift, ir::Id word, std::uint32_t width) {
    const bool is_byte = width == kU8 || width == kS8, with_sign = width == kS8 || width == kS16;
    const ir::Id zero = lift.i32(0), bits = lift.i32(is_byte ? 8 : 16);
    return with_sign ? lift.ir.SBitField(word, zero, bits) : lift.ir.UBitField(word, zero, bits);
}

} // namespace

void lift_suld_d(Lift& lift) {
    const std::uint32_t width = lift.in[Role::Width], to = lift.in[Role::D];
    const ir::ImageFormat raw = format_of(width);
    const ir::Id texel = build(lift, ir::Op::LoadImage, ir::kI32.with_lanes(4), surface_access(lift, raw));
    if (bytes_of(raw) < 4) return lift.put(narrow(lift, lift.ir.lane(texel, 0), width));
    for (unsigned i = 0; i < bytes_of(raw) / 4; ++i)
        lift.put(to == kZeroRegister ? to : to + i, lift.ir.lane(texel, i));
}

void lift_suld_p(Lift& lift) {
    if (lift.in[Role::Mask] == 0) return lift.refuse("an unknown choice of components");
    const Access access = surface_access(lift, ir::ImageFormat::Unknown);
    const ir::Id texel = build(lift, ir::Op::LoadImage, ir::kF32.with_lanes(4), access);
    std::uint32_t to = lift.in[Role::D];
    for (unsigned i = 0; i < 4 && to != kZeroRegister; ++i)
        if ((lift.in[Role::Mask] >> i & 1) != 0) lift.put(to++, lift.ir.lane(texel, i));
}

// The stored value is where other instructions have the destination.
void lift_sust_d(Lift& lift) {
    const std::uint32_t width = lift.in[Role::Width];
    Access access = surface_access(lift, format_of(width));
    RegisterList from(lift, Role::D);
    for (unsigned i = 0; i < std::max(bytes_of(access.shape.raw) / 4, 1U); ++i) access.texel.push_back(from.bits());
    if (bytes_of(access.shape.raw) < 4) access.texel[0] = narrow(lift, access.texel[0], width & ~1U);
    while (access.texel.size() < 4) access.texel.push_back(lift.i32(0));
    lift.where_guarded([&] { build(lift, ir::Op::StoreImage, ir::kVoid, access); });
}

// Components that are not named become what they may (PTX, sust.p): lower() knows whether the image has them.
void lift_sust_p(Lift& lift) {
    const std::uint32_t mask = lift.in[Role::Mask];
    if (mask == 0) return lift.refuse("an unknown choice of components");
    Access access = surface_access(lift, ir::ImageFormat::Unknown);
    access.component = static_cast<std::uint8_t>(std::countl_one(static_cast<std::uint8_t>(~mask << 4)));
    if (std::popcount(mask) + access.component != 4)
        lift.context.approximate(
            "SUST.P leaves components out that lie below others: 0 is stored there, the machine stores any value");
    RegisterList from(lift, Role::D);
    for (unsigned i = 0; i < 4; ++i) {
        const bool has = (mask >> i & 1) != 0;
        access.texel.push_back(has ? from.real() : lift.ir.f32(0));
    }
    lift.where_guarded([&] { build(lift, ir::Op::StoreImage, ir::kVoid, access); });
}

namespace {

ir::Id change(Lift& lift, Access access, ir::Op op, std::initializer_list<ir::Id> with) {
    access.atomic = op;
    access.texel = with;
    return build(lift, ir::Op::AtomicImage, ir::kI32, access);
}

/// Repeats until no other invocation interferes.
ir::Id texel_changed_in_a_loop(Lift& lift, const Access& access, const Change& what) {
    ir::Builder& ir = lift.ir;
    const ir::BlockId head = ir.block(), after = ir.block();
    ir.jump(head);
    ir.move_to(head);
    const ir::Id old = change(lift, access, ir::Op::AtomicOr, {lift.i32(0)});
    const ir::Id fresh = changed(lift, what, old);
    const ir::Id found = change(lift, access, ir::Op::AtomicCompareExchange, {fresh, old});
    ir.branch(ir.IEq(found, old), after, head);
    ir.move_to(after);
    return found;
}

void put_changed_texel(Lift& lift, const Change& what, bool gives) {
    if (what.size == kU64 || what.size > kF16x2) return lift.refuse("few hosts support atomics on 64-bit texels");
    if (!what.is_known() || !what.is_done()) return lift.refuse("an unknown operation of this type");
    const Access access = surface_access(lift, ir::ImageFormat::R32ui);
    lift.where_guarded([&] {
        const auto op = direct(what);
        const ir::Id old = op ? change(lift, access, *op, {what.value}) : texel_changed_in_a_loop(lift, access, what);
        if (gives) lift.put(old);
    });
}

} // namespace

// uam writes the number of a bound image over the size of what is changed.
void lift_suatom(Lift& lift) {
    if (lift.in.shape() == Shape::B)
        lift.context.approximate(
            "an atomic operation on a bound image, as uam writes it, has no size of its own: taken as 32 bits without a sign");
    put_changed_texel(lift, {lift.in[Role::AtomOp], lift.in[Role::AtomSize], lift.bits(Role::B)}, true);
}

void lift_sured(Lift& lift) {
    put_changed_texel(lift, {lift.in[Role::AtomOp], lift.in[Role::AtomSize], lift.reg(lift.in[Role::D])}, false);
}

// Rb is what must be there, the next register what comes then.
void lift_suatom_cas(Lift& lift) {
    const std::uint32_t size = lift.in[Role::AtomSize];
    if (size != kU32 && size != kS32) return lift.refuse("few hosts support atomics on texels that are not 32-bit");
    RegisterList b(lift, Role::B);
    const ir::Id wanted = b.bits(), fresh = b.bits();
    const Access access = surface_access(lift, ir::ImageFormat::R32ui);
    lift.where_guarded([&] { lift.put(change(lift, access, ir::Op::AtomicCompareExchange, {fresh, wanted})); });
}

} // namespace relit::isa::maxwell
