// The history of a pixel of a capture (replay --pixel), as text and as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "render/r500/pixel/history.hpp"

#include <string>

namespace relit::cli {

class CapturePixel {
public:
    /// x and y as they were given, and the row of memory that y is.
    CapturePixel(render::r500::Player& player, std::uint32_t x, std::uint32_t y, std::uint32_t row);

    /// Usage where no target of the capture has the pixel.
    [[nodiscard]] Status check() const;
    /// After each draw.
    [[nodiscard]] Status after_draw() { return history_.after_draw(); }
    /// After the last one: takes what memory holds.
    [[nodiscard]] Status finish();

    [[nodiscard]] std::string text() const;
    /// As the member pixel.
    void add_members(JsonWriter& json) const;

private:
    std::uint32_t x_ = 0, y_ = 0, row_ = 0;
    std::vector<render::r500::PixelEvent> events_;
    render::r500::PixelHistory history_;
    std::vector<render::r500::PixelBytes> last_; // by location
};

} // namespace relit::cli
