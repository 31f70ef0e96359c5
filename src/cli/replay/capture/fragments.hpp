// Fragments of a pixel of a capture, as text and as JSON: what --pixel and --verify print of them.
#pragma once

#include "base/json/writer.hpp"
#include "render/r500/pixel/drawn_pixel.hpp"

#include <string>

namespace relit::cli::capture_fragments {

/// As the registers name it: "TRIANGLE_LIST".
[[nodiscard]] std::string primitive_name(machine::r500::Primitive primitive);
/// The bytes as one number, the highest address first.
[[nodiscard]] std::string word_text(const render::r500::PixelBytes& bytes);
/// Lines that are indented by two blanks.
[[nodiscard]] std::string fragment_text(const render::r500::PixelFragment& fragment);
/// The members of an object.
void add_fragment(JsonWriter& json, const render::r500::PixelFragment& fragment);

} // namespace relit::cli::capture_fragments
