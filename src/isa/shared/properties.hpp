// Properties that several guests tell in the same way.
#pragma once

#include "base/property.hpp"
#include "isa/text.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa {

/// The registers that are used: a list of names, for people "R0-R4 R7".
[[nodiscard]] inline Property registers_used(std::string name, std::span<const bool> used, std::string_view prefix) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) names.push_back(std::string(prefix) + std::to_string(i));
    return {std::move(name), std::move(names), ranges(used, prefix)};
}

/// The number of a slot, for people "slot 12".
[[nodiscard]] inline Property slot_property(std::string name, std::optional<std::uint64_t> slot) {
    if (!slot) return {std::move(name), {}};
    return {std::move(name), *slot, "slot " + std::to_string(*slot)};
}

/// The bits of lanes as hex digits.
[[nodiscard]] inline std::vector<std::string> hex_words(std::span<const std::uint32_t> lanes) {
    std::vector<std::string> words;
    for (const std::uint32_t lane : lanes) {
        std::string& word = words.emplace_back();
        for (unsigned digit = 8; digit-- > 0;) word += "0123456789abcdef"[lane >> (4 * digit) & 15];
    }
    return words;
}

/// What may be wrong with a file; it can come several times.
[[nodiscard]] inline Property warning_property(std::string text) { return {"warning", std::move(text), {}, true}; }

} // namespace relit::isa
