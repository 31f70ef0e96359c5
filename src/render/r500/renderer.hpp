// Draws what a card was given, on a Vulkan device. Memory is the truth: images of the device are copies of byte ranges, and are
// written back when anything else reads or writes those bytes.
#pragma once

#include "machine/r500/capture/walk.hpp"
#include "render/r500/counts.hpp"
#include "render/r500/program/descriptors.hpp"
#include "render/r500/program/prepared.hpp"
#include "render/r500/target/fills.hpp"
#include "render/r500/target/occlusion.hpp"
#include "render/r500/target/stage_counter.hpp"

#include <memory>

namespace relit::render::r500 {

/// How much has been done, and how long it took.
struct Statistics {
    std::uint64_t draws = 0, skipped = 0, triangles = 0;
    std::uint64_t translations = 0, pipelines = 0, submissions = 0;
    std::uint64_t loads = 0, write_backs = 0, texture_uploads = 0, drawn_textures = 0;
    double geometry_seconds = 0, translation_seconds = 0, pipeline_seconds = 0, upload_seconds = 0, device_seconds = 0;
};

/// How fragments of draws are counted. ByTriangle draws triangle by triangle where AtOnce need not: the counts are the same.
enum class Counting : std::uint8_t { Off, AtOnce, ByTriangle };

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

    /// Counts the fragments of the draws that follow: each is drawn up to six times more, without storing anything. False where the
    /// device has no exact counts.
    bool count(Counting how);
    /// Of the last draw; without its fragments while they are not counted.
    [[nodiscard]] const DrawCounts& counts() const { return counts_; }

    /// Predicts a draw without performing it: nothing is stored. Without `stages` only what would be written. `only`: of this
    /// rectangle. What triangles of the draw would do to each other is left out.
    struct Prediction {
        DrawCounts counts;
        std::uint64_t coloured = 0; // of `written`: those of which a target stores something
    };
    [[nodiscard]] Result<Prediction> predict(const machine::r500::Draw& draw, bool stages,
                                             std::optional<Rectangle> only = {});
    /// Performs the clears that wait for a draw's registers, as the draw itself does first.
    [[nodiscard]] Status clear_before(const machine::r500::Draw& draw);

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
        FixedState fixed;
        std::vector<Rectangle> rectangles;
        Rectangle bounds; // of what is counted
        DynamicState dynamic;
    };
    /// Numbers of queries, one a stage: those of stages that stop nothing are the same.
    struct StageQueries {
        std::uint32_t covered = 0, visible = 0, unkilled = 0, alpha_passed = 0, sampled = 0, stencil_passed = 0;
    };

    Renderer(vk::Device& device, VideoMemory& memory, Commands commands, std::shared_ptr<Prepared> prepared);
    void say(std::string text);
    void say(std::vector<std::string> texts);
    /// Draws, or fails with the reason why not.
    [[nodiscard]] Status perform(const machine::r500::Draw& draw);
    [[nodiscard]] Status draw_triangles(const machine::r500::Draw& draw, const Triangles& triangles);
    void note_frame(const machine::r500::State& state, const FragmentProgram& program);
    [[nodiscard]] Status write_back_arrays(const machine::r500::Draw& draw);
    [[nodiscard]] Status store_count(const machine::r500::Walker& walker);
    [[nodiscard]] Result<Targets> targets_of(const machine::r500::State& state);
    [[nodiscard]] std::uint32_t samples_of(const machine::r500::State& state);
    [[nodiscard]] Result<const FragmentProgram*> program_of(const machine::r500::State& state,
                                                            machine::r500::Primitive primitive, const Targets& targets);
    [[nodiscard]] Result<Ready> prepare(const machine::r500::Draw& draw, const Targets& targets);
    /// Makes the pipeline of a program and a fixed state.
    [[nodiscard]] Status make_pipeline(Ready& ready);
    [[nodiscard]] Result<std::vector<BoundTextureImage>> bind_textures(const machine::r500::State& state,
                                                                       const FragmentProgram& program,
                                                                       const Targets& targets);
    [[nodiscard]] Result<BoundTextureImage> bind_texture(const machine::r500::State& state, std::uint32_t unit,
                                                         const Targets& targets);
    [[nodiscard]] Status record(const machine::r500::State& state, const Targets& targets, const Ready& ready,
                                const Triangles& triangles);
    /// Binds all that a draw needs, in a pass over the targets.
    [[nodiscard]] Result<VkCommandBuffer> bind(const machine::r500::State& state, const Targets& targets,
                                               const Ready& ready, const Triangles& triangles);
    void note_drawn(const Targets& targets);
    void draw_rectangles(VkCommandBuffer commands, const Ready& ready, std::uint32_t first,
                         std::uint32_t triangles) const;

    // Counting is in renderer_counts.cpp.
    [[nodiscard]] Result<std::uint64_t> predict_written(const machine::r500::Draw& draw, bool stages,
                                                        std::optional<Rectangle> only);
    void add_stored(std::uint64_t pixels); // without a fragment program
    void count_primitives(const machine::r500::Draw& draw, const Triangles& triangles);
    /// Counts the draw, and performs it: in place of record().
    [[nodiscard]] Status record_counted(const machine::r500::Draw& draw, const Targets& targets, const Ready& ready,
                                        const Triangles& triangles);
    /// Nothing is stored where a draw has no target.
    [[nodiscard]] Status count_without_targets(const machine::r500::Draw& draw, const Triangles& triangles);
    [[nodiscard]] Result<StageQueries> count_stages(const machine::r500::Draw& draw, const Targets& targets,
                                                    const Ready& ready, const Triangles& triangles);
    /// Returns the number of the query around a draw with another program or fixed state.
    [[nodiscard]] Result<std::uint32_t> count_stage(const machine::r500::State& state, const Targets& targets,
                                                    Ready& stage, const Triangles& triangles);
    [[nodiscard]] Result<Ready> without_alpha_test(const machine::r500::Draw& draw, const Targets& targets,
                                                   const Ready& ready);
    /// Draws triangle by triangle: those that pass the stencil test, and the triangle itself, in turns.
    [[nodiscard]] Status record_by_triangle(const machine::r500::State& state, const Targets& targets,
                                            const Ready& ready, const Ready& stencil, const Triangles& triangles);
    void add_fragments(const Ready& ready, const StageQueries& queries, std::span<const std::uint64_t> samples,
                       std::uint64_t stencil_passed, std::uint64_t passed);
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
    StageCounter stage_counter_;
    Counting counting_ = Counting::Off;
    DrawCounts counts_;
    std::map<std::vector<VkImageView>, vk::Owned<VkFramebuffer>> framebuffers_;
    Statistics statistics_, prepared_before_; // the latter: what others had prepared already
    std::map<std::string, std::uint32_t> approximate_;
    std::uint32_t draw_ = 0;
};

} // namespace relit::render::r500
