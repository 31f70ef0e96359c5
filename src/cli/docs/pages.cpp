#include "cli/docs/pages.hpp"

#include "cli/io/files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".md";

/// The folder of the program is bin or build/NAME. Empty where neither has pages beside it.
fs::path folder_of_docs() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const char* const path : {"../share/doc/relit/docs", "../../docs"})
        if (const fs::path folder = program / path; fs::is_regular_file(folder / "recognition.md", error))
            return folder;
    return {};
}

} // namespace

std::vector<std::string> pages_of_docs() {
    std::vector<std::string> names;
    const fs::path folder = folder_of_docs();
    if (folder.empty()) return names;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error); !error && at != fs::recursive_directory_iterator();
         at.increment(error)) {
        const std::string name = at->path().lexically_relative(folder).string();
        if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
    }
    std::ranges::sort(names);
    return names;
}

Result<std::string> page_of_docs(std::string_view name) {
    const auto bytes = read_input((folder_of_docs() / std::string(name)).string() + std::string(kEnding));
    if (!bytes) return std::unexpected(bytes.error());
    return std::string(bytes->begin(), bytes->end());
}

} // namespace relit::cli
