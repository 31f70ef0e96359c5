// Does the work of a GS and holds its local memory: what every renderer offers.
#pragma once

#include "render/gs/display/display.hpp"
#include "render/gs/memory/clut.hpp"
#include "render/gs/memory/transfer.hpp"
#include "render/gs/samples/snapping.hpp"

#include <functional>
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

/// How far work is: values of a renderer's own timeline, which grow. Work that is done at once has 0, which is always reached.
using Timeline = std::uint64_t;

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

/// Work is done in order: whatever is read, shown or saved is as all work before left it, however late it is taken. One thread
/// at a time.
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

    // ---- without waiting, for those renderers that put work off
    /// Starts all work so far; returns the value at which it is done.
    virtual Timeline flush() { return 0; }
    /// The value up to which all is done now. Calls the handlers of what was read or scanned until then.
    [[nodiscard]] virtual Timeline reached() { return 0; }
    /// Waits for a value; starts the work that reaches it, if it is that of work so far. Calls handlers as reached() does.
    virtual void wait([[maybe_unused]] Timeline value) {}
    /// The value at which all work so far that reads or writes some page of a range is done.
    [[nodiscard]] virtual Timeline value_of([[maybe_unused]] MemoryRange range) const { return 0; }
    /// Bytes to be written by the host, which are as work so far left them; only until the renderer is called again. Nothing
    /// where a renderer has several memories: write() does.
    [[nodiscard]] virtual std::span<std::uint8_t> map([[maybe_unused]] MemoryRange range) { return {}; }
    /// Gives local memory as all work so far leaves it to a handler, once the returned value is reached. Handlers are called in
    /// the order of their values, in reached(), in wait() and where too many are waiting; they do not call the renderer. What is
    /// not reached when the renderer goes is not given.
    virtual Timeline read_later(MemoryRange range, const std::function<void(Bytes)>& take) {
        take(read(range));
        return 0;
    }
    /// The same of what the display reads.
    virtual Timeline scan_later(const machine::gs::Vsync& vsync, const ScanoutOptions& options,
                                const std::function<void(Image)>& take) {
        take(scanout(vsync, options));
        return 0;
    }

    /// `room` is a state that is no longer needed: what it has allocated is used again.
    [[nodiscard]] virtual RendererState save(RendererState room) = 0;
    [[nodiscard]] RendererState saved() { return save(RendererState()); }
    virtual void restore(const RendererState& state) = 0;

    [[nodiscard]] virtual const Counts& counts() const = 0;
    /// Reports the events of its pixels to `tracer`, or to none; it must live as long as it is set. Fails with NotSupported where
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
