// Writes what reads and writes textures and images.
#include "lang/spirv/emit.hpp"
#include "lang/spirv/spelling.hpp"

#include <array>

namespace relit::lang::spirv {

using ir::Inst;
using ir::Kind;
using ir::Resource;
using ir::TextureUse;
using ir::Type;
using spv::Capability;
using spv::ImageOperandsMask;

/// The operands of a texture operation by what they are.
struct Emitter::Parts {
    std::vector<Value> coordinates, along_x, along_y, offsets, texel;
    std::vector<std::uint32_t> known_offsets; // as many as there are, where all are known
    Value reference, level, sample;
};

namespace {

/// The operands at the end of an image instruction, in the order of their bits.
class Extras {
public:
    void add(ImageOperandsMask what, std::initializer_list<Word> words) {
        mask_ |= static_cast<Word>(what);
        words_.insert(words_.end(), words);
    }
    void append_to(std::vector<Word>& words) const {
        if (mask_ == 0) return;
        words.push_back(mask_);
        words.insert(words.end(), words_.begin(), words_.end());
    }

private:
    Word mask_ = 0;
    std::vector<Word> words_;
};

Value vector_of(Code& code, const std::vector<Value>& scalars) {
    const auto lanes = static_cast<unsigned>(scalars.size());
    return code.compose(scalars[0].type.with_lanes(lanes), scalars);
}

// What came with the sign of the resource, as the IR has it.
Value texel_value(Code& code, Word id, Type whole, Type wanted, bool is_signed) {
    Value value{id, whole};
    if (is_signed) value = code.op(spv::Op::OpBitcast, whole, std::array{id});
    return code.first(value, wanted.lanes);
}

bool is_signed(const Resource& texture) { return texture.sampled == Kind::I32 && texture.sampled_signed; }

} // namespace

Emitter::Parts Emitter::parts_of(const Inst& inst) const {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Resource& resource = shader_.module.resources[use.resource];
    const bool queries = inst.op == ir::Op::QuerySize || inst.op == ir::Op::QueryLevels;
    const unsigned flat = ir::dimensions(resource.dim);
    Parts parts;
    std::size_t at = 0;
    const auto take = [&](std::vector<Value>& into, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) into.push_back(operand(inst, at++));
    };
    if (!queries) take(parts.coordinates, use.coordinates);
    if (use.reference) parts.reference = operand(inst, at++);
    if (use.lod || use.bias) parts.level = operand(inst, at++);
    if (use.gradients) take(parts.along_x, flat);
    if (use.gradients) take(parts.along_y, flat);
    for (unsigned i = 0; use.offsets && i < flat; ++i) {
        if (const auto number = known(inst.operands[at + i])) parts.known_offsets.push_back(*number);
    }
    if (use.offsets) take(parts.offsets, flat);
    if (use.sample) parts.sample = operand(inst, at++);
    take(parts.texel, inst.operands.size() - at);
    return parts;
}

Value Emitter::emit_Sample(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Parts parts = parts_of(inst);
    const bool fragment = shader_.module.stage == ir::Stage::Fragment;
    const bool implicit = fragment && !use.lod && !use.gradients;
    if (parts.offsets.size() != parts.known_offsets.size()) return refused(inst, " with offsets that are not constant");
    Extras extras;
    if (implicit && use.bias) extras.add(ImageOperandsMask::Bias, {parts.level.id});
    if (!implicit && !use.gradients) {
        const Value level = use.lod || use.bias ? parts.level : code_.literal(ir::kF32, 0);
        extras.add(ImageOperandsMask::Lod, {level.id});
    }
    if (use.gradients) {
        const Value x = vector_of(code_, parts.along_x), y = vector_of(code_, parts.along_y);
        extras.add(ImageOperandsMask::Grad, {x.id, y.id});
    }
    if (use.offsets) extras.add(ImageOperandsMask::ConstOffset, {code_.assembly.signed_constant(parts.known_offsets)});
    const Value coordinates = vector_of(code_, parts.coordinates);
    std::vector<Word> words{shader_.textures.load_sampled(code_, use.resource), coordinates.id};
    if (use.reference) words.push_back(parts.reference.id);
    extras.append_to(words);
    if (use.reference) {
        const spv::Op opcode = implicit ? spv::Op::OpImageSampleDrefImplicitLod : spv::Op::OpImageSampleDrefExplicitLod;
        return code_.op(opcode, ir::kF32, words);
    }
    const spv::Op opcode = implicit ? spv::Op::OpImageSampleImplicitLod : spv::Op::OpImageSampleExplicitLod;
    return texel(opcode, inst, words);
}

