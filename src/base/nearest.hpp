// Which of some names was meant by one that is none of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace relit {

/// How many letters must change, come or go until the one text is the other.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name that looks most like what was typed, the first of several; empty where none is near: more than one letter, and
/// a quarter of its own, would have to change.
[[nodiscard]] std::string_view nearest_of(std::string_view typed, std::span<const std::string_view> names);

} // namespace relit
