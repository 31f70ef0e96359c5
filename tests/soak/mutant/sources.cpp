#include "tests/soak/mutant/sources.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

namespace relit::soak::mutant {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{128} << 10; // of a file, and of a capture

FileBytes read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> all;
    if (!fs::is_directory(folder)) return all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.file_size() <= kMostBytes) all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

/// Captures are sets of files; results and tables are none that the program reads.
bool is_input(const fs::path& path) {
    constexpr std::string_view kOthers[] = {".md",      ".png",     ".tsv", ".py",           ".dis",  ".in.bin",
                                            ".out.bin", ".vram.xz", ".raw", ".glsl",         ".spec", "map.json",
                                            ".cg",      ".c",       ".h",   ".expected.json"};
    const std::string name = path.filename().string();
    if (std::ranges::any_of(kOthers, [&](std::string_view ending) { return name.ends_with(ending); })) return false;
    if (name.starts_with("ref_") || name == "manifest.json") return false;
    const fs::path folder = path.parent_path();
    return !fs::exists(folder / "manifest.json") && !fs::exists(folder.parent_path() / "manifest.json");
}

FileBytes bytes_of_hex(const std::string& text) {
    std::string digits;
    bool is_comment = false;
    for (const char c : text) {
        is_comment = c == '#' || (is_comment && c != '\n');
        if (!is_comment && std::isxdigit(static_cast<unsigned char>(c)) != 0) digits += c;
    }
    FileBytes bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

/// The inputs of a golden test (tests/golden_runner.cpp).
void add_sections(const fs::path& test, std::vector<Source>& all) {
    std::ifstream lines(test);
    std::string kind, name, text;
    const auto finish = [&] {
        const FileBytes bytes = kind == "hex" ? bytes_of_hex(text) : FileBytes(text.begin(), text.end());
        if (kind == "in" || kind == "hex") all.push_back({test / (name.empty() ? "in" : name), bytes, true});
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("---- ")) {
            finish();
            kind.clear(), name.clear(), text.clear();
            std::istringstream(line.substr(5)) >> kind >> name;
        } else {
            text += line + "\n";
        }
    }
    finish();
}

fs::path corpus() {
    const char* folder = std::getenv("RELIT_CORPUS");
    return folder != nullptr ? fs::path(folder) : fs::path();
}

void add_capture(const fs::path& folder, std::vector<std::vector<File>>& all) {
    std::vector<File> files;
    std::uintmax_t bytes = 0;
    for (const fs::path& path : files_below(folder)) {
        if (path.extension() == ".png" || path.extension() == ".txt") continue;
        bytes += fs::file_size(path);
        files.push_back({(fs::path("capture") / fs::relative(path, folder)).string(), read_file(path)});
    }
    if (bytes > kMostBytes) return;
    std::ranges::stable_partition(files, [](const File& file) { return file.path.ends_with("manifest.json"); });
    all.push_back(std::move(files));
}

} // namespace

std::vector<Source> source_files() {
    std::vector<Source> all;
    const fs::path own = RELIT_SOURCE;
    for (const fs::path& folder : {own / "tests/data", own / "fuzz/corpus", corpus()})
        for (const fs::path& path : files_below(folder))
            if (is_input(path)) all.push_back({path, read_file(path), folder != corpus()});
    for (const fs::path& path : files_below(own / "tests/golden"))
        if (path.extension() == ".t") add_sections(path, all);
    return all;
}

std::vector<std::vector<File>> source_captures() {
    std::vector<std::vector<File>> all;
    for (const fs::path& folder : {fs::path(RELIT_DATA), corpus()})
        for (const fs::path& path : files_below(folder))
            if (path.filename() == "manifest.json") add_capture(path.parent_path(), all);
    return all;
}

} // namespace relit::soak::mutant
