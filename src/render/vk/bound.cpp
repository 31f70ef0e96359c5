#include "render/vk/bound.hpp"

#include "lang/pipeline.hpp"
#include "render/vk/compute.hpp"

#include <algorithm>
#include <cstring>

namespace relit::render::vk {
namespace {

using ir::ResourceKind;
using ir::TextureDim;

bool is_texture_or_image(const ir::Resource& resource) {
    return resource.kind == ResourceKind::Texture || resource.kind == ResourceKind::Image;
}

std::optional<VkDescriptorType> descriptor_type(const ir::Resource& resource) {
    const bool texels = resource.dim == TextureDim::Buffer;
    switch (resource.kind) {
        case ResourceKind::ConstantBuffer: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        case ResourceKind::StorageBuffer: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        case ResourceKind::Texture:
            return texels ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        case ResourceKind::Image:
            return texels ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
        default: return {};
    }
}

Result<Buffer> buffer_of(Handles& handles, const std::vector<std::uint8_t>& bytes) {
    constexpr std::size_t kRow = 4; // words: uniform blocks are rows of four
    auto buffer = Buffer::make(handles, ((bytes.size() + 3) / 4 + kRow - 1) / kRow * kRow);
    if (!buffer) return buffer;
    std::ranges::fill(buffer->words(), 0U);
    if (!bytes.empty()) std::memcpy(buffer->words().data(), bytes.data(), bytes.size());
    return buffer;
}

} // namespace

Result<std::vector<Wanted>> wanted_of(const ir::Module& module, const std::vector<ir::Bound>& bound,
                                      VkShaderStageFlags stages) {
    if (bound.size() != module.resources.size()) {
        return fail(FaultKind::Usage, "what is bound has not the shape of the module");
    }
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < bound.size(); ++i) wanted.push_back({&module.resources[i], &bound[i], stages});
    return wanted;
}

Result<BoundSets> BoundSets::make(Handles& handles, const ir::Module& module, const std::vector<ir::Bound>& bound,
                                  Binds what) {
    auto wanted = wanted_of(module, bound, VK_SHADER_STAGE_COMPUTE_BIT);
    if (!wanted) return std::unexpected(wanted.error());
    return make(handles, std::move(*wanted), what);
}

Result<BoundSets> BoundSets::make(Handles& handles, std::vector<Wanted> wanted, Binds what) {
    BoundSets made;
    made.wanted_ = std::move(wanted);
    made.what_ = what;
    if (auto done = made.make_sets(handles); !done) return std::unexpected(done.error());
    for (const Wanted& each : made.wanted_) {
        made.holders_.emplace_back();
        if (!made.type_of(*each.resource)) continue;
        auto holder = make_holder(handles, *each.resource, *each.bound);
        if (!holder) return std::unexpected(holder.error());
        made.holders_.back() = std::move(*holder);
        made.bind(handles, *each.resource, made.holders_.back());
    }
    return made;
}

Result<BoundSets::Holder> BoundSets::make_holder(Handles& handles, const ir::Resource& resource,
                                                 const ir::Bound& bound) {
    if (is_texture_or_image(resource)) {
        const bool texels = resource.dim == TextureDim::Buffer;
        return texels ? make_texels(handles, resource, bound.texture) : make_image(handles, resource, bound);
    }
    auto buffer = buffer_of(handles, bound.bytes);
    if (!buffer) return std::unexpected(buffer.error());
    Holder holder;
    holder.buffer = std::move(*buffer);
    return holder;
}

Result<BoundSets::Holder> BoundSets::make_texels(Handles& handles, const ir::Resource& resource,
                                                 const ir::TextureData& texture) {
    if (texture.levels.size() != 1) return fail(FaultKind::NotSupported, "a buffer of texels has one level");
    if (auto done = check_storage(handles, resource); !done) return std::unexpected(done.error());
    const DeviceFormat format = device_format(resource);
    const std::size_t bytes = texture.levels[0].texels.size() * format.texels.bytes();
    auto buffer = Buffer::make(handles, (bytes + 3) / 4);
    if (!buffer) return std::unexpected(buffer.error());
    pack(format.texels, texture.levels[0].texels, buffer->bytes());
    Holder holder;
    holder.buffer = std::move(*buffer);
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = holder.buffer->get();
    info.format = format.format;
    info.range = bytes;
    VkBufferView view = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateBufferView(handles.device, &info, nullptr, &view);
    if (auto done = check("vkCreateBufferView", result); !done) return std::unexpected(done.error());
    holder.view = {handles.device, view, handles.vk.vkDestroyBufferView};
    return holder;
}