// An instruction that gives four lanes of the resource's kind, of which the operation has the first.
Value Emitter::texel(spv::Op opcode, const Inst& inst, std::span<const Word> words) {
    const std::uint32_t resource = shader_.module.texture_uses[inst.imm].resource;
    const Resource& texture = shader_.module.resources[resource];
    const Word id = code_.raw(opcode, shader_.textures.texel_type(resource, 4), words);
    return texel_value(code_, id, inst.type.with_lanes(4), inst.type, is_signed(texture));
}

Value Emitter::emit_Fetch(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Resource& texture = shader_.module.resources[use.resource];
    Parts parts = parts_of(inst);
    for (std::size_t i = 0; i < parts.offsets.size(); ++i) {
        parts.coordinates[i] = code_.add({parts.coordinates[i], parts.offsets[i]});
    }
    Extras extras;
    const bool has_levels = !texture.multisampled && texture.dim != ir::TextureDim::Buffer;
    if (has_levels) extras.add(ImageOperandsMask::Lod, {use.lod ? parts.level.id : code_.u32(0).id});
    if (texture.multisampled) extras.add(ImageOperandsMask::Sample, {use.sample ? parts.sample.id : code_.u32(0).id});
    const Value coordinates = vector_of(code_, parts.coordinates);
    std::vector<Word> words{shader_.textures.load_image(code_, use.resource), coordinates.id};
    extras.append_to(words);
    return texel(spv::Op::OpImageFetch, inst, words);
}

Value Emitter::emit_Gather(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Parts parts = parts_of(inst);
    Extras extras;
    if (use.offsets && parts.known_offsets.size() == parts.offsets.size()) {
        extras.add(ImageOperandsMask::ConstOffset, {code_.assembly.signed_constant(parts.known_offsets)});
    } else if (use.offsets) {
        code_.assembly.capability(Capability::ImageGatherExtended);
        const Word type = code_.assembly.signed_type(static_cast<unsigned>(parts.offsets.size()));
        const Value offsets = vector_of(code_, parts.offsets);
        extras.add(ImageOperandsMask::Offset, {code_.raw(spv::Op::OpBitcast, type, std::array{offsets.id})});
    }
    const Value coordinates = vector_of(code_, parts.coordinates);
    std::vector<Word> words{shader_.textures.load_sampled(code_, use.resource), coordinates.id};
    words.push_back(use.reference ? parts.reference.id : code_.u32(use.component).id);
    extras.append_to(words);
    return texel(use.reference ? spv::Op::OpImageDrefGather : spv::Op::OpImageGather, inst, words);
}

// ---- questions

Value Emitter::emit_QuerySize(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Resource& texture = shader_.module.resources[use.resource];
    const Parts parts = parts_of(inst);
    code_.assembly.capability(Capability::ImageQuery);
    const bool has_levels =
        texture.kind == ir::ResourceKind::Texture && !texture.multisampled && texture.dim != ir::TextureDim::Buffer;
    const unsigned sides = texture.dim == ir::TextureDim::Cube ? 2 : ir::dimensions(texture.dim);
    std::vector<Word> words{shader_.textures.load_image(code_, use.resource)};
    if (has_levels) words.push_back(use.lod ? parts.level.id : code_.u32(0).id);
    const Type whole = ir::kI32.with_lanes(sides + (texture.arrayed ? 1 : 0));
    const Value size = code_.op(has_levels ? spv::Op::OpImageQuerySizeLod : spv::Op::OpImageQuerySize, whole, words);
    return code_.first(size, inst.type.lanes);
}

