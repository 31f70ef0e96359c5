// All that came to one pixel of a capture while it is played: the interpreter and the rules of the reference compute what draws do to
// it, and what the device stored stands beside that.
#pragma once

#include "render/r500/pixel/drawn_pixel.hpp"
#include "render/r500/player.hpp"

#include <functional>

namespace relit::render::r500 {

/// A location in memory that the pixel has: in a target or a depth buffer of some draw.
struct PixelLocation {
    machine::r500::SurfaceUse use{};
    std::uint32_t unit = 0;   // of targets
    std::uint32_t buffer = 0; // its handle
    std::uint64_t offset = 0; // in the buffer
    std::size_t size = 0;     // in bytes
    [[nodiscard]] bool is_same(const PixelLocation& other) const {
        return buffer == other.buffer && offset == other.offset && size == other.size;
    }
};

/// Bytes of a location before and after an event.
struct PixelChange {
    std::size_t location = 0;
    PixelBytes before, after;
    std::optional<PixelBytes> computed; // nothing: of this location nothing was computed
    [[nodiscard]] bool differs() const { return computed && *computed != after; }
};

struct PixelEvent {
    /// Clear: a fast clear, or one through the depth unit. Memory: the CPU, or something before the draw, wrote to the buffer.
    enum class Kind : std::uint8_t { Draw, Clear, Resolve, Memory } kind{};
    std::uint32_t draw = 0, submission = 0;
    machine::r500::Primitive primitive{};
    std::vector<PixelFragment> fragments;
    std::string uncomputed; // why no fragment is told of, though the draw covers the pixel
    std::vector<std::string> approximate;
    std::vector<PixelChange> changes; // of draws those of all locations that they may write
};

/// Triangles over the pixel that are computed, of all draws.
inline constexpr std::uint32_t kMostPixelFragments = 16384;

/// Follows one pixel. Draws are performed as ever; memory has all that was drawn before each and after it.
class PixelHistory {
public:
    using Tell = std::function<void(const PixelEvent& event)>;
    /// `y` counts rows of memory. The player must outlive this, and has performed no draw yet.
    PixelHistory(Player& player, std::uint32_t x, std::uint32_t y, Tell tell);
    PixelHistory(const PixelHistory&) = delete;
    PixelHistory& operator=(const PixelHistory&) = delete;
    ~PixelHistory() { player_.before_draws({}); }

    [[nodiscard]] const std::vector<PixelLocation>& locations() const {
        return locations_;
    } // of all draws of the capture
    /// After each Player::next().
    [[nodiscard]] Status after_draw();
    /// Bytes that a location has now; empty where its buffer is not there.
    [[nodiscard]] Result<PixelBytes> bytes_of(const PixelLocation& location);

private:
    void find_locations();
    void add_location(const machine::r500::BoundSurface& surface, machine::r500::Extent size);
    [[nodiscard]] std::size_t index_of(const PixelLocation& location) const;
    [[nodiscard]] std::optional<PixelLocation> location_of(const machine::r500::BoundSurface& surface,
                                                           machine::r500::Extent size) const;
    [[nodiscard]] Status before_draw(const machine::r500::Draw& draw);
    /// Tells what has changed since the last event.
    [[nodiscard]] Status take_changes(PixelEvent event);
    [[nodiscard]] Result<std::vector<PixelBytes>> read_all();
    [[nodiscard]] Status compute(const machine::r500::Draw& draw);

    Player& player_;
    std::uint32_t x_ = 0, y_ = 0;
    Tell tell_;
    Geometry geometry_;
    std::vector<PixelLocation> locations_;
    std::vector<PixelBytes> last_;                    // by location; empty: not known yet
    std::vector<std::optional<PixelBytes>> computed_; // by location, of the draw that is performed
    PixelEvent event_;
    bool is_covered_ = false;
    std::size_t fragments_ = 0; // that were computed
};

} // namespace relit::render::r500
