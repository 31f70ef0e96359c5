// A file that holds an expansion ROM: where the image with AtomBIOS begins in it, and which other images stand after it.
#pragma once

#include "base/bytes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::machine::r500::atom {

/// True where the bytes begin with 55 AA and have the signature of an ATI video BIOS.
[[nodiscard]] bool begins_as_image(Bytes bytes);
/// The first offset from `from` on at which such an image begins.
[[nodiscard]] std::optional<std::size_t> find_image(Bytes file, std::size_t from);

/// An image of an expansion ROM, as its PCI data structure describes it (PCI Firmware Specification, "PCI Expansion ROMs").
struct RomImage {
    std::uint64_t offset = 0, size = 0; // in the file; what the structure says, at most up to the end of the file
    std::uint8_t code_type = 0;         // 0 for a PC's processor, 3 EFI
    bool is_atom = false;
};
/// Most images of a ROM that are followed.
inline constexpr std::size_t kMostRomImages = 16;
/// The image at `base` and those that follow it, as long as each says that another one does.
[[nodiscard]] std::vector<RomImage> chain_of(Bytes file, std::size_t base);
/// "EFI image of 45056 bytes at 0xF400"
[[nodiscard]] std::string text_of(const RomImage& image);

} // namespace relit::machine::r500::atom
