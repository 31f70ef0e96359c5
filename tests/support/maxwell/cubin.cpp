#include "tests/support/maxwell/cubin.hpp"

#include "base/compression.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>
#include <lz4.h>

#include <algorithm>

namespace relit::test {
namespace {

void put(FileOctets& into, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i, value >>= 8) into.push_back(static_cast<std::uint8_t>(value));
}
void align(FileOctets& into, std::size_t to) { into.resize((into.size() + to - 1) / to * to); }

/// A table of strings, and where each begins.
class Strings {
public:
    std::uint32_t add(std::string_view text) {
        const auto at = static_cast<std::uint32_t>(bytes_.size());
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        bytes_.push_back(0);
        return at;
    }
    [[nodiscard]] const FileOctets& bytes() const { return bytes_; }

private:
    FileOctets bytes_{0};
};

struct Symbols {
    Strings names;
    FileOctets rows = FileOctets(24);
    std::uint32_t count = 1;

    std::uint32_t add(std::string_view name, std::uint8_t type, std::uint8_t other, std::size_t section,
                      std::uint64_t value, std::uint64_t size) {
        put(rows, names.add(name), 4);
        put(rows, type, 1);
        put(rows, other, 1);
        put(rows, section, 2);
        put(rows, value, 8);
        put(rows, size, 8);
        return count++;
    }
};

FileOctets code_of(const std::string& text) {
    const auto code = isa::maxwell::assemble(text, {});
    EXPECT_TRUE(code) << describe(code.error(), "text") << text;
    return code ? *code : FileOctets();
}

/// The attributes of a kernel, as ptxas writes them.
FileOctets info_of(const CubinKernelText& kernel) {
    FileOctets info, rows;
    std::uint32_t end = 0, ordinal = 0;
    for (const std::uint32_t size : kernel.parameters) {
        const std::uint32_t alignment = std::min(size, 8U), at = (end + alignment - 1) / alignment * alignment;
        FileOctets row;
        put(row, 0x000c1704, 4);
        put(row, 0, 4);
        put(row, ordinal++, 2);
        put(row, at, 2);
        put(row, std::uint64_t{size} << 18 | 0x1f000, 4);
        rows.insert(rows.begin(), row.begin(), row.end()); // the last one comes first
        end = at + size;
    }
    put(info, 0x00080a04, 4);
    put(info, 1, 4);
    put(info, std::uint64_t{end} << 16 | 0x140, 4);
    put(info, std::uint64_t{end} << 16 | 0x1903, 4);
    info.insert(info.end(), rows.begin(), rows.end());
    put(info, 0x00ff1b03, 4);
    return info;
}

FileOctets bytes_of_words(const std::vector<std::uint32_t>& words) {
    FileOctets bytes;
    for (const std::uint32_t word : words) put(bytes, word, 4);
    return bytes;
}

constexpr std::uint32_t kInfoType = 0x70000000, kBits = 1, kNoBytes = 8, kRel = 9;

} // namespace

