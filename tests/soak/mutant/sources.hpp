// The files that mutants are made of: those of tests/data, of fuzz/corpus, of the golden tests, and of the corpus where
// RELIT_CORPUS names one.
#pragma once

#include "tests/soak/mutant/mutate.hpp"

#include <filesystem>
#include <vector>

namespace relit::soak::mutant {

/// A file with what it is called.
struct Source {
    std::filesystem::path path; // of a section of a golden test: its file and its name
    FileBytes bytes;
    bool is_own = false; // of the repository
};

/// Small files, sorted; none that holds results or images.
[[nodiscard]] std::vector<Source> source_files();
/// Folders with a small capture of R500: the manifest first, then what it names; paths below "capture".
[[nodiscard]] std::vector<std::vector<File>> source_captures();

} // namespace relit::soak::mutant