Value Emitter::emit_QueryLevels(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Resource& texture = shader_.module.resources[use.resource];
    if (texture.multisampled || texture.dim == ir::TextureDim::Buffer) return code_.u32(1);
    code_.assembly.capability(Capability::ImageQuery);
    return code_.op(spv::Op::OpImageQueryLevels, inst.type,
                    std::array{shader_.textures.load_image(code_, use.resource)});
}

Value Emitter::emit_QueryLod(const Inst& inst) {
    const bool fragment = shader_.module.stage == ir::Stage::Fragment;
    if (!fragment) return refused(inst, " outside of fragment shaders");
    const std::uint32_t resource = shader_.module.texture_uses[inst.imm].resource;
    code_.assembly.capability(Capability::ImageQuery);
    const Value coordinates = vector_of(code_, parts_of(inst).coordinates);
    const std::array<Word, 2> words{shader_.textures.load_sampled(code_, resource), coordinates.id};
    return code_.first(code_.op(spv::Op::OpImageQueryLod, ir::kF32.with_lanes(2), words), inst.type.lanes);
}

// ---- images

// Images of cubes are addressed by x, y and the face of all layers.
Value Emitter::image_coordinates(const Inst& inst, std::vector<Value> coordinates) {
    const Resource& texture = shader_.module.resources[shader_.module.texture_uses[inst.imm].resource];
    if (texture.dim == ir::TextureDim::Cube && texture.arrayed) {
        const Value before = code_.mul({coordinates[3], code_.u32(6)});
        coordinates[2] = code_.add({before, coordinates[2]});
        coordinates.pop_back();
    }
    return vector_of(code_, coordinates);
}

Value Emitter::emit_LoadImage(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Parts parts = parts_of(inst);
    const Value coordinates = image_coordinates(inst, parts.coordinates);
    Extras extras;
    if (use.sample) extras.add(ImageOperandsMask::Sample, {parts.sample.id});
    std::vector<Word> words{shader_.textures.load_image(code_, use.resource), coordinates.id};
    extras.append_to(words);
    return texel(spv::Op::OpImageRead, inst, words);
}

Value Emitter::emit_AtomicImage(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    const Parts parts = parts_of(inst);
    const bool with_sign = is_signed(shader_.module.resources[use.resource]);
    const Word type = shader_.textures.texel_type(use.resource, 1);
    const auto in_texel = [&](Value value) {
        return with_sign ? code_.raw(spv::Op::OpBitcast, type, std::array{value.id}) : value.id;
    };
    const Word at = image_coordinates(inst, parts.coordinates).id;
    const Word sample = use.sample ? parts.sample.id : code_.u32(0).id;
    const Word scope = code_.u32(static_cast<Word>(spv::Scope::Device)).id, relaxed = code_.u32(0).id;
    std::vector<Word> words{shader_.textures.texel_pointer(code_, use.resource, at, sample), scope, relaxed};
    if (use.atomic == ir::Op::AtomicCompareExchange) words.push_back(relaxed);
    for (const Value& value : parts.texel) words.push_back(in_texel(value));
    const Word before = code_.raw(spelling(use.atomic).opcode, type, words);
    return texel_value(code_, before, ir::kI32, ir::kI32, with_sign);
}

Value Emitter::emit_StoreImage(const Inst& inst) {
    const TextureUse& use = shader_.module.texture_uses[inst.imm];
    Parts parts = parts_of(inst);
    while (parts.texel.size() < ir::kMaxLanes) parts.texel.push_back(code_.literal(parts.texel[0].type, 0));
    const Value at = image_coordinates(inst, parts.coordinates);
    Word texel = vector_of(code_, parts.texel).id;
    if (is_signed(shader_.module.resources[use.resource])) {
        texel = code_.raw(spv::Op::OpBitcast, shader_.textures.texel_type(use.resource, 4), std::array{texel});
    }
    Extras extras;
    if (use.sample) extras.add(ImageOperandsMask::Sample, {parts.sample.id});
    std::vector<Word> words{shader_.textures.load_image(code_, use.resource), at.id, texel};
    extras.append_to(words);
    code_.body.op(spv::Op::OpImageWrite, words);
    return {};
}

} // namespace relit::lang::spirv
