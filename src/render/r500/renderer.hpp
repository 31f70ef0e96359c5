// Draws what a card was given, on a Vulkan device. Memory is the truth: images of the device are copies of byte ranges, and are
// written back when anything else reads or writes those bytes.
#pragma once

#include "machine/r500/capture/walk.hpp"
#include "render/r500/program/descriptors.hpp"
#include "render/r500/program/prepared.hpp"
#include "render/r500/target/fills.hpp"
#include "render/r500/target/occlusion.hpp"

#include <memory>

namespace relit::render::r500 {

/// How much has been done, and how long it took.
struct Statistics {
    std::uint64_t draws = 0, skipped = 0, triangles = 0;
    std::uint64_t translations = 0, pipelines = 0, submissions = 0;
    std::uint64_t loads = 0, write_backs = 0, texture_uploads = 0, drawn_textures = 0;
    double geometry_seconds = 0, translation_seconds = 0, pipeline_seconds = 0, upload_seconds = 0, device_seconds = 0;
};

/// Performs draws in order. One thread at a time.
class Renderer {
public:
    /// `device` and `memory` must outlive this. `prepared` belongs to the device; renderers of one thread can share it.
    [[nodiscard]] static Result<std::unique_ptr<Renderer>> make(vk::Device& device, VideoMemory& memory,
                                                                std::shared_ptr<Prepared> prepared);
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer() = default;

    /// A packet without a draw may still change what draws find, or store what they left.
    [[nodiscard]] Status note(const machine::r500::Walker& walker);
    /// What is wrong with one draw is said in approximate(), and the draw is left out; a fault is one of the device.
    [[nodiscard]] Status draw(const machine::r500::Draw& draw);
    /// Memory has what was drawn to a buffer, or to all of them.
    [[nodiscard]] Status write_back(std::optional<std::uint32_t> buffer = {});

    [[nodiscard]] Statistics statistics() const;
    /// What was not done as the chip does it: sentences, with the first draw of each.
    [[nodiscard]] const std::map<std::string, std::uint32_t>& approximate() const { return approximate_; }

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

    Renderer(vk::Device& device, VideoMemory& memory, Commands commands, std::shared_ptr<Prepared> prepared);
    void say(std::string text);
    void say(std::vector<std::string> texts);
    /// Draws, or fails with the reason why not.
    [[nodiscard]] Status perform(const machine::r500::Draw& draw);
    void note_frame(const machine::r500::State& state, const FragmentProgram& program);
    [[nodiscard]] Status write_back_arrays(const machine::r500::Draw& draw);
    [[nodiscard]] Status store_count(const machine::r500::Walker& walker);
    [[nodiscard]] Result<Targets> targets_of(const machine::r500::State& state);
    [[nodiscard]] std::uint32_t samples_of(const machine::r500::State& state);
    [[nodiscard]] Result<Ready> prepare(const machine::r500::Draw& draw, const Targets& targets);
    [[nodiscard]] Result<std::vector<BoundTextureImage>> bind_textures(const machine::r500::State& state,
                                                                       const FragmentProgram& program,
                                                                       const Targets& targets);
    [[nodiscard]] Result<BoundTextureImage> bind_texture(const machine::r500::State& state, std::uint32_t unit,
                                                         const Targets& targets);
    [[nodiscard]] Status record(const machine::r500::State& state, const Targets& targets, const Ready& ready,
                                const Triangles& triangles);
    [[nodiscard]] Result<VkFramebuffer> framebuffer(const Targets& targets, const PassShape& shape);
    [[nodiscard]] Result<VkCommandBuffer> open_pass(const Targets& targets, const PassShape& shape);

    vk::Device& device_;
    vk::Handles& handles_;
    VideoMemory& memory_;
    std::shared_ptr<Prepared> prepared_;
    Commands commands_;
    Geometry geometry_;
    Textures textures_;
    SurfaceImages images_;
    Fills fills_;
    Descriptors descriptors_;
    Occlusion occlusion_;
    std::map<std::vector<VkImageView>, vk::Owned<VkFramebuffer>> framebuffers_;
    Statistics statistics_, prepared_before_; // the latter: what others had prepared already
    std::map<std::string, std::uint32_t> approximate_;
    std::uint32_t draw_ = 0;
};

} // namespace relit::render::r500
