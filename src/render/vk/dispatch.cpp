#include "render/vk/dispatch.hpp"

#include "lang/pipeline.hpp"
#include "render/vk/compute.hpp"
#include "render/vk/image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace relit::render::vk {
namespace {

using ir::ResourceKind;
using ir::TextureDim;

constexpr std::size_t kSets = 4;

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

bool is_picture(const ir::Resource& resource) {
    return resource.kind == ResourceKind::Texture || resource.kind == ResourceKind::Image;
}

/// One resource on the device.
struct Holder {
    std::optional<Buffer> buffer;
    std::optional<Image> image;
    Owned<VkBufferView> view;
    Owned<VkSampler> sampler;
};

Result<Holder> make_buffer(Handles& handles, const std::vector<std::uint8_t>& bytes) {
    constexpr std::uint64_t kRow = 4; // words: uniform blocks are rows of four
    Holder holder;
    auto buffer = Buffer::make(handles, ((bytes.size() + 3) / 4 + kRow - 1) / kRow * kRow);
    if (!buffer) return std::unexpected(buffer.error());
    std::ranges::fill(buffer->words(), 0U);
    if (!bytes.empty()) std::memcpy(buffer->words().data(), bytes.data(), bytes.size());
    holder.buffer = std::move(*buffer);
    return holder;
}

Result<Holder> make_texels(Handles& handles, const ir::Resource& resource, const ir::Picture& picture) {
    const TexelFormat format = texel_format(resource);
    const std::vector<std::uint32_t> words = words_of(picture, format.lanes);
    auto buffer = Buffer::make(handles, words.size());
    if (!buffer) return std::unexpected(buffer.error());
    std::ranges::copy(words, buffer->words().begin());
    Holder holder;
    holder.buffer = std::move(*buffer);
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = holder.buffer->get();
    info.format = format.format;
    info.range = VK_WHOLE_SIZE;
    VkBufferView view = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateBufferView(handles.device, &info, nullptr, &view);
    if (auto done = check("vkCreateBufferView", result); !done) return std::unexpected(done.error());
    holder.view = {handles.device, view, handles.vk.vkDestroyBufferView};
    return holder;
}

Result<Holder> make_holder(Handles& handles, const ir::Resource& resource, const ir::Bound& bound) {
    if (!is_picture(resource)) return make_buffer(handles, bound.bytes);
    if (resource.dim == TextureDim::Buffer) return make_texels(handles, resource, bound.picture);
    Holder holder;
    auto image = Image::make(handles, resource, bound.picture);
    if (!image) return std::unexpected(image.error());
    holder.image = std::move(*image);
    if (resource.kind == ResourceKind::Image) return holder;
    auto sampler = make_sampler(handles, bound.sampler, resource.shadow);
    if (!sampler) return std::unexpected(sampler.error());
    holder.sampler = std::move(*sampler);
    return holder;
}

/// The pipeline, and everything that it uses, for one run.
class Dispatch {
public:
    Dispatch(Handles& handles, const ir::Module& module) : handles_(handles), module_(module) {}

    Status prepare(std::span<const std::uint32_t> spirv, const std::vector<ir::Bound>& bound) {
        if (auto done = make_sets(); !done) return done;
        if (auto done = hold(bound); !done) return done;
        std::vector<VkDescriptorSetLayout> layouts;
        for (const auto& layout : set_layouts_) layouts.push_back(layout.get());
        auto layout = make_pipeline_layout(handles_, layouts, 0);
        if (!layout) return std::unexpected(layout.error());
        layout_ = std::move(*layout);
        auto pipeline = make_compute_pipeline(handles_, spirv, layout_.get());
        if (!pipeline) return std::unexpected(pipeline.error());
        pipeline_ = std::move(*pipeline);
        return {};
    }

    Status run(std::uint32_t groups) const {
        return record_and_submit(handles_, [&](VkCommandBuffer commands) {
            const VolkDeviceTable& vk = handles_.vk;
            for (const Holder& holder : holders_) {
                if (holder.image) holder.image->record_upload(handles_, commands);
            }
            vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
            vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, kSets, sets_.data(),
                                       0, nullptr);
            vk.vkCmdDispatch(commands, groups, 1, 1);
            for (std::size_t i = 0; i < holders_.size(); ++i) {
                if (is_stored(i) && holders_[i].image) holders_[i].image->record_download(handles_, commands);
            }
        });
    }

