// The histories of pixels of a capture (replay --pixel and --pixels), as text and as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "cli/replay/pixel_area.hpp"
#include "render/r500/pixel/history.hpp"

#include <optional>
#include <string>

namespace relit::cli {

class CapturePixels {
public:
    /// Events that --pixels tells, of which each pixel has its share; --pixel tells all.
    static constexpr std::uint32_t kMostEvents = 8192;
    /// x and y as they were given, and the row of memory that y is.
    struct Pixel {
        std::uint32_t x = 0, y = 0, row = 0;
    };
    /// `area`: of --pixels; nothing: there is the one pixel of --pixel.
    CapturePixels(render::r500::Player& player, std::span<const Pixel> pixels, const std::optional<PixelArea>& area);

    /// Usage where no target of the capture has a pixel.
    [[nodiscard]] Status check() const;
    /// After each draw.
    [[nodiscard]] Status after_draw() { return histories_.after_draw(); }
    /// After the last one: takes what memory holds.
    [[nodiscard]] Status finish();

    [[nodiscard]] std::string text() const;
    /// As the member pixel, or as area and pixels.
    void add_members(JsonWriter& json) const;

private:
    [[nodiscard]] std::string text_of(std::size_t pixel) const;
    void add_pixel(JsonWriter& json, std::size_t pixel) const;

    std::vector<Pixel> pixels_;
    std::optional<PixelArea> area_;
    std::vector<std::vector<render::r500::PixelEvent>> events_; // by pixel
    render::r500::PixelHistories histories_;
    std::vector<std::vector<render::r500::PixelBytes>> last_; // by pixel and location
};

} // namespace relit::cli
