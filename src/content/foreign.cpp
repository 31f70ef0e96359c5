#include "content/foreign.hpp"

#include "base/text.hpp"
#include "base/zip.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace relit::content {
namespace {

using namespace std::string_view_literals;

/// A number of `size` bytes; 0 where the bytes end before it.
std::uint32_t number_at(Bytes file, std::size_t at, std::size_t size, bool is_big = false) {
    if (at > file.size() || file.size() - at < size) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | file[at + (is_big ? i : size - 1 - i)];
    return value;
}

bool has_at(Bytes file, std::size_t at, std::string_view bytes) {
    return at <= file.size() && file.size() - at >= bytes.size() &&
           std::ranges::equal(bytes, file.subspan(at, bytes.size()),
                              [](char c, std::uint8_t byte) { return static_cast<std::uint8_t>(c) == byte; });
}

struct Machine {
    std::uint32_t number;
    std::string_view name;
};

template <std::size_t N>
std::string machine_text(const Machine (&rows)[N], std::uint32_t number) {
    const auto row = std::ranges::find(rows, number, &Machine::number);
    return row == std::end(rows) ? fmt::format(", for machine {:#x}", number) : fmt::format(", for {}", row->name);
}

// Details: what the header of a kind says beside its name.

std::string nothing(Bytes /*file*/) { return {}; }

/// System V ABI, ELF header: EI_DATA is byte 5, the machine the half word at 18.
std::string elf_machine(Bytes file) {
    constexpr Machine kMachines[] = {{3, "x86"},    {8, "MIPS"},       {20, "PowerPC"}, {21, "64-bit PowerPC"},
                                     {23, "SPU"},   {40, "ARM"},       {62, "x86-64"},  {183, "AArch64"},
                                     {190, "CUDA"}, {224, "AMD GPUs"}, {243, "RISC-V"}};
    if (file.size() < 20) return ", which is cut short";
    return machine_text(kMachines, number_at(file, 18, 2, file[5] == 2));
}

/// Microsoft's PE format: the offset of "PE\0\0" is the dword at 0x3c, the machine the half word behind the signature.
std::string pe_machine(Bytes file) {
    constexpr Machine kMachines[] = {{0x14c, "x86"},     {0x1c0, "ARM"},     {0x1c4, "ARM"},
                                     {0x1f2, "PowerPC"}, {0x8664, "x86-64"}, {0xaa64, "AArch64"}};
    const std::size_t header = number_at(file, 0x3c, 4);
    if (header == 0 || !has_at(file, header, "PE\0\0"sv)) return {};
    return " (PE)" + machine_text(kMachines, number_at(file, header + 4, 2));
}

/// The version of a module is its second word: 0x00010300 is 1.3.
std::string spirv_version(Bytes file) {
    if (file.size() < 8) return ", which is cut short";
    return fmt::format(" of version {}.{}: relit writes such modules and reads none", file[6], file[5]);
}

/// Captures of R500 and bundles are archives with this file.
std::string zip_manifest(Bytes file) {
    constexpr std::string_view kManifest = "manifest.json";
    const auto archive = ZipReader::open(file);
    if (!archive) return fmt::format(", which is damaged or cut short: {}", archive.error().text);
    if (archive->find(kManifest) == nullptr)
        return fmt::format(" without {}, which captures of R500 and bundles have", kManifest);
    return fmt::format(" whose {} is neither that of a capture of R500 nor that of a bundle", kManifest);
}

std::string packed(Bytes /*file*/) { return ": unpack it first"; }

std::string packed_dump(Bytes /*file*/) { return " that contains no GS dump, or is damaged"; }

std::string riff_form(Bytes file) {
    if (has_at(file, 8, "WEBP")) return ", a WebP image";
    return has_at(file, 8, "WAVE") ? ", WAVE audio" : "";
}

std::string option_rom(Bytes /*file*/) { return " without the signature of AtomBIOS at 0x30"; }

struct ForeignRow {
    std::size_t at;
    std::string_view bytes, name;
    std::string (*detail)(Bytes file);
};
constexpr ForeignRow kRows[] = {
#define FOREIGN(at, bytes, name, detail) {at, {bytes, sizeof(bytes) - 1}, name, detail},
#include "content/foreign.inc"
#undef FOREIGN
};

/// Text without a magic number that shows what it is all the same.
std::string kind_of_text(std::string_view text) {
    text = trim(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
    if (text.starts_with('{') || text.starts_with("[{") || text.starts_with("[\"")) return "JSON";
    const std::string head = to_lower(text.substr(0, 16));
    if (head.starts_with("<!doctype") || head.starts_with("<html")) return "an HTML document";
    return {};
}

} // namespace

std::string foreign_kind(Bytes begin, bool is_text) {
    for (const ForeignRow& row : kRows)
        if (has_at(begin, row.at, row.bytes)) return std::string(row.name) + row.detail(begin);
    if (!is_text) return {};
    return kind_of_text({reinterpret_cast<const char*>(begin.data()), begin.size()});
}

} // namespace relit::content
