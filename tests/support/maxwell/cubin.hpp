// Cubins, fat binaries and their hosts, written for tests field by field.
#pragma once

#include "base/bytes.hpp"
#include "isa/maxwell/encoding/fatbin.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

using FileOctets = std::vector<std::uint8_t>;

struct CubinRow {
    std::uint32_t type;
    std::uint64_t flags = 0;
    FileOctets bytes{};
    std::uint32_t link = 0, info = 0;
    std::uint64_t size = 0; // of a section without bytes
};
/// An ELF file of 64 bits with these sections by name, and one with their names at the end.
[[nodiscard]] FileOctets elf_of(std::uint16_t machine, std::uint32_t flags,
                                const std::vector<std::pair<std::string, CubinRow>>& sections);

/// A symbol of data in the section of a constant buffer.
struct CubinVariableRow {
    std::string name;
    std::uint32_t bank = 3;
    std::uint64_t offset = 0, size = 4;
};
struct CubinKernelText {
    std::string name;
    std::string text; // of the code
    bool is_entry = true;
    std::vector<std::uint32_t> parameters{}; // sizes; a parameter is aligned to its size
    std::uint32_t registers = 8, barriers = 0, stack = 0;
    std::uint64_t shared = 0;
    std::map<std::uint32_t, std::vector<std::uint32_t>> constants{}; // words by bank
    std::vector<std::pair<std::uint64_t, std::string>> calls{};      // R_CUDA_ABS32_20 of a symbol at an offset
    std::vector<std::pair<std::uint64_t, std::string>> functions{};  // in the code
    std::vector<CubinVariableRow> variables{};
};
[[nodiscard]] FileOctets cubin_of(std::uint32_t architecture, const std::vector<CubinKernelText>& kernels);

struct FatImageText {
    std::uint32_t kind = isa::maxwell::kCubinImage, architecture = 61;
    FileOctets bytes{};
    isa::maxwell::Packing packing = isa::maxwell::Packing::None;
};
[[nodiscard]] FileOctets fatbin_of(const std::vector<FatImageText>& images);
/// A program for x86-64 with fat binaries in its section.
[[nodiscard]] FileOctets host_of(const FileOctets& fatbins);

/// A module of two kernels for sm_61: `scale` multiplies by a parameter and a constant, `tail` calls vprintf.
[[nodiscard]] FileOctets example_cubin();
/// Images of it: PTX, code for sm_75, stored code for sm_52 of one kernel, LZ4 for sm_61.
[[nodiscard]] FileOctets example_fatbin();

} // namespace relit::test
