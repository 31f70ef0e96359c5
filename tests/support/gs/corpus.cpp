#include "tests/support/gs/corpus.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> dumps_in(const fs::path& folder) {
    std::vector<fs::path> found;
    if (!fs::is_directory(folder)) return found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().string().ends_with(".gs.xz")) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

} // namespace

std::vector<std::uint8_t> read_gs_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> gs_data() { return dumps_in(fs::path(RELIT_DATA) / "gs"); }

fs::path gs_corpus() {
    const char* corpus = std::getenv("RELIT_CORPUS");
    return fs::path(corpus != nullptr ? corpus : RELIT_SOURCE "/../shared/corpus") / "gs";
}

std::vector<fs::path> gs_corpus_dumps() { return dumps_in(gs_corpus() / "own"); }

} // namespace relit::test
