// Fat binaries: images of one module for several architectures, machine code (cubins) and text of PTX, alone or in the section
// .nv_fatbin of a program of the host (docs/isa/cubin.md).
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::maxwell {

enum class Packing : std::uint8_t { None, Lz4, Zstd, Unknown };

struct FatImage {
    std::uint32_t kind = 0; // kPtxImage, kCubinImage, or another one
    std::uint32_t architecture = 0;
    std::uint64_t flags = 0;
    std::uint64_t header = 0;           // offset in the file
    std::uint64_t offset = 0, size = 0; // of its bytes as they are stored
    Packing packing = Packing::None;
    std::uint64_t unpacked = 0; // bytes
};
inline constexpr std::uint32_t kPtxImage = 1, kCubinImage = 2;

/// More images in a file than this are a fault, and images of more bytes; more bytes of all that must be unpacked are
/// NotSupported.
inline constexpr std::size_t kMostImages = 65536;
inline constexpr std::uint64_t kMostImageBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kMostUnpackedImages = std::uint64_t{1} << 30;

[[nodiscard]] bool is_fatbin(Bytes file);
/// Returns true if an ELF file has a section with fat binaries. False of a file that is cut off in front of its section table.
[[nodiscard]] bool is_host_of_fatbins(Bytes file);
/// Lists the images of a fat binary, of several one after the other, or of those in a host's section.
[[nodiscard]] Result<std::vector<FatImage>> read_fatbins(Bytes file);
/// The bytes of an image. Fails with BadInput where they are damaged, NotSupported where no method of packing is known.
[[nodiscard]] Result<std::vector<std::uint8_t>> unpack_image(Bytes file, const FatImage& image);
/// "cubin", "PTX", "kind 64"
[[nodiscard]] std::string kind_of(const FatImage& image);
/// "LZ4"; "stored" where it is not packed
[[nodiscard]] std::string_view name_of(Packing packing);

} // namespace relit::isa::maxwell