FileOctets elf_of(std::uint16_t machine, std::uint32_t flags,
                  const std::vector<std::pair<std::string, CubinRow>>& sections) {
    FileOctets file = {0x7f, 'E', 'L', 'F', 2, 1, 1, static_cast<std::uint8_t>(machine == 190 ? 0x33 : 0), 7};
    file.resize(16);
    put(file, 2, 2);
    put(file, machine, 2);
    put(file, 1, 4);
    put(file, 0, 8 + 8); // entry, program headers
    const std::size_t table_at = file.size();
    put(file, 0, 8);
    put(file, flags, 4);
    for (const std::uint64_t size : {64, 56, 0, 64}) put(file, size, 2);
    put(file, sections.size() + 2, 2);
    put(file, sections.size() + 1, 2);
    Strings names;
    FileOctets rows(64);
    const auto row = [&](std::string_view name, const CubinRow& section) {
        align(file, 32);
        put(rows, names.add(name), 4);
        put(rows, section.type, 4);
        put(rows, section.flags, 8);
        put(rows, 0, 8);
        put(rows, file.size(), 8);
        put(rows, section.bytes.empty() ? section.size : section.bytes.size(), 8);
        put(rows, section.link, 4);
        put(rows, section.info, 4);
        put(rows, 4, 8);
        put(rows, section.type == 2 ? 24 : 0, 8);
        file.insert(file.end(), section.bytes.begin(), section.bytes.end());
    };
    for (const auto& [name, section] : sections) row(name, section);
    Strings all = names;
    all.add(".shstrtab");
    row(".shstrtab", {.type = 3, .bytes = all.bytes()});
    align(file, 8);
    const std::size_t table = file.size();
    for (unsigned i = 0; i < 8; ++i) file[table_at + i] = static_cast<std::uint8_t>(table >> (8 * i));
    file.insert(file.end(), rows.begin(), rows.end());
    return file;
}

FileOctets cubin_of(std::uint32_t architecture, const std::vector<CubinKernelText>& kernels) {
    Symbols symbols;
    FileOctets stacks;
    std::vector<std::pair<std::string, CubinRow>> sections(3); // row 0 is none; .strtab, .symtab, .nv.info are 1 to 3
    const auto add = [&](std::string name, CubinRow row) { sections.emplace_back(std::move(name), std::move(row)); };
    for (const CubinKernelText& kernel : kernels) {
        const std::size_t number = sections.size() + 1;
        const FileOctets code = code_of(kernel.text);
        const std::uint32_t symbol = symbols.add(kernel.name, 0x12, kernel.is_entry ? 0x10 : 0, number, 0, code.size());
        add(".text." + kernel.name,
            {kBits, std::uint64_t{kernel.barriers} << 20 | 6, code, 2, kernel.registers << 24 | symbol});
        if (kernel.is_entry)
            add(".nv.info." + kernel.name, {kInfoType, 0, info_of(kernel), 2, static_cast<std::uint32_t>(number)});
        if (kernel.shared != 0) add(".nv.shared." + kernel.name, {kNoBytes, 3, {}, 0, 0, kernel.shared});
        for (const auto& [bank, words] : kernel.constants) {
            for (const CubinVariableRow& one : kernel.variables)
                if (one.bank == bank) (void)symbols.add(one.name, 0x11, 0, sections.size() + 1, one.offset, one.size);
            add(".nv.constant" + std::to_string(bank) + (bank == 3 ? "" : "." + kernel.name),
                {kBits, 2, bytes_of_words(words)});
        }
        for (const auto& [offset, name] : kernel.functions) (void)symbols.add(name, 0x02, 0, number, offset, 8);
        FileOctets relocations;
        for (const auto& [offset, name] : kernel.calls) {
            put(relocations, offset, 8);
            put(relocations, 0x2a, 4);
            put(relocations, symbols.add(name, 0x12, 0, 0, 0, 0), 4);
        }
        if (!relocations.empty())
            add(".rel.text." + kernel.name, {kRel, 0, relocations, 2, static_cast<std::uint32_t>(number)});
        put(stacks, 0x00081204, 4);
        put(stacks, symbol, 4);
        put(stacks, kernel.stack, 4);
    }
    sections[0] = {".strtab", {.type = 3, .bytes = symbols.names.bytes()}};
    sections[1] = {".symtab", {.type = 2, .bytes = symbols.rows, .link = 1, .info = symbols.count}};
    sections[2] = {".nv.info", {.type = kInfoType, .bytes = stacks, .link = 2}};
    return elf_of(190, architecture << 16 | 0x500 | architecture, sections);
}

