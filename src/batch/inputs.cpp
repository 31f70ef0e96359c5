#include "batch/inputs.hpp"

#include <glob.h>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// A unit for each input, sorted by the names that they have below the folder.
Result<std::vector<Unit>> units_in(const std::string& folder, const RoleOf& role_of) {
    std::vector<Unit> units;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        std::error_code ignored;
        const std::string path = at->path().string();
        const FolderRole role = at->is_directory(ignored) ? role_of(path) : FolderRole::Search;
        if (role != FolderRole::Search) at.disable_recursion_pending();
        if (role == FolderRole::Unit || at->is_regular_file(ignored))
            units.push_back({at->path().lexically_relative(folder).string(), {path}, {}, {}});
    }
    if (error) return fail(fmt::format("{}: cannot be read: {}", folder, error.message()));
    std::ranges::sort(units, {}, &Unit::name);
    return units;
}

/// The paths that a pattern of the shell matches; none if it is no pattern, too.
std::vector<std::string> matches_of(const std::string& pattern) {
    glob_t found{};
    std::vector<std::string> paths;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return paths;
}

Status add_word(const std::string& word, const RoleOf& role_of, std::vector<Unit>& units) {
    std::error_code error;
    const auto type = fs::status(word, error).type();
    if (type == fs::file_type::directory && role_of(word) != FolderRole::Unit) {
        auto found = units_in(word, role_of);
        if (!found) return std::unexpected(found.error());
        if (units.empty())
            units = std::move(*found);
        else
            std::ranges::move(*found, std::back_inserter(units));
        return {};
    }
    if (fs::exists(word, error)) {
        units.push_back({word, {word}, {}, {}});
        return {};
    }
    const auto paths = matches_of(word);
    if (paths.empty() || (paths.size() == 1 && paths[0] == word))
        return fail(fmt::format("{}: no such file, and no pattern that matches one", word));
    for (const std::string& path : paths)
        if (const Status added = add_word(path, role_of, units); !added) return added;
    return {};
}

/// Units whose names are equal are called by their paths.
void make_names_differ(std::vector<Unit>& units) {
    std::vector<std::uint32_t> by_name(units.size());
    std::iota(by_name.begin(), by_name.end(), 0U);
    const auto name_of = [&](std::uint32_t number) -> const std::string& { return units[number].name; };
    std::ranges::sort(by_name, {}, name_of);
    for (auto first = by_name.begin(); first != by_name.end();) {
        const auto end = std::find_if(first, by_name.end(),
                                      [&](std::uint32_t number) { return name_of(number) != name_of(*first); });
        const bool is_alone = end - first == 1;
        for (; first != end; ++first)
            if (!is_alone) units[*first].name = units[*first].files[0];
    }
}

} // namespace

Result<Found> find_inputs(std::span<const std::string> words, const RoleOf& role_of) {
    Found found;
    for (const std::string& word : words)
        if (const Status added = add_word(word, role_of, found.units); !added) return std::unexpected(added.error());
    make_names_differ(found.units);
    return found;
}

Result<Found> find_pairs(const std::string& first, const std::string& second, const RoleOf& role_of) {
    std::error_code error;
    if (!fs::is_directory(first, error) || !fs::is_directory(second, error))
        return Found{{Unit{first, {first, second}, {}, {}}}, {}};
    const auto left = units_in(first, role_of);
    const auto right = units_in(second, role_of);
    if (!left) return std::unexpected(left.error());
    if (!right) return std::unexpected(right.error());
    std::map<std::string_view, const std::string*> by_name; // the files of the second folder
    for (const Unit& unit : *right) by_name.emplace(unit.name, &unit.files[0]);
    Found found;
    for (const Unit& unit : *left) {
        const auto other = by_name.find(unit.name);
        if (other == by_name.end()) {
            found.unpaired.push_back(unit.files[0]);
            continue;
        }
        found.units.push_back({unit.name, {unit.files[0], *other->second}, {}, {}});
        by_name.erase(other);
    }
    for (const auto& [name, file] : by_name) found.unpaired.push_back(*file);
    return found;
}

std::vector<std::string> words_of_list(std::string_view text, bool by_zero_bytes) {
    const char end = by_zero_bytes ? '\0' : '\n';
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(end));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!word.empty()) words.emplace_back(word);
    }
    return words;
}

} // namespace relit::batch
