// The history of a pixel as people and as programs read it.
#pragma once

#include "base/json/writer.hpp"
#include "cli/replay/pixel_area.hpp"
#include "render/gs/player/pixel_history.hpp"

#include <string>

namespace relit::cli {

using render::gs::player::PixelChange, render::gs::player::PixelEvent, render::gs::player::PixelLocation;

/// Its name, or its code.
[[nodiscard]] std::string format_text(machine::gs::PixelFormat format);

[[nodiscard]] std::string event_text(const PixelEvent& event, const std::vector<PixelLocation>& locations);
/// To the object that is open.
void add_members(JsonWriter& json, const PixelEvent& event);
/// The rectangle of --pixels, and how many pixels of it are followed in each direction.
void add_area(JsonWriter& json, const PixelArea& area);

/// A location, and what memory holds there.
[[nodiscard]] std::string location_text(const PixelLocation& location, std::uint32_t value);
void add_members(JsonWriter& json, const PixelLocation& location, std::uint32_t value);

} // namespace relit::cli
