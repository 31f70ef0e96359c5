#include "tests/soak/mutant/cache_files.hpp"

#include <xxhash.h>
#include <zlib.h>

#include <cstring>
#include <string_view>

namespace relit::soak::mutant {
namespace {

/// Little-endian numbers, one behind the other.
struct Writer {
    FileBytes bytes{};
    template <class T>
    Writer& put(T value) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof value);
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return *this;
    }
    Writer& text(std::string_view value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& add(const FileBytes& value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& zeros(std::size_t count) { return bytes.resize(bytes.size() + count), *this; }
    Writer& record(std::string_view name, const FileBytes& value) {
        return text(name).put(static_cast<std::uint32_t>(value.size())).add(value);
    }
};

/// Packed as Ryujinx does: the algorithm, 1, and a deflate stream.
FileBytes deflated(const FileBytes& bytes) {
    FileBytes into(compressBound(bytes.size()) + 1, 1);
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = const_cast<Bytef*>(bytes.data()), stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = into.data() + 1, stream.avail_out = static_cast<uInt>(into.size() - 1);
    deflate(&stream, Z_FINISH);
    into.resize(stream.total_out + 1);
    deflateEnd(&stream);
    return into;
}

std::uint32_t checksum_of(const FileBytes& bytes) {
    return static_cast<std::uint32_t>(XXH3_128bits(bytes.data(), bytes.size()).low64);
}

std::vector<File> ryujinx_files(const std::vector<File>& parts) {
    const FileBytes &code = parts[0].bytes, &entry = parts[1].bytes, &constants = parts[2].bytes;
    Writer guest_toc, guest_data, shared_toc;
    guest_toc.text("TOCG").put(0x10001U).zeros(24);
    guest_toc.put(0U).put(static_cast<std::uint32_t>(code.size())).put(static_cast<std::uint32_t>(constants.size()));
    guest_toc.put(checksum_of(constants) * 23 ^ checksum_of(code));
    guest_data.add(constants).add(deflated(code));
    shared_toc.text("TOCS").put(0x10002U).zeros(24).put(std::uint64_t{0});
    return {{"cache/guest.toc", guest_toc.bytes},
            {"cache/guest.data", guest_data.bytes},
            {"cache/shared.toc", shared_toc.bytes},
            {"cache/shared.data", deflated(entry)}};
}

/// Programs and state of a pipeline whose only code is number 0.
FileBytes ryujinx_entry(bool computes) {
    constexpr std::uint32_t kFragmentStage = 1U << 5;
    Writer entry, texture;
    entry.put(computes ? 0U : kFragmentStage).put(0U).put(0U).put(static_cast<std::uint8_t>(computes));
    if (computes)
        entry.record("COMS", Writer().put(8U).put(4U).put(2U).put(64U).put(128U).zeros(4).bytes);
    else
        entry.record("GFXS", FileBytes(80, 1));
    entry.put(std::uint8_t{1}).put(0xffU).put(std::uint8_t{0}).put(std::uint16_t{1});
    entry.record("TEXK", Writer().put(5U).put(8U).put(-1).bytes);
    texture.put(4U).put(0x24U).put(std::uint8_t{0}).put(std::uint8_t{5}).put(std::uint8_t{0}).zeros(1);
    return entry.record("TEXS", texture.bytes).bytes;
}

std::vector<File> yuzu_files(const std::vector<File>& parts) {
    constexpr std::size_t kComputeKey = 24, kHeader = 80;
    const FileBytes &code = parts[0].bytes, &key = parts[1].bytes;
    const bool computes = key.size() <= kComputeKey;
    Writer out;
    out.text("yuzucach").put(11U).put(1U);
    out.put(std::uint64_t{code.size()}).put(std::uint64_t{1}).put(std::uint64_t{1}).put(std::uint64_t{1});
    out.put(std::uint64_t{1}).put(64U).put(2U).put(0U).put(0U).put(0U).put(1U).put(computes ? 5U : 4U);
    out.add(code).zeros(2 * std::size_t{8});
    out.put(std::uint64_t{1} << 32 | 8).put(0x3f800000U).put(std::uint64_t{0x640}).put(0U);
    if (computes)
        out.put(8U).put(4U).put(2U).put(0U);
    else
        out.add({code.begin(), code.begin() + static_cast<std::ptrdiff_t>(std::min(kHeader, code.size()))});
    return {{"cache/vulkan.bin", out.add(key).bytes}};
}

std::vector<File> rpcs3_files(const std::vector<File>& parts) {
    return {{"cache/pipelines/vulkan/v1.95/1A+2B+3C+4D.bin", parts[0].bytes},
            {"cache/raw/1A.vp", parts[1].bytes},
            {"cache/raw/2B.fp", parts[2].bytes}};
}

FileBytes rpcs3_record(std::size_t slots) {
    Writer record;
    record.put(std::uint64_t{0x1a}).put(std::uint64_t{0x2b}).put(std::uint64_t{0x3c});
    record.put(0U).put(0xffffffffU).put(0U).put(0U);
    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t left = slots > 64 * i ? slots - 64 * i : 0;
        record.put(left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
    }
    record.put(0U).put(0U).put(std::uint16_t{0xffff}).zeros(62).zeros(4).zeros(4);
    record.put(0x40U).put(1U).zeros(4).zeros(12).put(std::uint8_t{1}).zeros(7);
    return record.zeros(16).bytes;
}

} // namespace

Input rpcs3_cache(const FileBytes& vertex, const FileBytes& fragment) {
    constexpr std::size_t kSlotBytes = 16;
    return {.from = "RPCS3",
            .argument = "cache",
            .files = {{"record", rpcs3_record(vertex.size() / kSlotBytes)}, {"vertex", vertex}, {"fragment", fragment}},
            .build = rpcs3_files};
}

Input ryujinx_cache(const FileBytes& code, bool computes) {
    return {.from = "Ryujinx",
            .argument = "cache",
            .files = {{"code", code}, {"entry", ryujinx_entry(computes)}, {"constants", FileBytes(32, 1)}},
            .build = ryujinx_files};
}

Input yuzu_cache(const FileBytes& code, bool computes) {
    constexpr std::size_t kComputeKey = 24, kVulkanKey = 1032;
    return {.from = "yuzu",
            .argument = "cache",
            .files = {{"code", code}, {"key", FileBytes(computes ? kComputeKey : kVulkanKey, 0)}},
            .build = yuzu_files};
}

} // namespace relit::soak::mutant
