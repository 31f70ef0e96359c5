// The names of the files in the folder of a cache, and how entries are named.
#pragma once

#include "base/hash/hash.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace relit::cache {

inline constexpr char kVersionFile[] = "relit-cache"; // also the lock of who writes
inline constexpr char kEntriesFolder[] = "entries";   // a file for each entry, named by its key in hex digits
inline constexpr char kCountersFile[] = "counters";
inline constexpr char kNewEntry[] = "new"; // while it is written

inline bool is_name_in_folder(std::string_view name) {
    const std::array<std::string_view, 4> all = {kVersionFile, kEntriesFolder, kCountersFile, kNewEntry};
    return std::ranges::find(all, name) != all.end();
}

inline std::string name_of_key(const Hash128& key) { return to_string(key); }
/// Nothing where it is the name of no entry.
inline std::optional<Hash128> key_of_name(std::string_view name) {
    constexpr std::size_t kDigits = 16; // of a half
    if (name.size() != 2 * kDigits) return {};
    const auto high = parse_hex(name.substr(0, kDigits), kDigits), low = parse_hex(name.substr(kDigits), kDigits);
    if (!high || !low) return {};
    const Hash128 key{*high, *low};
    return to_string(key) == name ? std::optional(key) : std::nullopt;
}

} // namespace relit::cache
