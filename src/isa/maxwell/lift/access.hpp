// Accesses of textures and images before lower() finds their bindings: a shape, operands, and a handle.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

#include <utility>
#include <vector>

namespace relit::isa::maxwell {

/// Whether the resource is a placeholder for handles (ResourceId), and whether its shape is not known.
[[nodiscard]] inline bool is_handle(const ir::Resource& resource) {
    return resource.guest_id == std::to_underlying(ResourceId::Handle) ||
           resource.guest_id == std::to_underlying(ResourceId::ShapelessHandle);
}
[[nodiscard]] inline bool is_shapeless(const ir::Resource& resource) {
    return resource.guest_id == std::to_underlying(ResourceId::ShapelessHandle);
}

/// The shape of the texture or image, as far as the instruction has it.
struct TextureShape {
    ir::ResourceKind kind = ir::ResourceKind::Texture;
    ir::TextureDim dim = ir::TextureDim::D2;
    bool arrayed = false, multisampled = false, shadow = false;
    ir::ImageFormat raw = ir::ImageFormat::Unknown; // of images that are accessed as so many bits
    bool is_known = true;
};

struct Access {
    TextureShape shape;
    ir::Id handle = ir::kNone;
    std::vector<ir::Id> coordinates{};
    ir::Id layer = ir::kNone, reference = ir::kNone, lod = ir::kNone, bias = ir::kNone;
    std::vector<ir::Id> along_x{}, along_y{}, offsets{};
    ir::Id sample = ir::kNone;
    std::vector<ir::Id> texel{}; // what is stored
    std::uint8_t component = 0;  // of stores: how many of the last ones are not given
    ir::Op atomic = ir::Op::AtomicAdd;
};
/// Builds the operation of the IR with the operands that the access has.
ir::Id build(Lift& lift, ir::Op op, ir::Type type, const Access& access);

/// Registers one after another; those of RZ are zeros.
class RegisterList {
public:
    RegisterList(Lift& lift, Role first) : lift_(lift), next_(lift.in[first]) {}
    [[nodiscard]] ir::Id bits() { return lift_.reg(next_ == kZeroRegister ? next_ : next_++); }
    [[nodiscard]] ir::Id real() { return lift_.ir.bitcast(ir::kF32, bits()); }

private:
    Lift& lift_;
    std::uint32_t next_;
};

/// The handle that the instruction names by the number of a word.
[[nodiscard]] ir::Id bound_handle(Lift& lift);
/// Numbers with a sign in a register, the first from `bit` on, each `step` bits further.
[[nodiscard]] std::vector<ir::Id> packed_offsets(Lift& lift, ir::Id from, unsigned count, unsigned bit, unsigned step,
                                                 unsigned width);
/// The shape by the number in Dim fields.
[[nodiscard]] TextureShape shape_of_dim(std::uint32_t dim);
/// The low half: layers are 16 bits.
[[nodiscard]] ir::Id layer_bits(Lift& lift, ir::Id from);

} // namespace relit::isa::maxwell
