// Listings, explanations and facts as the verbs print them.
#pragma once

#include "isa/guest.hpp"

#include <string>
#include <vector>

namespace relit::cli {

[[nodiscard]] std::string listing_as_json(const isa::Listing& listing);
/// Instructions stand out, what is for people only is dim.
[[nodiscard]] std::string listing_in_color(const isa::Listing& listing);

[[nodiscard]] std::string explained_as_text(const isa::Listing& listing, const std::vector<isa::Explanation>& all);
[[nodiscard]] std::string explained_as_json(const isa::Listing& listing, const std::vector<isa::Explanation>& all);

[[nodiscard]] std::string facts_as_text(std::string_view isa, std::size_t bytes, const std::vector<isa::Fact>& facts);
[[nodiscard]] std::string facts_as_json(std::string_view isa, std::size_t bytes, const std::vector<isa::Fact>& facts);

} // namespace relit::cli
