// Textures, long forms: sampling, fetches, gathers, questions. Operands are in two lists of registers.
#include "isa/maxwell/lift/access.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <utility>

namespace relit::isa::maxwell {
namespace {

enum Lod : std::uint32_t { kPlain = 0, kZero = 1, kBias = 2, kLevel = 3, kBiasA = 6, kLevelA = 7 };
enum Offsets : std::uint32_t { kNoOffsets, kOneForAll, kOneEach };

bool is_fragment(Lift& lift) { return lift.ir.module().stage == ir::Stage::Fragment; }
bool names_its_handle(const Lift& lift) { return lift.in.has(Role::Handle); }

/// Coordinates with the layer before them; floats, or integers where a texel is named by number.
void take_coordinates(Lift& lift, RegisterList& from, Access& access, bool floats) {
    if (access.shape.arrayed) {
        access.layer = layer_bits(lift, from.bits());
        if (floats) access.layer = lift.ir.convert(ir::Op::UToF, ir::Kind::F32, access.layer);
    }
    for (unsigned i = 0; i < ir::dimensions(access.shape.dim); ++i)
        access.coordinates.push_back(floats ? from.real() : from.bits());
}

unsigned sides(const Access& access) { return ir::dimensions(access.shape.dim); }

/// Whether hosts have such textures at all.
bool refuses_shape(Lift& lift, const TextureShape& shape) {
    if (shape.dim == ir::TextureDim::D3 && (shape.arrayed || shape.shadow)) {
        lift.refuse("3d textures have no layers and are not compared with");
        return true;
    }
    return false;
}

/// The components that the mask names, to registers one after another; of a comparison there is one, and 1 for alpha.
void put_masked(Lift& lift, ir::Id value) {
    const unsigned lanes = lift.ir.type_of(value).lanes;
    std::uint32_t to = lift.in[Role::D];
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) {
        if ((lift.in[Role::Mask] >> i & 1) == 0) continue;
        if (lanes == 1) {
            lift.put(to, i == 3 ? lift.ir.f32(1) : value);
        } else {
            lift.put(to, i < lanes ? lift.ir.lane(value, i) : lift.i32(0));
        }
        if (to != kZeroRegister) ++to;
    }
}

/// Nothing of a texture is ever missing: the predicate says that something is.
void put_missing(Lift& lift) {
    if (lift.in.has(Role::Pd)) lift.put_predicate(Role::Pd, lift.boolean(false));
}

void take_level(Lift& lift, RegisterList& from, Access& access) {
    switch (lift.in[Role::Lod]) {
        case kBias:
        case kBiasA: {
            const ir::Id bias = from.real();
            if (is_fragment(lift)) access.bias = bias; // elsewhere it has no effect (a console, another translator)
            return;
        }
        case kLevel:
        case kLevelA: access.lod = from.real(); return;
        case kZero:
            if (is_fragment(lift)) access.lod = lift.ir.f32(0); // elsewhere nothing means that
            return;
        default: return;
    }
}

bool is_zero(Lift& lift, ir::Id word) {
    const ir::Inst& inst = lift.ir.module()[word];
    return inst.op == ir::Op::Const && lift.ir.module().literal(inst)[0] == 0;
}

ir::Type texel_type(const Access& access) { return access.reference != ir::kNone ? ir::kF32 : ir::kF32.with_lanes(4); }

} // namespace

void lift_tex(Lift& lift) {
    Access access{.shape = shape_of_dim(lift.in[Role::Dim])};
    access.shape.shadow = lift.is_on(Role::Compared);
    if (refuses_shape(lift, access.shape)) return;
    if (lift.is_on(Role::LodClamp)) return lift.refuse("few hosts clamp the level of detail");
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.handle = names_its_handle(lift) ? bound_handle(lift) : b.bits();
    take_coordinates(lift, a, access, true);
    take_level(lift, b, access);
    if (lift.is_on(Role::Offsets)) {
        const ir::Id packed = b.bits();
        if (access.shape.dim != ir::TextureDim::Cube)
            access.offsets = packed_offsets(lift, packed, sides(access), 0, 4, 4);
    }
    if (access.shape.shadow) access.reference = b.real();
    put_masked(lift, build(lift, ir::Op::Sample, texel_type(access), access));
    put_missing(lift);
}

