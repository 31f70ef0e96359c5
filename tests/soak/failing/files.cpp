#include "tests/soak/failing/files.hpp"

#include <fstream>
#include <iterator>

namespace relit::soak::failing {

Files files_in(const std::filesystem::path& folder) {
    Files files;
    for (const auto& one : std::filesystem::recursive_directory_iterator(folder)) {
        if (!one.is_regular_file()) continue;
        std::ifstream in(one.path(), std::ios::binary);
        files[one.path().lexically_relative(folder)] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
}

} // namespace relit::soak::failing
