// The section table of a 64-bit ELF file whose numbers are little-endian (System V gABI, chapters 4 and 5), as cubins and the
// hosts of fat binaries are.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <string_view>
#include <vector>

namespace relit::isa::maxwell {

inline constexpr std::uint16_t kCudaMachine = 190; // number of CUDA's machine

struct ElfSection {
    std::string_view name; // in the file
    std::uint32_t type = 0, link = 0, info = 0;
    std::uint64_t flags = 0, offset = 0, size = 0;
    std::uint64_t header = 0; // offset of its row in the section table

    /// Returns true if its bytes are in the file.
    [[nodiscard]] bool has_bytes() const;
};
inline constexpr std::uint32_t kNoSection = 0, kProgramBits = 1, kSymbolTable = 2, kRelocationsWithAddends = 4,
                               kNoBits = 8,
                               kRelocations = 9; // ElfSection::type

struct Elf {
    std::uint16_t machine = 0;
    std::uint8_t abi = 0; // byte 7 of the file
    std::uint32_t flags = 0;
    std::vector<ElfSection> sections; // by number
};

/// More sections than this are a fault, and longer names.
inline constexpr std::uint64_t kMostSections = 262144;
inline constexpr std::size_t kLongestSectionName = 4096;

[[nodiscard]] bool is_elf(Bytes file);
/// Reads the header and the section table; the bytes of every section with bytes are inside of the file. Fails with BadInput.
[[nodiscard]] Result<Elf> read_elf(Bytes file);
[[nodiscard]] inline Bytes bytes_of(Bytes file, const ElfSection& section) {
    return section.has_bytes() ? file.subspan(section.offset, section.size) : Bytes();
}
/// Returns the text from `offset` of a table of strings up to its zero, without the zero; nothing beyond the table.
[[nodiscard]] std::string_view string_at(Bytes strings, std::uint64_t offset,
                                         std::size_t longest = kLongestSectionName);

} // namespace relit::isa::maxwell