FileOctets fatbin_of(const std::vector<FatImageText>& images) {
    using isa::maxwell::Packing;
    FileOctets body;
    for (const FatImageText& image : images) {
        FileOctets stored = image.bytes;
        if (image.packing == Packing::Lz4) {
            stored.resize(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(image.bytes.size()))));
            stored.resize(static_cast<std::size_t>(LZ4_compress_default(
                reinterpret_cast<const char*>(image.bytes.data()), reinterpret_cast<char*>(stored.data()),
                static_cast<int>(image.bytes.size()), static_cast<int>(stored.size()))));
        }
        if (image.packing == Packing::Zstd) stored = pack(image.bytes, Compression::Zstd).value();
        const bool is_packed = image.packing != Packing::None;
        const std::uint64_t packed = stored.size();
        align(stored, 8);
        put(body, image.kind, 2);
        put(body, 0x101, 2);
        put(body, 64, 4);
        put(body, stored.size(), 8);
        put(body, is_packed ? packed : 0, 4);
        put(body, 0, 4);
        put(body, 0x00010007, 4);
        put(body, image.architecture, 4);
        put(body, 0, 8);
        put(body, 0x11 | (image.packing == Packing::Lz4 ? 0x2000 : image.packing == Packing::Zstd ? 0x8000 : 0), 8);
        put(body, 0, 8);
        put(body, is_packed ? image.bytes.size() : 0, 8);
        body.insert(body.end(), stored.begin(), stored.end());
    }
    FileOctets file;
    put(file, 0x00100001ba55ed50, 8);
    put(file, body.size(), 8);
    file.insert(file.end(), body.begin(), body.end());
    return file;
}

FileOctets host_of(const FileOctets& fatbins) {
    return elf_of(62, 0,
                  {{".text", {.type = 1, .flags = 6, .bytes = FileOctets(16, 0x90)}},
                   {".nv_fatbin", {.type = 1, .flags = 2, .bytes = fatbins}}});
}

FileOctets example_cubin() {
    const CubinKernelText scale = {.name = "_Z5scalePfS_f",
                                   .text = R"(
    MOV R1, c[0x0][0x20];
    S2R R0, SR_TID.X;
    SHL R4, R0, 0x2;
    IADD R2.CC, R4, c[0x0][0x148];
    IADD.X R3, RZ, c[0x0][0x14c];
    LDG.E R5, [R2];
    FMUL R5, R5, c[0x0][0x150];
    FMUL R5, R5, c[0x2][0x4];
    IADD R2.CC, R4, c[0x0][0x140];
    IADD.X R3, RZ, c[0x0][0x144];
    STG.E [R2], R5;
    EXIT;
)",
                                   .parameters = {8, 8, 4},
                                   .registers = 10,
                                   .shared = 256,
                                   .constants = {{2, {0, 0x40400000}}, {3, {1, 2, 3}}}};
    const CubinKernelText tail = {.name = "_Z4taili",
                                  .text = R"(
    MOV R4, c[0x0][0x140];
    JCAL 0x0;
    EXIT;
    IADD R4, R4, 0x1;
    RET;
)",
                                  .parameters = {4},
                                  .registers = 24,
                                  .barriers = 1,
                                  .stack = 16,
                                  .calls = {{16, "vprintf"}},
                                  .functions = {{40, "$_Z4taili$next"}}};
    return cubin_of(61, {scale, tail});
}

FileOctets example_fatbin() {
    using isa::maxwell::Packing;
    const std::string_view ptx = ".version 7.0 .target sm_50 .entry _Z5scalePfS_f() { ret; }";
    FileOctets other = cubin_of(75, {});
    return fatbin_of(
        {{isa::maxwell::kPtxImage, 50, FileOctets(ptx.begin(), ptx.end()), Packing::Lz4},
         {isa::maxwell::kCubinImage, 75, std::move(other), Packing::None},
         {isa::maxwell::kCubinImage, 52, cubin_of(52, {{.name = "_Z5scalePfS_f", .text = "EXIT;"}}), Packing::None},
         {isa::maxwell::kCubinImage, 61, example_cubin(), Packing::Lz4}});
}

} // namespace relit::test
