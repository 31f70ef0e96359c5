#include "lang/spirv/textures.hpp"

#include "ir/names.hpp"

#include <array>

namespace relit::lang::spirv {
namespace {

using ir::ImageFormat;
using ir::Resource;
using ir::ResourceKind;
using ir::TextureDim;
using spv::Capability;
using spv::StorageClass;

bool has_sampler(const Resource& texture) {
    return texture.kind == ResourceKind::Texture && texture.dim != TextureDim::Buffer;
}

Word dim_of(TextureDim dim) {
    constexpr spv::Dim kDims[] = {spv::Dim::Dim1D, spv::Dim::Dim2D, spv::Dim::Dim3D, spv::Dim::Cube, spv::Dim::Buffer};
    return static_cast<Word>(kDims[static_cast<std::size_t>(dim)]);
}

// Formats that every device has which has storage images at all.
bool is_common(ImageFormat format) {
    switch (format) {
        case ImageFormat::Unknown:
        case ImageFormat::Rgba32f:
        case ImageFormat::Rgba16f:
        case ImageFormat::R32f:
        case ImageFormat::Rgba8:
        case ImageFormat::Rgba8Snorm:
        case ImageFormat::Rgba32i:
        case ImageFormat::Rgba16i:
        case ImageFormat::Rgba8i:
        case ImageFormat::R32i:
        case ImageFormat::Rgba32ui:
        case ImageFormat::Rgba16ui:
        case ImageFormat::Rgba8ui:
        case ImageFormat::R32ui: return true;
        default: return false;
    }
}

void need(Assembly& assembly, const Resource& texture) {
    const bool image = texture.kind == ResourceKind::Image;
    if (texture.dim == TextureDim::D1) assembly.capability(image ? Capability::Image1D : Capability::Sampled1D);
    if (texture.dim == TextureDim::Buffer) {
        assembly.capability(image ? Capability::ImageBuffer : Capability::SampledBuffer);
    }
    if (texture.dim == TextureDim::Cube && texture.arrayed) {
        assembly.capability(image ? Capability::ImageCubeArray : Capability::SampledCubeArray);
    }
    if (!image || !texture.multisampled) return;
    assembly.capability(Capability::StorageImageMultisample);
    if (texture.arrayed) assembly.capability(Capability::ImageMSArray);
}

std::string type_text(const Resource& texture) {
    std::string text(ir::name_in(ir::kDimNames, texture.dim));
    if (texture.arrayed) text += " arrayed";
    if (texture.multisampled) text += " multisampled";
    if (texture.shadow) text += " shadow";
    text += texture.sampled == ir::Kind::F32 ? " f32" : texture.sampled_signed ? " s32" : " u32";
    if (texture.format != ImageFormat::Unknown)
        text += " " + std::string(ir::name_in(ir::kFormatNames, texture.format));
    return text;
}

} // namespace

TextureVariables::TextureVariables(Assembly& assembly, const ir::Module& module, std::vector<Binding>& interface)
    : assembly_(assembly), module_(module), textures_(module.resources.size(), &assembly.scratch()),
      interface_(interface) {
    for (std::uint32_t i = 0; i < textures_.size(); ++i) {
        const ResourceKind kind = module.resources[i].kind;
        if (kind == ResourceKind::Texture || kind == ResourceKind::Image) declare(i);
    }
}

TextureVariables::Access TextureVariables::access_of(std::uint32_t resource) const {
    Access access;
    for (const ir::Function& function : module_.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module_[id];
                if (inst.op < ir::Op::LoadImage || inst.op > ir::Op::StoreImage) continue;
                if (module_.texture_uses[inst.imm].resource != resource) continue;
                if (inst.op != ir::Op::StoreImage) access.reads = true;
                if (inst.op != ir::Op::LoadImage) access.writes = true;
            }
        }
    }
    return access;
}

void TextureVariables::declare_formats(const Resource& texture, Access access, Word variable) {
    if (!access.writes) assembly_.decorate(variable, spv::Decoration::NonWritable);
    if (!access.reads) assembly_.decorate(variable, spv::Decoration::NonReadable);
    const bool unknown = texture.format == ImageFormat::Unknown;
    if (unknown && access.reads) assembly_.capability(Capability::StorageImageReadWithoutFormat);
    if (unknown && access.writes) assembly_.capability(Capability::StorageImageWriteWithoutFormat);
    if (!is_common(texture.format)) assembly_.capability(Capability::StorageImageExtendedFormats);
}

void TextureVariables::declare(std::uint32_t resource) {
    const Resource& description = module_.resources[resource];
    const bool image = description.kind == ResourceKind::Image;
    const std::string_view name =
        description.labels.empty() ? std::string_view(description.name) : description.labels[0].text;
    need(assembly_, description);
    Variable& texture = textures_[resource];
    const Word texel = texel_type(resource, 1);
    texture.image = assembly_.image_type(std::array<Word, 7>{
        texel, dim_of(description.dim), description.shadow ? 1U : 0U, description.arrayed ? 1U : 0U,
        description.multisampled ? 1U : 0U, image ? 2U : 1U, static_cast<Word>(description.format)});
    if (has_sampler(description)) texture.sampled = assembly_.sampled_image_type(texture.image);
    texture.variable =
        assembly_.variable(StorageClass::UniformConstant, texture.sampled != 0 ? texture.sampled : texture.image, name);
    const Descriptor at = descriptor_of(description);
    assembly_.decorate(texture.variable, spv::Decoration::DescriptorSet, at.set);
    assembly_.decorate(texture.variable, spv::Decoration::Binding, at.binding);
    if (image) declare_formats(description, access_of(resource), texture.variable);
    interface_.push_back({.kind = image ? "image" : "texture",
                          .name = std::string(name),
                          .set = at.set,
                          .binding = at.binding,
                          .type = type_text(description)});
}

Word TextureVariables::texel_type(std::uint32_t resource, unsigned lanes) const {
    const Resource& texture = module_.resources[resource];
    if (texture.sampled == ir::Kind::I32 && texture.sampled_signed) return assembly_.signed_type(lanes);
    return assembly_.type(ir::Type{texture.sampled, 1}.with_lanes(lanes));
}

Word TextureVariables::load_sampled(Code& code, std::uint32_t resource) const {
    const Variable& texture = textures_[resource];
    return code.raw(spv::Op::OpLoad, texture.sampled, std::array{texture.variable});
}

Word TextureVariables::load_image(Code& code, std::uint32_t resource) const {
    const Variable& texture = textures_[resource];
    if (texture.sampled == 0) return code.raw(spv::Op::OpLoad, texture.image, std::array{texture.variable});
    return code.raw(spv::Op::OpImage, texture.image, std::array{load_sampled(code, resource)});
}

Word TextureVariables::texel_pointer(Code& code, std::uint32_t resource, Word coordinates, Word sample) const {
    const Word type = assembly_.pointer(StorageClass::Image, texel_type(resource, 1));
    return code.raw(spv::Op::OpImageTexelPointer, type, std::array{textures_[resource].variable, coordinates, sample});
}

} // namespace relit::lang::spirv
