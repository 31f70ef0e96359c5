// Listings, explanations and properties as the verbs print them.
#pragma once

#include "codec/codec.hpp"

#include <string>
#include <vector>

namespace relit {
class JsonWriter;
}

namespace relit::cli {

void write(JsonWriter& json, const codec::Line& line);
/// Instructions stand out, what is for people only is dim.
[[nodiscard]] codec::Line in_color(codec::Line line);

[[nodiscard]] std::string explained_as_text(const codec::Line& line, const codec::Explanation& explanation);
void write(JsonWriter& json, const codec::Line& line, const codec::Explanation& explanation);

[[nodiscard]] std::string properties_as_text(std::string_view isa, std::uint64_t bytes,
                                             const std::vector<Property>& properties);
[[nodiscard]] std::string properties_as_json(std::string_view isa, std::uint64_t bytes,
                                             const std::vector<Property>& properties);

} // namespace relit::cli
