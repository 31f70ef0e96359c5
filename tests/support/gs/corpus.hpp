// The GS dumps that tests read: those of tests/data, and all of the corpus where it is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace relit::test {

[[nodiscard]] std::vector<std::uint8_t> read_gs_file(const std::filesystem::path& path);
/// tests/data/gs/*.gs.xz, sorted.
[[nodiscard]] std::vector<std::filesystem::path> gs_data();
/// The folder gs of the corpus that RELIT_CORPUS names (else ../shared/corpus); it need not be there.
[[nodiscard]] std::filesystem::path gs_corpus();
/// Its dumps, sorted; empty where there is no corpus.
[[nodiscard]] std::vector<std::filesystem::path> gs_corpus_dumps();

} // namespace relit::test
