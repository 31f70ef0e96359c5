#include "isa/maxwell/encoding/elf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace relit::isa::maxwell {
namespace {

constexpr std::size_t kElfHeaderBytes = 64, kElfRowBytes = 64; // of ELFCLASS64
constexpr std::uint8_t kElfMagic[] = {0x7f, 'E', 'L', 'F'};
constexpr std::size_t kClassAt = 4, kDataAt = 5, kAbiAt = 7, kMachineAt = 18, kTableAt = 40, kFlagsAt = 48,
                      kElfRowBytesAt = 58;
constexpr std::uint8_t kClass64 = 2, kLittleEndian = 1;
constexpr std::uint16_t kNamesElsewhere = 0xffff; // SHN_XINDEX: the number of the section with names is in row 0

std::uint64_t number(Bytes file, std::size_t at, std::size_t bytes) { return little_endian(file.subspan(at, bytes)); }

ElfSection section_at(Bytes file, std::uint64_t at) {
    Cursor in(file.subspan(at, kElfRowBytes));
    ElfSection section;
    section.header = at;
    in.skip(4); // the name, which is looked up when the section with names is known
    section.type = in.u32le();
    section.flags = in.u64le();
    in.skip(8); // the address
    section.offset = in.u64le();
    section.size = in.u64le();
    section.link = in.u32le();
    section.info = in.u32le();
    return section;
}

Result<Elf> read_header(Bytes file) {
    if (!is_elf(file)) return fail_at(0, "no ELF file begins here");
    if (file.size() < kElfHeaderBytes) return fail_at(file.size(), "the header of the ELF file is cut short");
    if (file[kClassAt] != kClass64)
        return fail_at(kClassAt,
                       fmt::format("the ELF file is of class {}; those of 64 bits (2) are read", file[kClassAt]));
    if (file[kDataAt] != kLittleEndian) return fail_at(kDataAt, "the ELF file is not little-endian");
    Elf elf;
    elf.machine = static_cast<std::uint16_t>(number(file, kMachineAt, 2));
    elf.abi = file[kAbiAt];
    elf.flags = static_cast<std::uint32_t>(number(file, kFlagsAt, 4));
    return elf;
}

/// Checks a section's place, and gives it its name.
Status finish(Bytes file, ElfSection& section, std::size_t index, Bytes names) {
    if (section.has_bytes() && (section.offset > file.size() || section.size > file.size() - section.offset))
        return fail_at(section.header, fmt::format("section {}: {} bytes at offset {:#x} lie outside of the file",
                                                   index, section.size, section.offset));
    const std::uint64_t at = number(file, section.header, 4);
    section.name = string_at(names, at);
    if (section.name.size() == kLongestSectionName)
        return fail_at(section.header,
                       fmt::format("section {}: its name is longer than {} bytes", index, kLongestSectionName));
    return {};
}

} // namespace

bool ElfSection::has_bytes() const { return type != kNoSection && type != kNoBits && size != 0; }

bool is_elf(Bytes file) {
    return file.size() >= sizeof kElfMagic && std::memcmp(file.data(), kElfMagic, sizeof kElfMagic) == 0;
}

std::string_view string_at(Bytes strings, std::uint64_t offset, std::size_t longest) {
    if (offset >= strings.size()) return {};
    const std::string_view rest = text_of(strings.subspan(offset)).substr(0, longest);
    return rest.substr(0, rest.find('\0'));
}

Result<Elf> read_elf(Bytes file) {
    auto elf = read_header(file);
    if (!elf) return elf;
    const std::uint64_t table = number(file, kTableAt, 8);
    std::uint64_t count = number(file, kElfRowBytesAt + 2, 2), names = number(file, kElfRowBytesAt + 4, 2);
    if (table == 0) return elf;
    if (table > file.size() || file.size() - table < kElfRowBytes)
        return fail_at(kTableAt, fmt::format("the section table at offset {:#x} lies outside of the file", table));
    if (number(file, kElfRowBytesAt, 2) != kElfRowBytes)
        return fail_at(kElfRowBytesAt,
                       fmt::format("rows of the section table have {} bytes, not 64", number(file, kElfRowBytesAt, 2)));
    const ElfSection first = section_at(file, table);
    if (count == 0) count = first.size;
    if (names == kNamesElsewhere) names = first.link;
    if (count > kMostSections)
        return fail_at(kElfRowBytesAt + 2, fmt::format("{} sections are more than {}", count, kMostSections));
    if (count > (file.size() - table) / kElfRowBytes)
        return fail_at(kElfRowBytesAt + 2,
                       fmt::format("{} sections at offset {:#x} do not fit the file", count, table));
    for (std::uint64_t i = 0; i < count; ++i) elf->sections.push_back(section_at(file, table + i * kElfRowBytes));
    if (count != 0 && count == first.size) elf->sections[0].size = 0;
    Bytes strings;
    if (names < count) {
        const ElfSection& section = elf->sections[names];
        if (section.has_bytes() && section.offset <= file.size() && section.size <= file.size() - section.offset)
            strings = bytes_of(file, section);
    }
    for (std::size_t i = 0; i < elf->sections.size(); ++i)
        if (const Status done = finish(file, elf->sections[i], i, strings); !done) return std::unexpected(done.error());
    return elf;
}

} // namespace relit::isa::maxwell
