// The regions of a file: headers, code, constants, filling. Every byte belongs to one region, but of a cubin the code alone.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/maxwell/encoding/cubin.hpp"
#include "isa/maxwell/encoding/header.hpp"

#include <optional>
#include <string>
#include <vector>

namespace relit::isa::maxwell {

enum class FileKind : std::uint8_t { Code, HeadedCode, Dksh, Text, Cubin };

enum class RegionKind : std::uint8_t {
    Header,   // of a DKSH
    Programs, // of a DKSH
    Sph,
    Code, // in whole words
    Bytes,
};
struct Region {
    RegionKind kind = RegionKind::Bytes;
    std::uint32_t offset = 0, size = 0; // in the file
    [[nodiscard]] bool operator==(const Region&) const = default;
};

struct Container {
    FileKind kind = FileKind::Code;
    DkshHeader header;                 // of a DKSH
    std::vector<DkshProgram> programs; // of a DKSH
    std::vector<Region> regions;       // in the file's order
    Cubin cubin;                       // with one kernel; its names lie in the file
    std::string header_error;          // of code: why what it begins with, like a program header, is not read as one
};

/// More code than this is a fault.
inline constexpr std::size_t kMostCodeBytes = std::size_t{16} << 20;

/// The kind by the first bytes; Text is not recognised here.
[[nodiscard]] FileKind binary_kind_of(Bytes file);
[[nodiscard]] bool is_dksh(Bytes file);
/// Reads a file that is not text.
[[nodiscard]] Result<Container> read_container(Bytes file);
/// The same where the caller knows the kind.
[[nodiscard]] Result<Container> read_container(Bytes file, FileKind kind);
/// The region with the code that a program's `entry` means, and that of its header (compute has none).
struct ProgramRegions {
    std::optional<Region> sph;
    Region code;
};
[[nodiscard]] Result<ProgramRegions> regions_of(const Container& container, std::size_t program);

} // namespace relit::isa::maxwell
