// What is bound to a module's resources, on the device: buffers, images, samplers, and the descriptor sets that name them.
#pragma once

#include "ir/bound.hpp"
#include "render/vk/image.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace relit::render::vk {

enum class Binds : std::uint8_t { Everything, TexturesOnly };

/// A resource of some stages and what the host gives it.
struct Wanted {
    const ir::Resource* resource = nullptr;
    const ir::Bound* bound = nullptr;
    VkShaderStageFlags stages = 0;
};
/// Those of a module; `bound` has one entry a resource.
[[nodiscard]] Result<std::vector<Wanted>> wanted_of(const ir::Module& module, const std::vector<ir::Bound>& bound,
                                                    VkShaderStageFlags stages);

class BoundSets {
public:
    static constexpr std::size_t kSets = 4;

    /// As lang/pipeline.hpp says. The resources must outlive this, and no two may have the same descriptor.
    [[nodiscard]] static Result<BoundSets> make(Handles& handles, std::vector<Wanted> wanted, Binds what);
    /// For a compute shader.
    [[nodiscard]] static Result<BoundSets> make(Handles& handles, const ir::Module& module,
                                                const std::vector<ir::Bound>& bound, Binds what);

    [[nodiscard]] std::array<VkDescriptorSetLayout, kSets> layouts() const;
    /// The layouts, which are the same whatever is bound to the resources.
    [[nodiscard]] std::vector<Owned<VkDescriptorSetLayout>> take_layouts() && { return std::move(layouts_); }
    [[nodiscard]] const std::array<VkDescriptorSet, kSets>& sets() const { return sets_; }
    /// Before shaders use it, once; and after the last one, before read_back().
    void record_upload(Handles& handles, VkCommandBuffer commands) const;
    void record_download(Handles& handles, VkCommandBuffer commands) const;
    /// Storage buffers and images; one entry for each that was wanted.
    void read_back(std::vector<ir::Bound>& bound) const;

private:
    /// One resource on the device.
    struct Holder {
        std::optional<Buffer> buffer;
        std::optional<Image> image;
        Owned<VkBufferView> view;
        Owned<VkSampler> sampler;
    };
    [[nodiscard]] static Result<Holder> make_holder(Handles& handles, const ir::Resource& resource,
                                                    const ir::Bound& bound);
    [[nodiscard]] static Result<Holder> make_texels(Handles& handles, const ir::Resource& resource,
                                                    const ir::TextureData& texture);
    [[nodiscard]] static Result<Holder> make_image(Handles& handles, const ir::Resource& resource,
                                                   const ir::Bound& bound);
    [[nodiscard]] std::optional<VkDescriptorType> type_of(const ir::Resource& resource) const;
    [[nodiscard]] Status make_sets(Handles& handles);
    void bind(Handles& handles, const ir::Resource& resource, const Holder& holder) const;
    [[nodiscard]] bool is_stored(std::size_t resource) const;

    std::vector<Wanted> wanted_;
    Binds what_ = Binds::Everything;
    std::vector<Owned<VkDescriptorSetLayout>> layouts_;
    Owned<VkDescriptorPool> pool_;
    std::array<VkDescriptorSet, kSets> sets_{}; // go with their pool
    std::vector<Holder> holders_;               // as wanted_; empty where it is not bound
};

} // namespace relit::render::vk
