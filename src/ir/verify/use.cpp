// The rules of texture and image operations: which operands a use wants, of which kinds, and what each gives.
#include "ir/names.hpp"
#include "ir/verify/verify.hpp"

#include <fmt/format.h>

namespace relit::ir {
namespace {

// What one operation takes of the things that a use can have.
constexpr unsigned kReference = 1, kLod = 2, kBias = 4, kGradients = 8, kOffsets = 16, kSample = 32;

unsigned allowed(Op op) {
    switch (op) {
        case Op::Sample: return kReference | kLod | kBias | kGradients | kOffsets;
        case Op::Fetch: return kLod | kOffsets | kSample;
        case Op::Gather: return kReference | kOffsets;
        case Op::QuerySize: return kLod;
        case Op::LoadImage:
        case Op::AtomicImage:
        case Op::StoreImage: return kSample;
        default: return 0;
    }
}

unsigned asked(const TextureUse& use) {
    return (use.reference ? kReference : 0U) | (use.lod ? kLod : 0U) | (use.bias ? kBias : 0U) |
           (use.gradients ? kGradients : 0U) | (use.offsets ? kOffsets : 0U) | (use.sample ? kSample : 0U);
}

bool has_coordinates(Op op) { return op != Op::QuerySize && op != Op::QueryLevels; }
bool has_float_coordinates(Op op) { return op == Op::Sample || op == Op::Gather || op == Op::QueryLod; }

class Use {
public:
    Use(const Module& module, const Inst& inst)
        : module_(module), inst_(inst), use_(module.texture_uses[inst.imm]), resource_(module.resources[use_.resource]),
          flat_(dimensions(resource_.dim)) {}

    std::string wrong() {
        for (const auto check : {&Use::kind, &Use::coordinates, &Use::operands, &Use::result}) {
            if (std::string text = (this->*check)(); !text.empty()) return text;
        }
        return {};
    }

private:
    std::string kind() {
        const bool image = info(inst_.op).touches(Memory::Image);
        const ResourceKind wanted = image ? ResourceKind::Image : ResourceKind::Texture;
        if (resource_.kind != wanted && inst_.op != Op::QuerySize) {
            return fmt::format("resource {} is not {}", use_.resource, image ? "an image" : "a texture");
        }
        if ((asked(use_) & ~allowed(inst_.op)) != 0) return "the use has operands that the operation does not take";
        if (use_.lod + use_.bias + use_.gradients > 1) return "the use has more than one of lod, bias and gradients";
        if (use_.component > 3) return "there are four components";
        const bool filtered = inst_.op == Op::Sample || inst_.op == Op::Gather || inst_.op == Op::QueryLod;
        if (filtered && (resource_.dim == TextureDim::Buffer || resource_.multisampled)) return "it has no filter";
        if (inst_.op == Op::Gather && resource_.dim != TextureDim::D2 && resource_.dim != TextureDim::Cube) {
            return "only 2d and cube textures are gathered from";
        }
        if (inst_.op == Op::Fetch && resource_.dim == TextureDim::Cube) return "cubes are not fetched from";
        if (use_.offsets && resource_.dim == TextureDim::Cube) return "cubes have no offsets";
        return wrong_atomic();
    }

    [[nodiscard]] std::string wrong_atomic() const {
        if (use_.atomic < Op::AtomicAdd || use_.atomic > Op::AtomicCompareExchange)
            return "that is no atomic operation";
        if (inst_.op != Op::AtomicImage) return {};
        const bool one_word = resource_.format == ImageFormat::R32i || resource_.format == ImageFormat::R32ui;
        if (resource_.sampled != Kind::I32 || (!one_word && !use_.handle)) return "only r32i and r32ui support atomics";
        return {};
    }

    std::string coordinates() {
        const bool layer = resource_.arrayed && inst_.op != Op::QueryLod;
        const unsigned wants = has_coordinates(inst_.op) ? flat_ + (layer ? 1 : 0) : use_.coordinates;
        return use_.coordinates == wants ? "" : fmt::format("{} coordinates instead of {}", use_.coordinates, wants);
    }

    std::string operands() {
        const std::size_t count = inst_.operands.size();
        const bool stores = inst_.op == Op::StoreImage;
        std::vector<bool> floats;
        const auto add = [&](bool wanted, std::size_t n, bool is_float_operand) {
            if (wanted) floats.insert(floats.end(), n, is_float_operand);
        };
        add(use_.handle, 1, false);
        add(has_coordinates(inst_.op), use_.coordinates, has_float_coordinates(inst_.op));
        add(use_.reference, 1, true);
        add(use_.lod || use_.bias, 1, inst_.op == Op::Sample);
        add(use_.gradients, std::size_t{2} * flat_, true);
        add(use_.offsets, flat_, false);
        add(use_.sample, 1, false);
        add(inst_.op == Op::AtomicImage, use_.atomic == Op::AtomicCompareExchange ? 2 : 1, false);
        const std::size_t least = floats.size() + (stores ? 1 : 0), most = floats.size() + (stores ? kMaxLanes : 0);
        if (count < least || count > most) return fmt::format("{} operands instead of {}", count, least);
        add(true, count - floats.size(), is_float(resource_.sampled));
        for (std::size_t i = 0; i < count; ++i) {
            const Type is = module_[inst_.operands[i]].type, wanted = floats[i] ? kF32 : kI32;
            if (is != wanted) return fmt::format("operand {} is {}, not {}", i + 1, type_name(is), type_name(wanted));
        }
        return {};
    }

    std::string result() {
        if (inst_.op == Op::StoreImage) return {};
        Type most{resource_.sampled, kMaxLanes};
        if (use_.reference && inst_.op == Op::Sample) most = kF32;
        if (inst_.op == Op::QueryLevels || inst_.op == Op::AtomicImage) most = kI32;
        if (inst_.op == Op::QueryLod) most = {Kind::F32, 2};
        if (inst_.op == Op::QuerySize) {
            const unsigned sides = resource_.dim == TextureDim::Cube ? 2 : flat_;
            most = kI32.with_lanes(sides + (resource_.arrayed ? 1 : 0));
        }
        if (inst_.type.kind == most.kind && inst_.type.lanes <= most.lanes) return {};
        return fmt::format("the result is {}, it gives {}", type_name(inst_.type), type_name(most));
    }

    const Module& module_;
    const Inst& inst_;
    const TextureUse& use_;
    const Resource& resource_;
    unsigned flat_;
};

} // namespace

std::string check_texture(const Resource& texture) {
    const TextureDim dim = texture.dim;
    if (texture.sampled != Kind::F32 && texture.sampled != Kind::I32) return "texels are read as f32 or i32";
    if (texture.arrayed && (dim == TextureDim::D3 || dim == TextureDim::Buffer)) return "it cannot have layers";
    if (texture.multisampled && dim != TextureDim::D2) return "only 2d has several samples";
    if (texture.shadow && (texture.sampled != Kind::F32 || dim == TextureDim::D3 || dim == TextureDim::Buffer)) {
        return "it cannot be compared with";
    }
    if (texture.format != ImageFormat::Unknown && texture.kind == ResourceKind::Texture)
        return "textures say no format";
    return {};
}

std::string wrong_use(const Module& module, const Inst& inst) {
    if (inst.imm >= module.texture_uses.size()) return fmt::format("there is no use {}", inst.imm);
    return Use(module, inst).wrong();
}

} // namespace relit::ir
