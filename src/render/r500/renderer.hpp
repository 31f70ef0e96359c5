// Draws what a card was given, on a Vulkan device. Memory is the truth: images of the device are copies of byte ranges, and are
// written back when somebody else reads or writes those bytes.
#pragma once

#include "machine/r500/walk.hpp"
#include "render/r500/fixed_state.hpp"
#include "render/r500/geometry/triangles.hpp"
#include "render/r500/pipelines.hpp"
#include "render/r500/textures.hpp"
#include "render/vk/device.hpp"

#include <map>
#include <memory>
#include <set>

namespace relit::render::r500 {

/// How much has been done, and how long it took.
struct Statistics {
    std::uint64_t draws = 0, skipped = 0, triangles = 0;
    std::uint64_t translations = 0, pipelines = 0, submissions = 0;
    std::uint64_t loads = 0, write_backs = 0, texture_uploads = 0, drawn_textures = 0;
    double geometry_seconds = 0, translation_seconds = 0, pipeline_seconds = 0, device_seconds = 0;
};

/// Performs draws in order. One thread at a time.
class Renderer {
public:
    /// Both must outlive this.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> make(vk::Device& device, VideoMemory& memory);
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer() = default;

    /// A packet that draws nothing may clear what the next draw reads.
    void note(const machine::r500::Walker& walker);
    /// What is wrong with one draw is said in unfaithful(), and the draw is left out; a fault is one of the device.
    [[nodiscard]] Status draw(const machine::r500::Draw& draw);
    /// Memory has what was drawn to a buffer, or to all of them.
    [[nodiscard]] Status settle(std::optional<std::uint32_t> buffer = {});

    [[nodiscard]] Statistics statistics() const;
    /// What was not done as the chip does it: sentences, with the first draw of each.
    [[nodiscard]] const std::map<std::string, std::uint32_t>& unfaithful() const { return unfaithful_; }

private:
    /// The targets of a draw.
    struct Targets {
        std::vector<SurfaceImage*> colours;
        std::vector<BoundTarget> views;
        SurfaceImage* depth = nullptr;
        machine::r500::Extent size; // that all of them have
        std::uint32_t samples = 1;
    };
    struct Ready {
        const FragmentProgram* program = nullptr;
        std::vector<BoundTextureImage> textures; // as the program's
        VkPipeline pipeline = VK_NULL_HANDLE;
        const Layouts* layouts = nullptr;
        PassShape shape;
        std::vector<Rectangle> rectangles;
        DynamicState dynamic;
    };

    Renderer(vk::Device& device, VideoMemory& memory, Commands commands);
    void say(std::string text);
    /// Draws, or fails with the reason why not.
    [[nodiscard]] Status perform(const machine::r500::Draw& draw);
    [[nodiscard]] Status clear_through_depth(const machine::r500::Draw& draw, const Triangles& triangles);
    [[nodiscard]] Status fill(const SurfaceKey& key, std::uint32_t value, std::span<const Rectangle> rectangles);
    [[nodiscard]] Status fast_clear(const machine::r500::State& state);
    [[nodiscard]] Status resolve(const machine::r500::State& state);
    [[nodiscard]] Result<Targets> targets_of(const machine::r500::State& state);
    [[nodiscard]] Result<SurfaceImage*> image_of(const machine::r500::BoundSurface& surface, machine::r500::Extent size,
                                                 std::uint32_t samples);
    [[nodiscard]] std::uint32_t samples_of(const machine::r500::State& state);
    [[nodiscard]] Result<Ready> prepare(const machine::r500::Draw& draw, const Targets& targets);
    /// What registers of a draw ask for that is not done.
    void note_left_out(const machine::r500::State& state);
    [[nodiscard]] Result<std::vector<BoundTextureImage>> bind_textures(const machine::r500::State& state,
                                                                       const FragmentProgram& program,
                                                                       const Targets& targets);
    /// The target that a texture was drawn to, where it can be read as it is.
    [[nodiscard]] Result<std::optional<VkImageView>> drawn_texture(const machine::r500::BoundSurface& texture,
                                                                   const ByteRange& range, const Targets& targets);
    [[nodiscard]] Status record(const machine::r500::State& state, const Targets& targets, const Ready& ready,
                                const Triangles& triangles);
    [[nodiscard]] Result<std::vector<VkDescriptorSet>> descriptor_sets(const machine::r500::State& state,
                                                                       const Ready& ready);
    [[nodiscard]] Status open_pass(const Targets& targets, const PassShape& shape);
    void close_pass();
    [[nodiscard]] Status flush();
    /// Writes back what others than `except` have drawn to these bytes.
    [[nodiscard]] Status settle(const ByteRange& range, const SurfaceImage* except);
    [[nodiscard]] Status settle_arrays(const machine::r500::Draw& draw);

    vk::Device& device_;
    vk::Handles& handles_;
    VideoMemory& memory_;
    Commands commands_;
    Geometry geometry_;
    Programs programs_;
    Pipelines pipelines_;
    Textures textures_;
    std::map<SurfaceKey, std::unique_ptr<SurfaceImage>> images_;
    std::uint64_t image_bytes_ = 0;
    std::vector<VkImageView> open_; // the targets of the pass that is open
    vk::Owned<VkDescriptorPool> pool_;
    std::uint32_t sets_left_ = 0;
    bool clears_depth_ = false, clears_colour_ = false; // fast clears that wait for a draw
    Statistics statistics_;
    std::map<std::string, std::uint32_t> unfaithful_;
    std::uint32_t draw_ = 0;
};

} // namespace relit::render::r500
