#include "isa/maxwell/encoding/fatbin.hpp"

#include "base/compression.hpp"
#include "isa/maxwell/encoding/elf.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kFatbinMagic = 0xba55ed50;
constexpr std::uint16_t kFatbinVersion = 1;
constexpr std::uint64_t kFatbinHeaderBytes = 16, kLeastEntryBytes = 64, kAlignment = 8;
constexpr std::uint64_t kLz4Flag = 0x2000, kZstdFlag = 0x8000; // of an image
constexpr std::string_view kSections[] = {".nv_fatbin", "__nv_relfatbin"};
constexpr std::uint64_t kMostOfLz4 = 255; // times its packed bytes: no LZ4 block unpacks to more

Packing packing_of(std::uint64_t flags, std::uint64_t packed) {
    if ((flags & kLz4Flag) != 0) return Packing::Lz4;
    if ((flags & kZstdFlag) != 0) return Packing::Zstd;
    return packed == 0 ? Packing::None : Packing::Unknown;
}

/// Reads the images of fat binaries that follow one another in a part of a file.
class FatbinReader {
public:
    FatbinReader(Bytes file, std::uint64_t begin, std::uint64_t end) : file_(file), at_(begin), end_(end) {}

    Status run(std::vector<FatImage>& into) {
        while (at_ < end_) {
            if (is_padding()) continue;
            if (const Status done = one(into); !done) return done;
        }
        return {};
    }

private:
    /// Linkers align fat binaries and fill with zeros.
    bool is_padding() {
        const Bytes next = file_.subspan(at_, std::min(end_ - at_, kAlignment));
        if (std::ranges::any_of(next, [](std::uint8_t byte) { return byte != 0; })) return false;
        at_ += next.size();
        return true;
    }
    Status one(std::vector<FatImage>& into) {
        const std::uint64_t begin = at_;
        Cursor in(file_.subspan(begin, end_ - begin));
        const std::uint32_t magic = in.u32le();
        const std::uint16_t version = in.u16le(), header = in.u16le();
        const std::uint64_t size = in.u64le();
        if (in.failed() || magic != kFatbinMagic) return fail_at(begin, "no fat binary begins here");
        if (version != kFatbinVersion || header < kFatbinHeaderBytes || header > end_ - begin)
            return fail_at(begin + 4, fmt::format("version {} of fat binaries, with a header of {} bytes, is not known",
                                                  version, header));
        if (size > end_ - begin - header)
            return fail_at(begin + 8, fmt::format("the fat binary has {} bytes, of which {} are there", size,
                                                  end_ - begin - header));
        at_ = begin + header;
        for (const std::uint64_t end = at_ + size; at_ < end;)
            if (const Status done = image(end, into); !done) return done;
        return {};
    }
    Status image(std::uint64_t end, std::vector<FatImage>& into) {
        if (into.size() == kMostImages) return fail_at(at_, "more than 65536 images");
        if (end - at_ < kLeastEntryBytes) return fail_at(at_, "the header of an image is cut short");
        Cursor in(file_.subspan(at_, kLeastEntryBytes));
        FatImage one;
        one.header = at_;
        one.kind = in.u16le();
        in.skip(2); // version
        const std::uint32_t header = in.u32le();
        one.size = in.u64le();
        const std::uint32_t packed = in.u32le();
        in.skip(8); // options of the compiler, version of PTX
        one.architecture = in.u32le();
        in.skip(8); // the name of the source
        one.flags = in.u64le();
        in.skip(8);
        one.unpacked = in.u64le();
        if (header < kLeastEntryBytes || header > end - at_)
            return fail_at(at_ + 4, fmt::format("a header of {} bytes does not fit an image", header));
        if (one.size > end - at_ - header)
            return fail_at(at_ + 8,
                           fmt::format("the image has {} bytes, of which {} are there", one.size, end - at_ - header));
        one.offset = at_ + header;
        at_ = one.offset + one.size;
        one.packing = packing_of(one.flags, packed);
        if (one.packing == Packing::None) {
            one.unpacked = one.size;
        } else if (packed > one.size) {
            return fail_at(one.header + 16,
                           fmt::format("{} packed bytes are more than the image's {}", packed, one.size));
        } else {
            one.size = packed;
        }
        into.push_back(one);
        return {};
    }

    Bytes file_;
    std::uint64_t at_, end_;
};

bool holds_fatbins(const ElfSection& section) {
    return section.has_bytes() && std::ranges::find(kSections, section.name) != std::end(kSections);
}

} // namespace

bool is_fatbin(Bytes file) { return file.size() >= 4 && little_endian(file.first(4)) == kFatbinMagic; }

bool is_host_of_fatbins(Bytes file) {
    if (!is_elf(file)) return false;
    const auto elf = read_elf(file);
    return elf && std::ranges::any_of(elf->sections, holds_fatbins);
}

Result<std::vector<FatImage>> read_fatbins(Bytes file) {
    std::vector<FatImage> images;
    if (is_fatbin(file)) {
        if (const Status done = FatbinReader(file, 0, file.size()).run(images); !done)
            return std::unexpected(done.error());
        return images;
    }
    const auto elf = read_elf(file);
    if (!elf) return std::unexpected(elf.error());
    for (const ElfSection& section : elf->sections) {
        if (!holds_fatbins(section)) continue;
        FatbinReader reader(file, section.offset, section.offset + section.size);
        if (const Status done = reader.run(images); !done) return std::unexpected(done.error());
    }
    return images;
}

Result<std::vector<std::uint8_t>> unpack_image(Bytes file, const FatImage& image) {
    const Bytes stored = file.subspan(image.offset, image.size);
    const auto wrong = [&](std::string_view why) { return fail_at(image.offset, std::string(why)); };
    if (image.packing == Packing::None) return std::vector<std::uint8_t>(stored.begin(), stored.end());
    if (image.packing == Packing::Unknown)
        return fail(
            FaultKind::NotSupported,
            fmt::format("the image at {:#x} is packed by no known method (flags {:#x})", image.header, image.flags));
    if (image.unpacked > kMostImageBytes) return fail_at(image.header + 56, "an image of more than 64 MiB");
    std::vector<std::uint8_t> bytes;
    if (image.packing == Packing::Lz4) {
        if (image.unpacked > stored.size() * kMostOfLz4)
            return wrong(fmt::format("{} bytes of LZ4 cannot unpack to {}", stored.size(), image.unpacked));
        auto unpacked = unpack_lz4(stored, image.unpacked);
        if (!unpacked) return wrong(unpacked.error().text);
        bytes = std::move(*unpacked);
    } else {
        if (compression_of(stored) != Compression::Zstd) return wrong("no zstd stream begins here");
        Unpacked unpacked = unpack(stored, image.unpacked);
        if (unpacked.fault) return wrong(unpacked.fault->text);
        bytes = std::move(unpacked.bytes);
    }
    if (bytes.size() != image.unpacked)
        return wrong(fmt::format("the image unpacks to {} bytes instead of {}", bytes.size(), image.unpacked));
    return bytes;
}

std::string kind_of(const FatImage& image) {
    if (image.kind == kCubinImage) return "cubin";
    return image.kind == kPtxImage ? "PTX" : fmt::format("kind {}", image.kind);
}

std::string_view name_of(Packing packing) {
    static constexpr std::string_view kNames[] = {"stored", "LZ4", "zstd", "packed by an unknown method"};
    return kNames[static_cast<std::size_t>(packing)];
}

} // namespace relit::isa::maxwell
