// Real programs with a few bits or instructions changed: legal and illegal ones of a kind that no sampler makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

struct SourceProgram {
    std::filesystem::path file;
    std::vector<std::uint8_t> bytes;
};

/// The programs of a guest in the repository and, where RELIT_CORPUS names one, in the corpus; by path.
[[nodiscard]] std::vector<SourceProgram> source_programs(std::string_view guest);

struct Mutant {
    std::string from; // the file that was changed, and how
    std::vector<std::uint8_t> bytes;
};

/// One of the programs with one to four bits flipped, an instruction taken from another program, two instructions
/// exchanged, or random bytes in the place of an instruction; the same for the same seed and programs, of which there is
/// at least one.
[[nodiscard]] Mutant mutant(const std::vector<SourceProgram>& programs, std::uint32_t instruction_bytes,
                            std::uint64_t seed);

} // namespace relit::test
