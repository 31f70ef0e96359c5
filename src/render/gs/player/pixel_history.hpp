// The history of one pixel: every draw that came to it, and everything else that wrote the memory it lies in.
#pragma once

#include "machine/gs/dump/reader.hpp"
#include "render/gs/pixel_trace.hpp"
#include "render/gs/player/replay.hpp"

#include <functional>
#include <vector>

namespace relit::render::gs::player {

/// Where the pixel lies in one of the buffers that a dump uses.
struct PixelLocation {
    bool is_depth = false;
    machine::gs::Buffer buffer;
    std::uint32_t bit = 0, mask = 0; // the first bit, counted in bits of memory, and as many from there as the mask has
    bool came_late = false;          // transfers came before this was known
    std::uint32_t first = 0, last = 0; // the value when it was known, and the one that the history told last
};

/// The locations of a pixel in frames that are drawn to, their depth buffers, and buffers that are displayed.
class PixelLocations {
public:
    PixelLocations(std::int32_t x, std::int32_t y) : x_(x), y_(y) {}

    /// Where `work` uses the pixel in buffers that are not known yet. `states` are those of its list.
    void add(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states);
    [[nodiscard]] const std::vector<PixelLocation>& all() const { return all_; }
    [[nodiscard]] std::vector<PixelLocation>& all() { return all_; }

private:
    void add_buffer(const machine::gs::Buffer& buffer, bool is_depth);
    void add_display(const machine::gs::DispFb& display, const Circuit& circuit);

    std::int32_t x_, y_;
    std::vector<PixelLocation> all_;
};

/// The locations that a dump gives a pixel, found without drawing, until so many draws or frames are done; 0: all of them.
[[nodiscard]] PixelLocations find_locations(machine::gs::DumpReader& dump, std::int32_t x, std::int32_t y,
                                            std::uint64_t draws, std::uint64_t frames);

/// The value of a location changed, or was written alike.
struct PixelChange {
    std::size_t location = 0;
    std::uint32_t before = 0, after = 0;
};
/// One thing that came to the pixel: a draw with what it brought, a piece of a transfer, or the display's feedback.
struct PixelEvent {
    Position at; // before it
    const machine::gs::Work& work;
    const machine::gs::DrawState* state = nullptr;        // of a draw
    const TracedFragment* fragment = nullptr;             // likewise
    const machine::gs::StartTransfer* transfer = nullptr; // of a transfer
    std::vector<PixelChange> changes;
};

/// Stands beside a replay and tells what comes to the pixel, in order.
class PixelHistory {
public:
    using Tell = std::function<void(const PixelEvent&)>;
    /// `known`: locations that are told of from the beginning; others are when they are first used.
    PixelHistory(Replay& replay, std::int32_t x, std::int32_t y, PixelLocations known, Tell tell);
    PixelHistory(const PixelHistory&) = delete;
    PixelHistory& operator=(const PixelHistory&) = delete;
    ~PixelHistory() {
        [[maybe_unused]] const Status stopped = replay_.renderer().trace(nullptr); // which never fails
    }

    /// Fails where the renderer cannot tell what comes to a pixel.
    [[nodiscard]] const Status& status() const { return status_; }

    // Called around each piece of work that the replay does.
    void before(const machine::gs::Work& work);
    void after(const machine::gs::Work& work);

    [[nodiscard]] const std::vector<PixelLocation>& locations() const { return locations_.all(); }
    /// What memory holds at a location now.
    [[nodiscard]] std::uint32_t value(const PixelLocation& location) const;

private:
    void draw(const TracedFragment& fragment);
    [[nodiscard]] std::vector<PixelChange> take_changes();
    void watch_new();

    Replay& replay_;
    Tell tell_;
    PixelLocations locations_;
    std::size_t watched_ = 0; // of the locations
    WordWatch words_;
    PixelTracer tracer_;
    Status status_;
    Position position_;
    const machine::gs::Work* work_ = nullptr;
};

} // namespace relit::render::gs::player
