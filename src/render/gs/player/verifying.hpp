// Two renderers as one: both do all work, and what they leave is compared wherever the second one has finished work that it
// had put off.
#pragma once

#include "render/gs/renderer.hpp"

#include <functional>
#include <optional>

namespace relit::render::gs::player {

/// The first difference.
struct Mismatch {
    /// A value of a pixel of the frame, the depth buffer or what the display shows: the first that differs.
    struct Pixel {
        std::int32_t x = 0, y = 0;
        bool is_depth = false, is_shown = false;
        std::uint32_t wanted = 0, found = 0;
    };
    std::uint64_t first_draw = 0, last_draw = 0; // from 1: between these; one draw where they are the same
    bool only_together = false;                  // drawn one by one, nothing differs
    std::optional<machine::gs::Draw> draw;       // where it is one
    std::optional<machine::gs::DrawState> state;
    std::optional<Pixel> pixel;                          // nothing: no pixel of the draw differs, or it is no draw
    std::uint32_t first_word = 0, wanted = 0, found = 0; // of local memory
    std::size_t words = 0;                               // that differ
    std::optional<unsigned> sample;                      // whose memory it is; nothing: resolved memory
    bool palette = false;                                // the palette buffers differ, and memory does not
};

class VerifyingRenderer final : public Renderer {
public:
    VerifyingRenderer(std::unique_ptr<Renderer> truth, std::unique_ptr<Renderer> tested);

    [[nodiscard]] const std::optional<Mismatch>& mismatch() const { return mismatch_; }
    /// How often both were compared.
    [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }
    /// Compares now.
    void compare();

    using Renderer::perform;
    void perform(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states) override;
    [[nodiscard]] Bytes read(MemoryRange range) override;
    void write(std::uint32_t begin, Bytes bytes) override;
    [[nodiscard]] std::vector<std::uint8_t> read_back(std::uint32_t qwords) override;
    [[nodiscard]] const Clut& clut() const override { return truth_->clut(); }
    [[nodiscard]] Image scanout(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    void feed_back(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    [[nodiscard]] RendererState save(RendererState room) override { return truth_->save(std::move(room)); }
    void restore(const RendererState& state) override;
    [[nodiscard]] const Counts& counts() const override { return truth_->counts(); }
    [[nodiscard]] std::vector<NamedCount> details() const override { return tested_->details(); }
    Status trace(const PixelTracer* tracer) override { return truth_->trace(tracer); }
    [[nodiscard]] unsigned samples() const override { return truth_->samples(); }
    [[nodiscard]] Bytes read_sample(unsigned sample) override;
    /// Fails after a mismatch, which work after it does not change.
    [[nodiscard]] Status status() override;

private:
    /// Work since the last comparison, with all that it refers to.
    struct Window {
        RendererState before; // of both
        machine::gs::WorkList work;
        std::vector<std::vector<std::uint8_t>> bytes;
        std::size_t byte_count = 0;
        std::uint64_t draws = 0; // before it
    };

    void keep(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states);
    void begin_window();
    /// Memories, or palettes, differ.
    [[nodiscard]] std::optional<Mismatch> difference();
    void find_draw(Mismatch& mismatch);
    void find_pixel(Mismatch& mismatch);

    std::unique_ptr<Renderer> truth_, tested_;
    bool is_between_ = false; // one of both has done a piece of work, and the other has not: a tracer may look
    Window window_;
    std::uint64_t passes_ = 0; // of `tested_`, when both were compared last
    std::uint64_t draws_ = 0, comparisons_ = 0;
    std::optional<Mismatch> mismatch_;
};

/// In a sentence: "draw 12: pixel 3,4 of the frame is 0x..., not 0x...".
[[nodiscard]] std::string text_of(const Mismatch& mismatch);

} // namespace relit::render::gs::player
