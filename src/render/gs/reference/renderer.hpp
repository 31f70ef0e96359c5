// The truth: does all work in order, one primitive after another, on the CPU, in the arithmetic of docs/machine/gs.md.
#pragma once

#include "render/gs/reference/drawing.hpp"
#include "render/gs/renderer.hpp"
#include "render/gs/samples/samples.hpp"

namespace relit::render::gs::reference {

class Renderer final : public gs::Renderer {
public:
    /// `rate`: samples of a pixel, one of sample_positions().
    explicit Renderer(const Rules& rules = {}, unsigned rate = 1);

    using gs::Renderer::perform;
    void perform(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states) override;

    [[nodiscard]] Bytes read(MemoryRange range) override { return memory().bytes().subspan(range.begin, range.size); }
    void write(std::uint32_t begin, Bytes bytes) override;
    [[nodiscard]] std::span<std::uint8_t> map(MemoryRange range) override;
    [[nodiscard]] std::vector<std::uint8_t> read_back(std::uint32_t qwords) override;
    [[nodiscard]] const Clut& clut() const override { return clut_; }
    [[nodiscard]] Image scanout(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    void feed_back(const machine::gs::Vsync& vsync, const ScanoutOptions& options) override;
    [[nodiscard]] RendererState save(RendererState room) override;
    void restore(const RendererState& state) override;
    [[nodiscard]] const Counts& counts() const override { return counts_; }
    Status trace(const PixelTracer* tracer) override;
    [[nodiscard]] unsigned samples() const override { return samples_ ? samples_->rate() : 1; }
    [[nodiscard]] Bytes read_sample(unsigned sample) override;

    [[nodiscard]] Memory& memory() { return memory_; }
    [[nodiscard]] const Memory& memory() const { return memory_; }
    void set_clut(const Clut& clut) { clut_ = clut; }

private:
    void draw(const machine::gs::Draw& draw, const machine::gs::DrawState& state);
    void start(const machine::gs::StartTransfer& transfer);

    Rules rules_;
    Memory memory_;
    std::unique_ptr<Samples> samples_; // null: a pixel has one, in memory_
    Snapping snapping_;
    Clut clut_;
    Upload upload_;
    Download download_;
    Counts counts_;
    const PixelTracer* tracer_ = nullptr;
};

} // namespace relit::render::gs::reference
