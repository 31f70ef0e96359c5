// All that came to pixels of a capture while it is played: the interpreter and the rules of the reference compute what draws do to
// them, and what the device stored stands beside that.
#pragma once

#include "render/r500/pixel/drawn_pixel.hpp"
#include "render/r500/player.hpp"

#include <functional>
#include <optional>
#include <span>

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

/// Triangles over followed pixels that are computed, of all draws: each pixel has its share.
inline constexpr std::uint32_t kMostPixelFragments = 16384;
/// Pixels that one replay follows: each of their fragments runs in the interpreter.
inline constexpr std::uint32_t kMostFollowedPixels = 64;

/// A pixel in rows of memory.
struct FollowedPixel {
    std::uint32_t x = 0, y = 0;
};

/// The size of the image that a capture shows: of its readout, or else of the largest targets of a draw. Empty if nothing is drawn.
[[nodiscard]] machine::r500::Extent shown_size(const machine::r500::Capture& capture);

/// Follows pixels. Draws are performed as ever; memory has all that was drawn before each and after it.
class PixelHistories {
public:
    /// `pixel`: its number.
    using Tell = std::function<void(std::size_t pixel, const PixelEvent& event)>;
    /// The player must outlive this, and has performed no draw yet. `most`: events that are told of each pixel, and no more are
    /// computed; 0: all.
    PixelHistories(Player& player, std::span<const FollowedPixel> pixels, std::uint32_t most, Tell tell);
    PixelHistories(const PixelHistories&) = delete;
    PixelHistories& operator=(const PixelHistories&) = delete;
    ~PixelHistories() { player_.before_draws({}); }

    /// Of a pixel, in all draws of the capture.
    [[nodiscard]] const std::vector<PixelLocation>& locations(std::size_t pixel) const {
        return pixels_[pixel].locations;
    }
    /// Events of a pixel beyond those that were told.
    [[nodiscard]] std::uint32_t left_out(std::size_t pixel) const { return pixels_[pixel].left_out; }
    /// After each Player::next().
    [[nodiscard]] Status after_draw();
    /// Bytes that a location has now; empty where its buffer is not there.
    [[nodiscard]] Result<PixelBytes> bytes_of(const PixelLocation& location);

private:
    struct Pixel {
        FollowedPixel at;
        std::vector<PixelLocation> locations;
        std::vector<PixelBytes> last;                    // by location; empty: not known yet
        std::vector<std::optional<PixelBytes>> computed; // by location, of the draw that is performed
        PixelEvent event;
        bool is_covered = false;
        std::size_t fragments = 0; // that were computed
        std::uint32_t told = 0, left_out = 0;
    };
    /// All that the pixels of a draw share.
    struct Drawn;
    using Bound = machine::r500::BoundSurface;

    void find_locations();
    void add_location(const Bound& surface, machine::r500::Extent size);
    [[nodiscard]] Status before_draw(const machine::r500::Draw& draw);
    /// Tells what has changed since the last event, of each pixel: an event of this kind, or its own.
    [[nodiscard]] Status take_changes(const machine::r500::Draw& draw, std::optional<PixelEvent::Kind> kind);
    void take_changes(std::size_t number, PixelEvent event, std::vector<PixelBytes> now);
    /// By pixel and location; a buffer is read once.
    [[nodiscard]] Result<std::vector<std::vector<PixelBytes>>> read_all();
    [[nodiscard]] Status compute(const machine::r500::Draw& draw);
    [[nodiscard]] Status compute(Pixel& pixel, Drawn& drawn);

    Player& player_;
    std::uint32_t most_;
    Tell tell_;
    Geometry geometry_;
    std::vector<Pixel> pixels_;
};

} // namespace relit::render::r500