namespace {

/// Translators read the sample's number last; Mesa's NAK writes it before the level and the offsets. With either none compiles.
void report_sample_position(Lift& lift) {
    if (lift.is_on(Role::Lod) || lift.is_on(Role::Offsets))
        lift.context.approximate(
            "TLD.MS with a level or offsets: the number of the sample is taken from the register after those; other sources "
            "have it before them");
}

} // namespace

void lift_tld(Lift& lift) {
    Access access{.shape = shape_of_dim(lift.in[Role::Dim])};
    access.shape.multisampled = lift.is_on(Role::Multisample);
    const bool flat = access.shape.dim == ir::TextureDim::D2;
    if (access.shape.dim == ir::TextureDim::Cube) return lift.refuse("hosts fetch no texels of cubes by number");
    if (access.shape.multisampled && !flat) return lift.refuse("only 2d textures have several samples");
    if (lift.is_on(Role::LodClip)) return lift.refuse("what is clipped is not known");
    if (refuses_shape(lift, access.shape)) return;
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.handle = names_its_handle(lift) ? bound_handle(lift) : b.bits();
    take_coordinates(lift, a, access, false);
    if (access.shape.multisampled) report_sample_position(lift);
    const bool at_level = lift.is_on(Role::Lod);
    const ir::Id level = at_level ? b.bits() : lift.i32(0);
    if (!access.shape.multisampled) access.lod = level;
    if (lift.is_on(Role::Offsets)) access.offsets = packed_offsets(lift, b.bits(), sides(access), 0, 4, 4);
    if (access.shape.multisampled) access.sample = b.bits();
    put_masked(lift, build(lift, ir::Op::Fetch, texel_type(access), access));
    put_missing(lift);
}

namespace {

/// Four offsets, x and y of each in a half of a register: of each footprint the texel at its lowest position.
ir::Id gathered_apart(Lift& lift, Access access, const std::array<ir::Id, 2>& packed) {
    std::vector<ir::Id> lanes;
    for (unsigned i = 0; i < 4; ++i) {
        access.offsets = packed_offsets(lift, packed[i / 2], 2, 16 * (i % 2), 8, 6);
        lanes.push_back(lift.ir.lane(build(lift, ir::Op::Gather, ir::kF32.with_lanes(4), access), 3));
    }
    return lift.ir.compose(lanes);
}

} // namespace

void lift_tld4(Lift& lift) {
    Access access{.shape = shape_of_dim(lift.in[Role::Dim])};
    access.shape.shadow = lift.is_on(Role::Compared);
    const bool cube = access.shape.dim == ir::TextureDim::Cube;
    if (access.shape.dim != ir::TextureDim::D2 && !cube)
        return lift.refuse("hosts gather from 2d textures and cubes only");
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.handle = names_its_handle(lift) ? bound_handle(lift) : b.bits();
    access.component = static_cast<std::uint8_t>(lift.in[Role::Component]);
    take_coordinates(lift, a, access, true);
    const std::uint32_t offsets = lift.in[Role::Offsets];
    std::array<ir::Id, 2> packed{};
    if (offsets != kNoOffsets) packed[0] = b.bits();
    if (offsets == kOneEach) packed[1] = b.bits();
    if (access.shape.shadow) access.reference = b.real();
    if (offsets == kOneForAll && !cube) access.offsets = packed_offsets(lift, packed[0], 2, 0, 8, 6);
    const bool apart = offsets == kOneEach && !cube;
    put_masked(lift, apart ? gathered_apart(lift, access, packed)
                           : build(lift, ir::Op::Gather, ir::kF32.with_lanes(4), access));
    put_missing(lift);
}

