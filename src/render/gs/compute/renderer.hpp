// The GS on a Vulkan device: gathers primitives and draws them together; bit for bit what the reference draws.
#pragma once

#include "machine/gs/state/hazard.hpp"
#include "render/gs/compute/pipeline.hpp"
#include "render/gs/compute/target.hpp"
#include "render/gs/renderer.hpp"
#include "render/gs/samples/samples.hpp"

#include <bitset>
#include <chrono>
#include <deque>

namespace relit::render::gs::compute {

/// Why drawing was finished.
enum class Barrier : std::uint8_t {
#define BARRIER(name, printed, next) name,
#include "render/gs/compute/barriers.inc"
#undef BARRIER
};

/// When primitives wait for those before them.
enum class Barriers : std::uint8_t { Needed, Always };

struct Settings {
    Barriers barriers = Barriers::Needed;
    unsigned samples = 1; // of a pixel: a rate of sample_positions()
};

class Renderer final : public gs::Renderer {
public:
    ~Renderer() override;
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    /// Fails where there is no such device, or where it lacks something.
    [[nodiscard]] static Result<std::unique_ptr<gs::Renderer>> make(const reference::Rules& rules,
                                                                    const vk::DeviceOptions& options,
                                                                    const Settings& settings = {});

    using gs::Renderer::perform;
    void perform(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states) override;

    [[nodiscard]] Bytes read(MemoryRange range) override;
    void write(std::uint32_t begin, Bytes bytes) override;
    [[nodiscard]] std::vector<std::uint8_t> read_back(std::uint32_t qwords) override;
    [[nodiscard]] const Clut& clut() const override { return clut_; }
    [[nodiscard]] Image scanout(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    void feed_back(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    Timeline flush() override;
    [[nodiscard]] Timeline reached() override;
    void wait(Timeline value) override;
    [[nodiscard]] Timeline value_of(MemoryRange range) const override;
    [[nodiscard]] std::span<std::uint8_t> map(MemoryRange range) override;
    Timeline read_later(MemoryRange range, const std::function<void(Bytes)>& take) override;
    Timeline scan_later(const machine::gs::Vsync& vsync, const ScanoutOptions& options,
                        const std::function<void(Image)>& take) override;
    [[nodiscard]] RendererState save(RendererState room) override;
    void restore(const RendererState& state) override;
    [[nodiscard]] const Counts& counts() const override { return counts_; }
    [[nodiscard]] std::vector<NamedCount> details() const override;
    [[nodiscard]] std::uint64_t passes() const override { return submissions_; }
    Status trace(const PixelTracer* tracer) override;
    [[nodiscard]] unsigned samples() const override { return samples_ ? samples_->rate() : 1; }
    [[nodiscard]] Bytes read_sample(unsigned sample) override;
    [[nodiscard]] Status status() override;

private:
    Renderer(const reference::Rules& rules, Pipeline pipeline, const Settings& settings);

    using Pages = std::bitset<machine::gs::kPages>;
    /// What was told of frame and depth buffer.
    struct Noted {
        machine::gs::Buffer frame, depth;
        bool uses_depth = false;
        std::uint32_t keep = 0;
        Box box; // of which all was
    };

    void draw(const machine::gs::Draw& draw, const machine::gs::DrawState& state);
    void draw_alone(const machine::gs::Draw& draw, const machine::gs::DrawState& state, bool snaps);
    void ready_texture(const machine::gs::Draw& draw, const machine::gs::DrawState& state);
    void make_room(const machine::gs::DrawState& state, const RenderTarget& target);
    void note(const machine::gs::DrawState& state, const RenderTarget& target);
    void start(const machine::gs::StartTransfer& transfer);
    void take(const machine::gs::TransferData& data);
    void skip_back(std::uint32_t qwords);
    void wrote(std::span<const machine::gs::Access> accesses);

    /// Later primitives are drawn after those before.
    void end_pass(Barrier reason);
    /// Submits all that waits.
    void submit(Barrier reason);
    /// Waits for a value of the timeline; submits what waits, if it is of that.
    void reach(Timeline value, Barrier reason);
    /// Waits for what touches the same as these accesses.
    void finish_for(std::span<const machine::gs::Access> accesses, Barrier reason);
    /// Waits for everything.
    void finish(Barrier reason);
    [[nodiscard]] Timeline submitted() const { return pipeline_.timeline().submitted(); }
    /// The value at which the last submission is done that draws to some page of a range, or perhaps reads it.
    [[nodiscard]] Timeline last_use(MemoryRange range, bool is_read_too) const;

    /// Something that the device is asked for, and who gets it.
    struct Waiting {
        Timeline value = 0;
        std::function<void()> take;
    };
    /// Another one is asked for: if too many wait, the oldest are taken.
    void make_room_to_wait();
    /// Gives those that are reached to those who wait for them.
    void deliver();
    void note_scan(const Scan& scan, Timeline value);

    static constexpr std::size_t kReasons = 0
#define BARRIER(name, printed, next) +1
#include "render/gs/compute/barriers.inc"
#undef BARRIER
        ;

    reference::Rules rules_;
    Barriers when_;
    Pipeline pipeline_;
    Memory memory_;                    // over the pipeline's
    std::unique_ptr<Samples> samples_; // the same; null: a pixel has one, in memory_
    Snapping snapping_;
    Textures textures_;
    Batch batch_;
    RenderTarget target_;                // of the pass
    machine::gs::HazardTracker pass_;    // what its primitives draw to
    machine::gs::HazardTracker drawn_;   // what primitives draw to that are not known to be done
    Noted noted_;                        // the last of both
    Pages pass_pages_, unordered_pages_; // of this pass; of those since the last barrier between passes
    DrawNumbers pass_draws_;
    bool pass_waits_ = false;
    Clut clut_;
    Upload upload_;
    Download download_;
    std::vector<machine::gs::Access> transfer_;            // of the last one
    std::array<Timeline, machine::gs::kPages> drawn_at_{}; // by page: the last batch that draws to it
    std::array<Timeline, machine::gs::kPages> read_at_{};  // the same: the last scan or copy that reads it
    Timeline last_batch_ = 0;
    std::deque<Waiting> waiting_;
    Counts counts_;
    std::array<std::uint64_t, kReasons> barriers_{};
    std::chrono::nanoseconds waited_{}, decoded_{}; // on the host
    std::uint64_t submissions_ = 0, passes_ = 0, waits_ = 0, alone_ = 0;
    Status status_;
};

} // namespace relit::render::gs::compute
