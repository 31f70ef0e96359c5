#include "batch/inputs.hpp"

#include <glob.h>
#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// A file or folder that is an input, and its name below the folder that was searched.
struct Input {
    std::string file, name;
};

Result<std::vector<Input>> inputs_in(const std::string& folder, const RoleOf& role_of) {
    std::vector<Input> inputs;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        std::error_code ignored;
        const std::string path = at->path().string();
        const FolderRole role = at->is_directory(ignored) ? role_of(path) : FolderRole::Search;
        if (role != FolderRole::Search) at.disable_recursion_pending();
        if (role == FolderRole::Unit || at->is_regular_file(ignored))
            inputs.push_back({path, at->path().lexically_relative(folder).string()});
    }
    if (error) return fail(fmt::format("{}: cannot be read: {}", folder, error.message()));
    std::ranges::sort(inputs, {}, &Input::name);
    return inputs;
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
        auto inputs = inputs_in(word, role_of);
        if (!inputs) return std::unexpected(inputs.error());
        for (Input& input : *inputs) units.push_back({std::move(input.name), {std::move(input.file)}, {}, {}});
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
    std::map<std::string, unsigned> counts;
    for (const Unit& unit : units) ++counts[unit.name];
    for (Unit& unit : units)
        if (counts[unit.name] > 1) unit.name = unit.files[0];
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
    const auto left = inputs_in(first, role_of);
    const auto right = inputs_in(second, role_of);
    if (!left) return std::unexpected(left.error());
    if (!right) return std::unexpected(right.error());
    std::map<std::string_view, const Input*> by_name;
    for (const Input& input : *right) by_name.emplace(input.name, &input);
    Found found;
    for (const Input& input : *left) {
        const auto other = by_name.find(input.name);
        if (other == by_name.end()) {
            found.unpaired.push_back(input.file);
            continue;
        }
        found.units.push_back({input.name, {input.file, other->second->file}, {}, {}});
        by_name.erase(other);
    }
    for (const auto& [name, input] : by_name) found.unpaired.push_back(input->file);
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
