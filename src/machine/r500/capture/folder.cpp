#include "machine/r500/capture/folder.hpp"

#include "base/file.hpp"
#include "base/zip.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 65535; // what the directory of an archive counts

/// Regular files below a folder, by name.
Result<std::vector<fs::path>> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->is_regular_file(error) && !at->is_symlink(error)) files.push_back(at->path());
        if (files.size() > kMostFiles) return fail(fmt::format("has more than {} files", kMostFiles));
    }
    if (error) return fail(fmt::format("cannot read the folder: {}", error.message()));
    std::ranges::sort(files);
    return files;
}

} // namespace

bool is_capture_folder(const fs::path& folder) {
    std::error_code error;
    return fs::is_directory(folder, error) && fs::is_regular_file(folder / "manifest.json", error);
}

Result<std::vector<std::uint8_t>> archive_of_folder(const fs::path& folder, std::uint64_t most) {
    const auto files = files_in(folder);
    if (!files) return std::unexpected(files.error());
    std::vector<ZipFile> zip;
    std::uint64_t bytes = 0;
    for (const fs::path& file : *files) {
        std::string name = file.lexically_relative(folder).generic_string();
        std::error_code error;
        bytes += fs::file_size(file, error);
        if (error) return fail(fmt::format("{}: cannot read: {}", name, error.message()));
        if (bytes > most) return fail(fmt::format("has more than {} MiB of files", most >> 20));
        auto content = read_file(file, most);
        if (!content) return fail(fmt::format("{}: {}", name, content.error().text));
        zip.push_back({std::move(name), std::move(*content)});
    }
    return write_zip(zip);
}

} // namespace relit::machine::r500