    void read_back(std::vector<ir::Bound>& bound) const {
        for (std::size_t i = 0; i < holders_.size(); ++i) {
            const Holder& holder = holders_[i];
            if (!is_stored(i)) continue;
            if (holder.image) {
                holder.image->read_back(bound[i].picture);
            } else if (is_picture(module_.resources[i])) {
                read_texels(*holder.buffer, texel_format(module_.resources[i]).lanes, bound[i].picture);
            } else {
                std::memcpy(bound[i].bytes.data(), holder.buffer->words().data(), bound[i].bytes.size());
            }
        }
    }

private:
    bool is_stored(std::size_t resource) const {
        const ResourceKind kind = module_.resources[resource].kind;
        return kind == ResourceKind::StorageBuffer || kind == ResourceKind::Image;
    }

    static void read_texels(const Buffer& buffer, std::uint32_t lanes, ir::Picture& picture) {
        std::size_t at = 0;
        for (ir::Texel& texel : picture.levels[0].texels) {
            for (std::uint32_t lane = 0; lane < lanes; ++lane) texel[lane] = buffer.words()[at++];
        }
    }

    Status make_sets() {
        std::array<std::vector<VkDescriptorSetLayoutBinding>, kSets> bindings;
        std::vector<VkDescriptorPoolSize> sizes;
        for (const ir::Resource& resource : module_.resources) {
            const auto type = descriptor_type(resource);
            if (!type) continue;
            const lang::Descriptor at = lang::descriptor_of(resource);
            bindings[at.set].push_back({at.binding, *type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
            sizes.push_back({*type, 1});
        }
        if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1});
        for (const auto& of_set : bindings) {
            auto layout = make_set_layout(handles_, of_set);
            if (!layout) return std::unexpected(layout.error());
            set_layouts_.push_back(std::move(*layout));
        }
        auto pool = make_pool(handles_, sizes, kSets);
        if (!pool) return std::unexpected(pool.error());
        pool_ = std::move(*pool);
        std::array<VkDescriptorSetLayout, kSets> layouts{};
        std::ranges::transform(set_layouts_, layouts.begin(), [](const auto& layout) { return layout.get(); });
        VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
        info.descriptorPool = pool_.get();
        info.descriptorSetCount = kSets;
        info.pSetLayouts = layouts.data();
        const VkResult result = handles_.vk.vkAllocateDescriptorSets(handles_.device, &info, sets_.data());
        return check("vkAllocateDescriptorSets", result);
    }

    Status hold(const std::vector<ir::Bound>& bound) {
        for (std::size_t i = 0; i < bound.size(); ++i) {
            holders_.emplace_back();
            if (!descriptor_type(module_.resources[i])) continue;
            auto holder = make_holder(handles_, module_.resources[i], bound[i]);
            if (!holder) return std::unexpected(holder.error());
            holders_.back() = std::move(*holder);
            bind(module_.resources[i], holders_.back());
        }
        return {};
    }

    void bind(const ir::Resource& resource, const Holder& holder) const {
        const lang::Descriptor at = lang::descriptor_of(resource);
        const VkDescriptorBufferInfo buffer{holder.buffer ? holder.buffer->get() : VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        const VkDescriptorImageInfo image{holder.sampler.get(), holder.image ? holder.image->view() : VK_NULL_HANDLE,
                                          holder.image ? holder.image->layout() : VK_IMAGE_LAYOUT_UNDEFINED};
        const std::array<VkBufferView, 1> view{holder.view.get()};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = sets_[at.set];
        write.dstBinding = at.binding;
        write.descriptorCount = 1;
        write.descriptorType = *descriptor_type(resource);
        write.pBufferInfo = &buffer;
        write.pImageInfo = &image;
        write.pTexelBufferView = view.data();
        handles_.vk.vkUpdateDescriptorSets(handles_.device, 1, &write, 0, nullptr);
    }

    Handles& handles_;
    const ir::Module& module_;
    std::vector<Owned<VkDescriptorSetLayout>> set_layouts_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkDescriptorPool> pool_;
    Owned<VkPipeline> pipeline_;
    std::array<VkDescriptorSet, kSets> sets_{}; // go with their pool
    std::vector<Holder> holders_;
};

} // namespace

Status run_native(Device& device, std::span<const std::uint32_t> spirv, const ir::Module& module,
                  std::vector<ir::Bound>& bound, std::uint32_t groups) {
    if (bound.size() != module.resources.size()) {
        return fail(FaultKind::Internal, "what is bound has not the shape of the module");
    }
    Dispatch dispatch(device.handles(), module);
    if (auto done = dispatch.prepare(spirv, bound); !done) return done;
    if (auto done = dispatch.run(groups); !done) return done;
    dispatch.read_back(bound);
    return {};
}

} // namespace relit::render::vk
