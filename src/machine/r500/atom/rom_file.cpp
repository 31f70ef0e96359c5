#include "machine/r500/atom/rom_file.hpp"

#include "machine/r500/atom/image.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::string_view kStructure = "PCIR";
constexpr std::size_t kStructurePointerAt = 0x18; // of the image
// Of the PCI data structure.
constexpr std::size_t kImageLengthAt = 0x10, kCodeTypeAt = 0x14, kIndicatorAt = 0x15;
constexpr std::uint8_t kIsLast = 0x80;
constexpr std::string_view kCodeTypes[] = {"PC", "Open Firmware", "PA-RISC", "EFI"};

bool begins_as_rom(Bytes bytes) { return bytes.size() >= 2 && std::ranges::equal(bytes.first(2), kRomMagic); }

/// The PCI data structure of the image that the bytes begin with; empty where there is none, or where it is cut off.
Bytes structure_of(Bytes bytes) {
    if (!begins_as_rom(bytes) || bytes.size() < kStructurePointerAt + 2) return {};
    const std::size_t at = little_endian(bytes.subspan(kStructurePointerAt, 2));
    if (at + kIndicatorAt >= bytes.size()) return {};
    const Bytes found = bytes.subspan(at);
    return std::equal(kStructure.begin(), kStructure.end(), found.begin()) ? found : Bytes{};
}

} // namespace

bool begins_as_image(Bytes bytes) {
    return bytes.size() >= kFixedPart && begins_as_rom(bytes) &&
           std::equal(kSignature.begin(), kSignature.end(), bytes.begin() + kSignatureAt);
}

std::optional<std::size_t> find_image(Bytes file, std::size_t from) {
    const std::string_view text = relit::text_of(file);
    for (std::size_t at = text.find(kSignature, from + kSignatureAt); at != std::string_view::npos;
         at = text.find(kSignature, at + 1))
        if (begins_as_image(file.subspan(at - kSignatureAt))) return at - kSignatureAt;
    return std::nullopt;
}

std::vector<RomImage> chain_of(Bytes file, std::size_t base) {
    std::vector<RomImage> images;
    while (images.size() < kMostRomImages && base < file.size()) {
        const Bytes rest = file.subspan(base), structure = structure_of(rest);
        if (structure.empty()) break;
        const std::uint64_t size = kLengthUnit * little_endian(structure.subspan(kImageLengthAt, 2));
        images.push_back(
            {base, std::min<std::uint64_t>(size, rest.size()), structure[kCodeTypeAt], begins_as_image(rest)});
        if (size == 0 || (structure[kIndicatorAt] & kIsLast) != 0) break;
        base += static_cast<std::size_t>(size);
    }
    return images;
}

std::string text_of(const RomImage& image) {
    return fmt::format("{} image of {} bytes at {:#x}{}",
                       image.code_type < std::size(kCodeTypes) ? std::string(kCodeTypes[image.code_type])
                                                               : fmt::format("type {}", image.code_type),
                       image.size, image.offset, image.is_atom ? " with AtomBIOS" : "");
}

} // namespace relit::machine::r500::atom
