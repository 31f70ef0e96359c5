#include "emulators/rpcs3/shaders.hpp"
#include "tests/support/guests/large_readers.hpp"

#include <algorithm>
#include <string>

#include <xxhash.h>

namespace relit::test {
namespace {

void add_number(FileOfAnySize& file, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) file.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void add_text(FileOfAnySize& file, std::string_view text) { file.insert(file.end(), text.begin(), text.end()); }
void add_file(FileOfAnySize& into, const FileOfAnySize& file) { into.insert(into.end(), file.begin(), file.end()); }

constexpr std::size_t kCodeBytes = 64;

FileOfAnySize yuzu_cache() {
    FileOfAnySize file;
    add_text(file, "yuzucach");
    add_number(file, 11, 4);
    return file;
}

/// A compute program alone, with words of constant buffer 2.
void add_yuzu_pipeline(FileOfAnySize& file, std::size_t words) {
    constexpr std::uint32_t kCompute = 5, kKeyBytes = 24;
    add_number(file, 1, 4);
    for (const std::size_t count : {kCodeBytes, std::size_t{0}, std::size_t{0}, words, std::size_t{0}})
        add_number(file, count, 8);
    for (const std::uint32_t number : {0U, 2U, 0U, 0U, 0U, 1U, kCompute}) add_number(file, number, 4);
    file.resize(file.size() + kCodeBytes, 0x11);
    for (std::size_t i = 0; i < words; ++i) {
        add_number(file, std::uint64_t{2} << 32 | 4 * i, 8);
        add_number(file, i, 4);
    }
    for (const std::uint32_t number : {8U, 4U, 2U, 0U}) add_number(file, number, 4);
    file.resize(file.size() + kKeyBytes);
}

std::uint32_t ryujinx_checksum(const FileOfAnySize& bytes) {
    return static_cast<std::uint32_t>(XXH3_128bits(bytes.data(), bytes.size()).low64);
}

FileOfAnySize ryujinx_table(std::string_view magic, std::uint32_t version) {
    FileOfAnySize file;
    add_text(file, magic);
    add_number(file, version, 4);
    file.resize(32);
    return file;
}

} // namespace

FileOfAnySize yuzu_pipelines(std::size_t pipelines) {
    FileOfAnySize file = yuzu_cache();
    for (std::size_t i = 0; i < pipelines; ++i) add_yuzu_pipeline(file, 4);
    return file;
}

FileOfAnySize yuzu_constants(std::size_t words) {
    FileOfAnySize file = yuzu_cache();
    add_yuzu_pipeline(file, words);
    return file;
}

FileOfAnySize ryujinx_pipelines(std::size_t pipelines) {
    constexpr std::uint8_t kStored = 0;
    const FileOfAnySize code(kCodeBytes, 0x42);
    FileOfAnySize guest_toc = ryujinx_table("TOCG", 0x10001), shared_toc = ryujinx_table("TOCS", 0x10002);
    for (const std::uint32_t number :
         {0U, static_cast<std::uint32_t>(code.size()), 0U, ryujinx_checksum({}) * 23 ^ ryujinx_checksum(code)})
        add_number(guest_toc, number, 4);
    FileOfAnySize guest_data{kStored};
    add_file(guest_data, code);
    FileOfAnySize entry{kStored};
    add_number(entry, 0, 8); // no stage of graphics; program 0
    add_number(entry, 0, 4); // flags
    entry.push_back(1);      // it computes
    add_text(entry, "COMS");
    for (const std::uint32_t number : {24U, 8U, 4U, 2U, 16U, 32U, 0U}) add_number(entry, number, 4);
    add_number(entry, 0, 4); // no buffers, no pipeline of the host, no textures
    FileOfAnySize shared_data;
    for (std::size_t i = 0; i < pipelines; ++i) {
        add_number(shared_toc, shared_data.size(), 8);
        add_file(shared_data, entry);
    }
    FileOfAnySize all;
    for (const FileOfAnySize* each : {&guest_toc, &guest_data, &shared_toc}) add_number(all, each->size(), 2);
    for (const FileOfAnySize* each : {&guest_toc, &guest_data, &shared_toc, &shared_data}) add_file(all, *each);
    return all;
}

FileOfAnySize rpcs3_pair(std::size_t slots) {
    constexpr std::size_t kUsedSlotsAt = 40, kJumpsAt = 120;
    FileOfAnySize file(emulators::rpcs3::kRecordBytes);
    for (std::size_t i = 0; i < slots; ++i)
        file[kUsedSlotsAt + i / 8] = static_cast<std::uint8_t>(file[kUsedSlotsAt + i / 8] | 1U << i % 8);
    file[kJumpsAt] = file[kJumpsAt + 1] = 0xff; // none
    add_file(file, rsx_vertex_program(slots));
    add_file(file, rsx_fragment_program(slots));
    return file;
}

} // namespace relit::test
