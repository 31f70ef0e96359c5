#include "tests/support/test_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

namespace relit::test {

namespace fs = std::filesystem;

bool take(std::string_view line, std::string_view key, std::string& value) {
    if (!line.starts_with(key)) return false;
    value = line.substr(std::min(line.find_first_not_of(' ', key.size()), line.size()));
    return true;
}

TestFile read_test_file(std::string_view text) {
    TestFile file;
    std::istringstream lines{std::string(text)};
    std::size_t number = 0;
    for (std::string line, rest; std::getline(lines, line);) {
        ++number;
        if (take(line, "---- ", rest)) {
            TestSection& section = file.sections.emplace_back();
            std::istringstream(rest) >> section.kind >> section.name;
            section.line = number + 1;
        } else if (file.sections.empty()) {
            file.head.push_back(line);
        } else {
            file.sections.back().text += line + "\n";
        }
    }
    return file;
}

std::vector<NamedFile> test_files(const fs::path& folder) {
    std::vector<NamedFile> files;
    if (!fs::is_directory(folder)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".t") continue;
        std::string name = fs::relative(entry.path(), folder).replace_extension().string();
        for (char& c : name)
            if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '/') c = '_';
        files.push_back({std::move(name), entry.path()});
    }
    std::ranges::sort(files, {}, &NamedFile::path);
    return files;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace relit::test
