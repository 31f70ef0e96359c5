#include "tests/support/r500/corpus.hpp"

#include "machine/r500/capture/folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> captures_in(const fs::path& folder) {
    std::vector<fs::path> found;
    if (!fs::is_directory(folder)) return found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (machine::r500::is_capture_folder(entry.path())) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

} // namespace

R500Capture read_r500_capture(const fs::path& folder) {
    auto archive = machine::r500::archive_of_folder(folder, std::uint64_t{256} << 20);
    if (!archive) throw std::runtime_error(folder.string() + ": " + archive.error().text);
    auto loaded = machine::r500::load(*archive);
    if (!loaded) throw std::runtime_error(folder.string() + ": " + loaded.error().text);
    std::ifstream in(folder / "manifest.json");
    return {std::move(*archive), std::move(*loaded), nlohmann::json::parse(in)};
}

std::vector<fs::path> r500_data() { return captures_in(fs::path(RELIT_DATA) / "r500"); }

fs::path r500_corpus() {
    const char* corpus = std::getenv("RELIT_CORPUS");
    return fs::path(corpus != nullptr ? corpus : RELIT_SOURCE "/../shared/corpus") / "r500";
}

std::vector<fs::path> r500_corpus_captures() {
    std::vector<fs::path> all = captures_in(r500_corpus() / "own/mesa-scenes");
    std::ranges::copy(captures_in(r500_corpus() / "foreign/seed-demos"), std::back_inserter(all));
    return all;
}

} // namespace relit::test
