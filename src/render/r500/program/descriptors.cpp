#include "render/r500/program/descriptors.hpp"

#include "render/vk/compute.hpp"

#include <cstring>

namespace relit::render::r500 {
namespace {

constexpr std::uint32_t kSets = 1024; // of a pool
constexpr std::uint32_t kSetsOfDraw = std::tuple_size_v<decltype(Layouts::sets)>;

VkWriteDescriptorSet write_of(VkDescriptorSet set, std::uint32_t binding, VkDescriptorType type) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = type;
    return write;
}

} // namespace

Status Descriptors::make_room() {
    if (left_ >= kSetsOfDraw) return {};
    if (const Status done = commands_.flush(); !done) return done; // they may use the old pool's sets
    constexpr VkDescriptorPoolSize kSizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSets},
                                               {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8 * kSets}};
    auto pool = vk::make_pool(handles_, kSizes, kSets);
    if (!pool) return std::unexpected(pool.error());
    pool_ = std::move(*pool);
    left_ = kSets;
    return {};
}

Result<std::vector<VkDescriptorSet>> Descriptors::allocate(const Layouts& layouts) {
    std::vector<VkDescriptorSetLayout> wanted;
    for (const auto& layout : layouts.sets) wanted.push_back(layout.get());
    std::vector<VkDescriptorSet> sets(wanted.size());
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool_.get();
    info.descriptorSetCount = kSetsOfDraw;
    info.pSetLayouts = wanted.data();
    const VkResult result = handles_.vk.vkAllocateDescriptorSets(handles_.device, &info, sets.data());
    if (auto done = vk::check("vkAllocateDescriptorSets", result); !done) return std::unexpected(done.error());
    left_ -= kSetsOfDraw;
    return sets;
}

Result<std::vector<VkDescriptorSet>> Descriptors::sets(const machine::r500::State& state,
                                                       const FragmentProgram& program, const Layouts& layouts,
                                                       std::span<const BoundTextureImage> textures) {
    auto sets = allocate(layouts);
    if (!sets) return sets;
    std::vector<VkWriteDescriptorSet> writes;
    VkDescriptorBufferInfo constants{};
    if (program.reads_constants) {
        const auto piece = commands_.allocate(kConstantBytes);
        if (!piece) return std::unexpected(piece.error());
        std::memcpy(piece->bytes.data(), state.fragment_constants.dwords.data(), kConstantBytes);
        constants = {commands_.buffer(), piece->offset, kConstantBytes};
        writes.push_back(write_of((*sets)[kConstantSet], kConstantBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER));
        writes.back().pBufferInfo = &constants;
    }
    std::vector<VkDescriptorImageInfo> images;
    for (const BoundTextureImage& each : textures) images.push_back({each.sampler, each.view, each.layout});
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::uint32_t unit = program.textures[i].unit;
        writes.push_back(write_of((*sets)[kTextureSet], unit, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER));
        writes.back().pImageInfo = &images[i];
    }
    handles_.vk.vkUpdateDescriptorSets(handles_.device, static_cast<std::uint32_t>(writes.size()), writes.data(), 0,
                                       nullptr);
    return sets;
}

} // namespace relit::render::r500