Result<BoundSets::Holder> BoundSets::make_image(Handles& handles, const ir::Resource& resource,
                                                const ir::Bound& bound) {
    Holder holder;
    auto image = Image::make(handles, resource, bound.texture);
    if (!image) return std::unexpected(image.error());
    holder.image = std::move(*image);
    if (resource.kind == ResourceKind::Image) return holder;
    auto sampler = make_sampler(handles, bound.sampler, resource.shadow);
    if (!sampler) return std::unexpected(sampler.error());
    holder.sampler = std::move(*sampler);
    return holder;
}

std::optional<VkDescriptorType> BoundSets::type_of(const ir::Resource& resource) const {
    if (what_ == Binds::TexturesOnly && !is_texture_or_image(resource)) return {};
    return descriptor_type(resource);
}

Status BoundSets::make_sets(Handles& handles) {
    std::array<std::vector<VkDescriptorSetLayoutBinding>, kSets> bindings;
    std::vector<VkDescriptorPoolSize> sizes{{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}}; // a pool cannot be empty
    for (const Wanted& wanted : wanted_) {
        const auto type = type_of(*wanted.resource);
        if (!type) continue;
        const lang::Descriptor at = lang::descriptor_of(*wanted.resource);
        const bool is_taken =
            std::ranges::any_of(bindings[at.set], [&](const auto& b) { return b.binding == at.binding; });
        if (is_taken) return fail(FaultKind::NotSupported, "two resources have the same place among what is bound");
        bindings[at.set].push_back({at.binding, *type, 1, wanted.stages, nullptr});
        sizes.push_back({*type, 1});
    }
    for (const auto& of_set : bindings) {
        auto layout = make_set_layout(handles, of_set);
        if (!layout) return std::unexpected(layout.error());
        layouts_.push_back(std::move(*layout));
    }
    auto pool = make_pool(handles, sizes, kSets);
    if (!pool) return std::unexpected(pool.error());
    pool_ = std::move(*pool);
    const auto all = layouts();
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool_.get();
    info.descriptorSetCount = kSets;
    info.pSetLayouts = all.data();
    return check("vkAllocateDescriptorSets", handles.vk.vkAllocateDescriptorSets(handles.device, &info, sets_.data()));
}

std::array<VkDescriptorSetLayout, BoundSets::kSets> BoundSets::layouts() const {
    std::array<VkDescriptorSetLayout, kSets> all{};
    std::ranges::transform(layouts_, all.begin(), [](const auto& layout) { return layout.get(); });
    return all;
}

void BoundSets::bind(Handles& handles, const ir::Resource& resource, const Holder& holder) const {
    const lang::Descriptor at = lang::descriptor_of(resource);
    const VkDescriptorBufferInfo buffer{holder.buffer ? holder.buffer->get() : VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
    const VkDescriptorImageInfo image{holder.sampler.get(), holder.image ? holder.image->view() : VK_NULL_HANDLE,
                                      holder.image ? holder.image->layout() : VK_IMAGE_LAYOUT_UNDEFINED};
    const std::array<VkBufferView, 1> view{holder.view.get()};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = sets_[at.set];
    write.dstBinding = at.binding;
    write.descriptorCount = 1;
    write.descriptorType = *type_of(resource);
    write.pBufferInfo = &buffer;
    write.pImageInfo = &image;
    write.pTexelBufferView = view.data();
    handles.vk.vkUpdateDescriptorSets(handles.device, 1, &write, 0, nullptr);
}

bool BoundSets::is_stored(std::size_t resource) const {
    const ResourceKind kind = wanted_[resource].resource->kind;
    const bool is_here = holders_[resource].buffer || holders_[resource].image;
    return is_here && (kind == ResourceKind::StorageBuffer || kind == ResourceKind::Image);
}

void BoundSets::record_upload(Handles& handles, VkCommandBuffer commands) const {
    for (const Holder& holder : holders_) {
        if (holder.image) holder.image->record_upload(handles, commands);
    }
}

void BoundSets::record_download(Handles& handles, VkCommandBuffer commands) const {
    for (std::size_t i = 0; i < holders_.size(); ++i) {
        if (is_stored(i) && holders_[i].image) holders_[i].image->record_download(handles, commands);
    }
}

void BoundSets::read_back(std::vector<ir::Bound>& bound) const {
    for (std::size_t i = 0; i < holders_.size(); ++i) {
        if (!is_stored(i)) continue;
        const Holder& holder = holders_[i];
        if (holder.image) {
            holder.image->read_back(bound[i].texture);
        } else if (is_texture_or_image(*wanted_[i].resource)) {
            unpack(device_format(*wanted_[i].resource).texels, holder.buffer->bytes(),
                   bound[i].texture.levels[0].texels);
        } else {
            std::memcpy(bound[i].bytes.data(), holder.buffer->words().data(), bound[i].bytes.size());
        }
    }
}

} // namespace relit::render::vk
