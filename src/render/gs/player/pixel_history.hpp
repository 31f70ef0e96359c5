// The history of pixels: every draw that came to one of them, and everything else that wrote the memory it lies in.
#pragma once

#include "machine/gs/dump/reader.hpp"
#include "render/gs/pixel_trace.hpp"
#include "render/gs/player/replay.hpp"

#include <array>
#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace relit::render::gs::player {

/// Pixels that one replay follows.
inline constexpr std::uint32_t kMostPixels = 4096;

/// Where the pixel lies in one of the buffers that a dump uses.
struct PixelLocation {
    bool is_depth = false;
    machine::gs::Buffer buffer;
    std::uint32_t bit = 0, mask = 0; // the first bit, counted in bits of memory, and as many from there as the mask has
    bool came_late = false;          // transfers came before this was known
    std::uint32_t first = 0, last = 0; // the value when it was known, and the one that the history told last
};

/// The locations of pixels in frames that are drawn to, their depth buffers, and buffers that are displayed.
class PixelLocations {
public:
    explicit PixelLocations(std::vector<PixelAt> pixels) : pixels_(std::move(pixels)), all_(pixels_.size()) {}

    /// Where `work` uses the pixels in buffers that are not known yet. `states` are those of its list.
    void add(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states);
    [[nodiscard]] const std::vector<PixelAt>& pixels() const { return pixels_; }
    [[nodiscard]] const std::vector<PixelLocation>& of(std::size_t pixel) const { return all_[pixel]; }
    [[nodiscard]] std::vector<PixelLocation>& of(std::size_t pixel) { return all_[pixel]; }
    /// Of all pixels.
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    using Targets = std::array<std::uint32_t, 7>; // scissor, FRAME and ZBUF of a draw, and whether it has a depth test

    void add_buffer(std::size_t pixel, const machine::gs::Buffer& buffer, bool is_depth);
    void add_display(const machine::gs::DispFb& display, const Circuit& circuit);

    std::vector<PixelAt> pixels_;
    std::vector<std::vector<PixelLocation>> all_; // by pixel
    std::size_t count_ = 0;
    std::set<Targets> known_; // of draws that were looked at
};

/// Does not draw, and tells of each piece of work in a dump, until so many draws or frames are done; 0: all of them.
using TellOfWork = std::function<void(const machine::gs::Work& work, std::span<const machine::gs::DrawState> states)>;
void look_through(machine::gs::DumpReader& dump, std::uint64_t draws, std::uint64_t frames, const TellOfWork& tell);

/// The locations that a dump gives pixels, found without drawing, until so many draws or frames are done; 0: all of them.
[[nodiscard]] PixelLocations find_locations(machine::gs::DumpReader& dump, std::vector<PixelAt> pixels,
                                            std::uint64_t draws, std::uint64_t frames);

/// The part of its buffer that the display shows, found likewise: all that it shows at any time, or, if it shows nothing, the
/// scissors of all draws. Empty if there are none.
[[nodiscard]] Rect find_shown(machine::gs::DumpReader& dump, std::uint64_t draws, std::uint64_t frames);

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

/// Stands beside a replay and tells what comes to pixels, in order.
class PixelHistories {
public:
    /// `pixel`: its number in the locations.
    using Tell = std::function<void(std::size_t pixel, const PixelEvent& event)>;
    /// `known`: the pixels, each of them once, and locations that are told of from the beginning; others are when they are first
    /// used. `most`: events that are told of each pixel; 0: all.
    PixelHistories(Replay& replay, PixelLocations known, std::uint64_t most, Tell tell);
    PixelHistories(const PixelHistories&) = delete;
    PixelHistories& operator=(const PixelHistories&) = delete;
    ~PixelHistories() {
        [[maybe_unused]] const Status stopped = replay_.renderer().trace(nullptr); // which never fails
    }

    /// Fails where the renderer cannot tell what comes to a pixel.
    [[nodiscard]] const Status& status() const { return status_; }

    // Called around each piece of work that the replay does.
    void before(const machine::gs::Work& work);
    void after(const machine::gs::Work& work);

    [[nodiscard]] const PixelLocations& locations() const { return locations_; }
    /// Events of a pixel beyond those that were told.
    [[nodiscard]] std::uint64_t left_out(std::size_t pixel) const { return events_[pixel] - told_[pixel]; }
    /// What memory holds at a location now.
    [[nodiscard]] std::uint32_t value(const PixelLocation& location) const;

private:
    struct Use {
        std::uint32_t pixel = 0, location = 0;
        [[nodiscard]] auto operator<=>(const Use&) const = default;
    };

    void draw(const TracedFragment& fragment);
    /// The locations that have been written since this was asked last, by pixel.
    [[nodiscard]] std::vector<Use> take_written();
    /// Tells of an event at pixels with changes, and at `here`, which has one without.
    void tell(const PixelEvent& event, const std::vector<Use>& written, const std::uint32_t* here);
    void watch_new();

    Replay& replay_;
    std::uint64_t most_;
    Tell tell_;
    PixelLocations locations_;
    std::vector<std::size_t> watched_;                         // of the locations of each pixel
    std::size_t watched_count_ = 0;                            // of all pixels
    std::vector<std::uint64_t> events_, told_;                 // of each pixel
    std::unordered_map<std::uint32_t, std::vector<Use>> uses_; // by the word of memory
    WordWatch words_;
    PixelSet pixels_;
    PixelTracer tracer_;
    Status status_;
    Position position_;
    const machine::gs::Work* work_ = nullptr;
};

} // namespace relit::render::gs::player
