// Finds the inputs of a plan.
#pragma once

#include "base/result.hpp"
#include "batch/unit.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace relit::batch {

/// All that was found, without hashes and keys.
struct Found {
    std::vector<Unit> units;
    std::vector<std::string> unpaired; // of find_pairs(): files that one side alone has
};

/// A folder is searched, is one input as a whole (a capture, for instance), or is passed over (the store itself).
enum class FolderRole : std::uint8_t { Search, Unit, Skip };
using RoleOf = std::function<FolderRole(const std::string& folder)>;

/// A word is a file, a folder with files in it and its subfolders, sorted by name, or a pattern of the shell (*, ?, [...]) if no
/// file has that name. A unit's name is what follows the folder that was named, or the word itself. A fault (bad input) names
/// what cannot be read or matches nothing.
[[nodiscard]] Result<Found> find_inputs(std::span<const std::string> words, const RoleOf& role_of);

/// Files with one relative name in two folders, or two files.
[[nodiscard]] Result<Found> find_pairs(const std::string& first, const std::string& second, const RoleOf& role_of);

/// The words of a list: one a line, or ended by zero bytes, as find -print0 writes them.
[[nodiscard]] std::vector<std::string> words_of_list(std::string_view text, bool by_zero_bytes);

} // namespace relit::batch
