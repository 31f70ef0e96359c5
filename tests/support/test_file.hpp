// Tests as text files: lines of a head, then sections, each of which a line `---- KIND NAME` begins.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

struct TestSection {
    std::string kind, name, text; // "in", "shader.txt"
    std::size_t line = 0;         // of the file, from 1, where its text begins
};

struct TestFile {
    std::vector<std::string> head; // line i of it is line i + 1 of the file
    std::vector<TestSection> sections;
};
[[nodiscard]] TestFile read_test_file(std::string_view text);

/// Whether the line begins with `key`; `value` is what follows it and blanks.
[[nodiscard]] bool take(std::string_view line, std::string_view key, std::string& value);

/// A file of tests and its name, without its ending and with nothing in it that a filter of googletest would take for its own.
struct NamedFile {
    std::string name;
    std::filesystem::path path;
};
/// All *.t of a folder and the folders in it, by name.
[[nodiscard]] std::vector<NamedFile> test_files(const std::filesystem::path& folder);

[[nodiscard]] std::string read_file(const std::filesystem::path& path);

} // namespace relit::test
