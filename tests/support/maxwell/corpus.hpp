// Files of the Maxwell corpus, of which sets of kernels and of draws are read.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace relit::test {

inline constexpr std::uint32_t kMesa = 3; // value of the context key "maxwell.convention"
inline constexpr std::uint32_t kWarp = 32;
inline constexpr std::uint32_t kDescriptorBytes = 16, kSizeAt = 8; // of a storage buffer; where it has its size
inline constexpr std::size_t kConstantBytes = 65536;               // of a constant buffer

[[nodiscard]] inline std::filesystem::path folder_of_programs() {
    const char* set = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    return std::filesystem::path(set != nullptr ? set : "../shared/corpus") / "maxwell/own/programs";
}

[[nodiscard]] inline std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void put_word(std::vector<std::uint8_t>& bytes, std::uint32_t at, std::uint32_t word) {
    std::memcpy(&bytes[at], &word, sizeof word);
}

} // namespace relit::test