void lift_txd(Lift& lift) {
    Access access{.shape = shape_of_dim(lift.in[Role::Dim])};
    if (refuses_shape(lift, access.shape)) return;
    if (lift.is_on(Role::LodClamp)) return lift.refuse("few hosts clamp the level of detail");
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.handle = names_its_handle(lift) ? bound_handle(lift) : a.bits();
    for (unsigned i = 0; i < sides(access); ++i) access.coordinates.push_back(a.real());
    const bool moved = lift.is_on(Role::Offsets) && access.shape.dim != ir::TextureDim::Cube;
    if (moved || access.shape.arrayed) {
        const ir::Id packed = a.bits();
        if (access.shape.arrayed) access.layer = lift.ir.convert(ir::Op::UToF, ir::Kind::F32, layer_bits(lift, packed));
        if (moved) access.offsets = packed_offsets(lift, packed, sides(access), 16, 4, 4);
    }
    for (unsigned i = 0; i < sides(access); ++i) {
        access.along_x.push_back(b.real());
        access.along_y.push_back(b.real());
    }
    put_masked(lift, build(lift, ir::Op::Sample, texel_type(access), access));
    put_missing(lift);
}

// The level that follows from the derivatives, then the one to which the sampler clamps it, both in steps of 1/256 and 16 bits wide.
// Mesa's compiler takes them in this order.
void lift_tmml(Lift& lift) {
    if (lift.in[Role::Mask] >> 2 != 0) return lift.refuse("what its third and fourth results are is not known");
    Access access{.shape = shape_of_dim(lift.in[Role::Dim])};
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.handle = names_its_handle(lift) ? bound_handle(lift) : b.bits();
    ir::Id levels = lift.ir.f32(0, 2);
    if (is_fragment(lift)) {
        if (refuses_shape(lift, access.shape)) return;
        take_coordinates(lift, a, access, true);
        access.layer = ir::kNone;
        levels = build(lift, ir::Op::QueryLod, ir::kF32.with_lanes(2), access);
    }
    const auto steps = [&](unsigned lane, ir::Op op) {
        const ir::Id scaled = lift.ir.FMul({lift.ir.lane(levels, lane), lift.ir.f32(256)});
        return lift.ir.IAnd({lift.ir.convert(op, ir::Kind::I32, scaled), lift.i32(0xffff)});
    };
    put_masked(lift, lift.ir.compose({steps(1, ir::Op::FToS), steps(0, ir::Op::FToU)}));
}

// Width, height, depth or layers, levels. A level that the texture does not have has no sides (nxgpucatch).
void lift_txq(Lift& lift) {
    constexpr std::uint32_t kDimension = 1;
    if (lift.in[Role::Query] != kDimension)
        return lift.refuse("what else the texture's and the sampler's words hold is the driver's");
    RegisterList a(lift, Role::A);
    Access access{.shape = {.dim = ir::TextureDim::D3, .is_known = false}};
    access.handle = names_its_handle(lift) ? bound_handle(lift) : a.bits();
    access.lod = a.bits();
    const std::uint32_t mask = lift.in[Role::Mask];
    const bool asks_sides = (mask & 7) != 0, may_be_outside = asks_sides && !is_zero(lift, access.lod);
    const ir::Id size = asks_sides ? build(lift, ir::Op::QuerySize, ir::kI32.with_lanes(3), access) : ir::kNone;
    const ir::Id level = std::exchange(access.lod, ir::kNone);
    std::vector<ir::Id> words(4, lift.i32(0));
    if ((mask & 8) != 0 || may_be_outside) words[3] = build(lift, ir::Op::QueryLevels, ir::kI32, access);
    for (unsigned i = 0; i < 3 && asks_sides; ++i) {
        const ir::Id side = lift.ir.lane(size, i);
        words[i] = may_be_outside ? lift.ir.Select({lift.ir.ULt(level, words[3]), side, lift.i32(0)}) : side;
    }
    put_masked(lift, lift.ir.compose(words));
}

} // namespace relit::isa::maxwell
