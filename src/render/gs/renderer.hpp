// Does the work of a GS and holds its local memory: what every renderer offers.
#pragma once

#include "render/gs/clut.hpp"
#include "render/gs/display.hpp"
#include "render/gs/snapping.hpp"
#include "render/gs/transfer.hpp"

#include <memory>
#include <string>

namespace relit::render::gs {

struct PixelTracer;

/// How much has been done. Pixels count once for each of their samples.
struct Counts {
    std::uint64_t primitives = 0, pixels = 0, palettes = 0, transfers = 0, copies = 0, uploaded_bytes = 0;
    std::uint64_t moved_pixels = 0; // of transfers from local memory, to itself or to the host

    /// Counts one that begins.
    void add(const StartTransfer& transfer);
};
/// A count that only some renderers have.
struct NamedCount {
    std::string name;
    std::uint64_t value = 0;
};

/// Bytes of local memory; all of them where nothing else is said. A range lies in memory.
struct MemoryRange {
    std::uint32_t begin = 0, size = kMemoryBytes;
};

/// All that later work depends on, as plain data: what one renderer saves any other restores.
struct RendererState {
    std::vector<std::uint8_t> memory;
    Clut clut;
    Upload upload;
    Download download;
    Counts counts;
    Snapping snapping;
    std::vector<std::uint8_t> samples; // memory of each sample, one after another; none where a pixel has one
};

/// Work is done in order: whatever is read, shown or saved is as all work before left it. One thread at a time.
class Renderer {
public:
    virtual ~Renderer() = default;

    /// Does one piece of work. `states` are those of its list; what the work refers to may go away afterwards. A vsync is
    /// no work here: scanout() and feed_back() do what it asks for.
    virtual void perform(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states) = 0;
    void perform(const machine::gs::WorkList& list) {
        for (const machine::gs::Work& work : list.items) perform(work, list.states);
    }

    /// Bytes of local memory; they are there until the renderer is called again.
    [[nodiscard]] virtual Bytes read(MemoryRange range) = 0;
    /// Writes local memory from a byte on, besides all transfers. No tracer hears of it.
    virtual void write(std::uint32_t begin, Bytes bytes) = 0;
    /// Reads what the host reads back: quadwords of the last transfer from local memory.
    [[nodiscard]] virtual std::vector<std::uint8_t> read_back(std::uint32_t qwords) = 0;
    /// The palette buffer.
    [[nodiscard]] virtual const Clut& clut() const = 0;

    /// What the display reads at a vsync: a frame or a field, its alpha that which AMOD chooses.
    [[nodiscard]] virtual Image scanout(const machine::gs::Vsync& vsync, const ScanoutOptions& options) = 0;
    /// Writes back what the display reads, where EXTWRITE says so.
    virtual void feed_back(const machine::gs::Vsync& vsync, const ScanoutOptions& options) = 0;

    [[nodiscard]] virtual RendererState save() = 0;
    virtual void restore(const RendererState& state) = 0;

    [[nodiscard]] virtual const Counts& counts() const = 0;
    /// Reports the events of its pixel to `tracer`, or to none; it must live as long as it is set. Fails with NotSupported where
    /// a renderer cannot tell.
    virtual Status trace(const PixelTracer* tracer) = 0;
    /// How many samples a pixel has.
    [[nodiscard]] virtual unsigned samples() const { return 1; }
    /// All of local memory as one sample has it, which is what read() gives where there is only one. It is there until the
    /// renderer is called again.
    [[nodiscard]] virtual Bytes read_sample([[maybe_unused]] unsigned sample) { return read({}); }
    /// How it went about its work, besides counts().
    [[nodiscard]] virtual std::vector<NamedCount> details() const { return {}; }
    /// How often work that was put off has been finished; where there is nothing to put off, 0.
    [[nodiscard]] virtual std::uint64_t passes() const { return 0; }
    /// What a device did wrong: work since then is lost.
    [[nodiscard]] virtual Status status() { return {}; }

protected:
    Renderer() = default;
    Renderer(const Renderer&) = default;
    Renderer(Renderer&&) = default;
    Renderer& operator=(const Renderer&) = default;
    Renderer& operator=(Renderer&&) = default;
};

} // namespace relit::render::gs
