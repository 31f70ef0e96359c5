// The captures of R500 that tests read: those of tests/data, and all of the corpus where it is there.
#pragma once

#include "machine/r500/capture/load.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace relit::test {

/// A capture with its manifest as the file has it.
struct R500Capture {
    std::vector<std::uint8_t> archive; // of the folder; `loaded` looks into it
    machine::r500::Loaded loaded;
    nlohmann::json manifest;
};
/// Fails the test that asks where the folder holds no capture.
[[nodiscard]] R500Capture read_r500_capture(const std::filesystem::path& folder);

/// Folders of tests/data/r500, sorted.
[[nodiscard]] std::vector<std::filesystem::path> r500_data();
/// The folder r500 of the corpus that RELIT_CORPUS names (else ../shared/corpus); it need not be there.
[[nodiscard]] std::filesystem::path r500_corpus();
/// Its captures, of own/mesa-scenes and foreign/seed-demos, sorted; empty where there is no corpus.
[[nodiscard]] std::vector<std::filesystem::path> r500_corpus_captures();

} // namespace relit::test
