#include "isa/maxwell/lift/access.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

bool fits(const ir::Resource& resource, const TextureShape& shape, ir::Kind sampled) {
    return is_handle(resource) && is_shapeless(resource) != shape.is_known && resource.kind == shape.kind &&
           resource.dim == shape.dim && resource.arrayed == shape.arrayed &&
           resource.multisampled == shape.multisampled && resource.shadow == shape.shadow &&
           resource.format == shape.raw && resource.sampled == sampled;
}

/// The placeholder for handles of this shape.
std::uint32_t stand_in(Lift& lift, const TextureShape& shape) {
    ir::Module& module = lift.ir.module();
    const ir::Kind sampled = shape.raw == ir::ImageFormat::Unknown ? ir::Kind::F32 : ir::Kind::I32;
    for (std::uint32_t i = 0; i < module.resources.size(); ++i)
        if (fits(module.resources[i], shape, sampled)) return i;
    const ResourceId id = shape.is_known ? ResourceId::Handle : ResourceId::ShapelessHandle;
    return lift.ir.resource({.name = std::pmr::string(shape.is_known ? "handle" : "shapeless", module.arena()),
                             .kind = shape.kind,
                             .dim = shape.dim,
                             .arrayed = shape.arrayed,
                             .multisampled = shape.multisampled,
                             .shadow = shape.shadow,
                             .sampled = sampled,
                             .format = shape.raw,
                             .guest_id = std::to_underlying(id)});
}

} // namespace

ir::Id build(Lift& lift, ir::Op op, ir::Type type, const Access& access) {
    ir::TextureUse use{.resource = stand_in(lift, access.shape), .handle = true};
    std::vector<ir::Id> operands{access.handle};
    const auto add = [&](bool& flag, ir::Id value) {
        flag = value != ir::kNone;
        if (flag) operands.push_back(value);
    };
    const auto add_all = [&](bool& flag, const std::vector<ir::Id>& values) {
        flag = !values.empty();
        operands.insert(operands.end(), values.begin(), values.end());
    };
    operands.insert(operands.end(), access.coordinates.begin(), access.coordinates.end());
    if (access.layer != ir::kNone) operands.push_back(access.layer);
    use.coordinates = static_cast<std::uint8_t>(operands.size() - 1);
    add(use.reference, access.reference);
    add(use.lod, access.lod);
    add(use.bias, access.bias);
    add_all(use.gradients, access.along_x);
    operands.insert(operands.end(), access.along_y.begin(), access.along_y.end());
    add_all(use.offsets, access.offsets);
    add(use.sample, access.sample);
    operands.insert(operands.end(), access.texel.begin(), access.texel.end());
    use.component = access.component;
    use.atomic = access.atomic;
    auto& uses = lift.ir.module().texture_uses;
    uses.push_back(use);
    return lift.ir.add(op, type, operands, static_cast<std::uint32_t>(uses.size() - 1));
}

ir::Id bound_handle(Lift& lift) {
    const std::uint32_t slot = lift.convention().handle_slot;
    return lift.constant(slot, lift.i32(4 * lift.in[Role::Handle]));
}

std::vector<ir::Id> packed_offsets(Lift& lift, ir::Id from, unsigned count, unsigned bit, unsigned step,
                                   unsigned width) {
    std::vector<ir::Id> offsets;
    for (unsigned i = 0; i < count; ++i)
        offsets.push_back(lift.ir.SBitField({from, lift.i32(bit + step * i), lift.i32(width)}));
    return offsets;
}

TextureShape shape_of_dim(std::uint32_t dim) {
    constexpr ir::TextureDim kDims[] = {ir::TextureDim::D1, ir::TextureDim::D2, ir::TextureDim::D3,
                                        ir::TextureDim::Cube};
    TextureShape shape;
    shape.dim = kDims[dim >> 1 & 3];
    shape.arrayed = (dim & 1) != 0;
    return shape;
}

ir::Id layer_bits(Lift& lift, ir::Id from) { return lift.ir.IAnd(from, lift.i32(0xffff)); }

} // namespace relit::isa::maxwell
