// Listings, explanations and properties as the verbs print them.
#pragma once

#include "isa/guest.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace relit::cli {

[[nodiscard]] std::string listing_as_json(const isa::Listing& listing);
/// One of its lines.
[[nodiscard]] nlohmann::ordered_json json_of(const isa::Line& line);
/// Instructions stand out, what is for people only is dim.
[[nodiscard]] std::string listing_in_color(const isa::Listing& listing);

[[nodiscard]] std::string explained_as_text(const isa::Listing& listing, const std::vector<isa::Explanation>& all);
[[nodiscard]] std::string explained_as_json(const isa::Listing& listing, const std::vector<isa::Explanation>& all);

[[nodiscard]] nlohmann::ordered_json json_of(const isa::Line& line, const isa::Explanation& explanation);

[[nodiscard]] std::string properties_as_text(std::string_view isa, std::uint64_t bytes,
                                             const std::vector<isa::Property>& properties);
[[nodiscard]] std::string properties_as_json(std::string_view isa, std::uint64_t bytes,
                                             const std::vector<isa::Property>& properties);

} // namespace relit::cli
