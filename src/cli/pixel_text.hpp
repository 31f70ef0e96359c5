// The history of a pixel as people and as programs read it.
#pragma once

#include "render/gs/player/pixel_history.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace relit::cli {

using render::gs::player::PixelChange, render::gs::player::PixelEvent, render::gs::player::PixelLocation;

/// Its name, or its code.
[[nodiscard]] std::string format_text(machine::gs::PixelFormat format);

[[nodiscard]] std::string text_of(const PixelEvent& event, const std::vector<PixelLocation>& places);
[[nodiscard]] nlohmann::ordered_json json_of(const PixelEvent& event);

/// A place, and what memory holds there.
[[nodiscard]] std::string text_of(const PixelLocation& place, std::uint32_t value);
[[nodiscard]] nlohmann::ordered_json json_of(const PixelLocation& place, std::uint32_t value);

} // namespace relit::cli
