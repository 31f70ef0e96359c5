#include "base/compression.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <lzma.h>
#include <zstd.h>

namespace relit {
namespace {

constexpr std::array<std::uint8_t, 6> kXzMagic = {0xfd, '7', 'z', 'X', 'Z', 0};
constexpr std::array<std::uint8_t, 4> kZstdMagic = {0x28, 0xb5, 0x2f, 0xfd};
constexpr std::size_t kStep = std::size_t{64} << 10;
constexpr std::size_t kLookAt = 64;
// What a decoder may take for its window: that of `xz -9` and `zstd --ultra -22`. A tiny file has no use for it.
constexpr std::size_t kTinyFile = 512;
constexpr std::uint64_t kWindowMemory = std::uint64_t{160} << 20, kTinyWindowMemory = std::uint64_t{32} << 20;
constexpr int kWindowLog = 27, kTinyWindowLog = 24;
constexpr std::uint32_t kXzLevel = 6;
constexpr int kZstdLevel = 12;

bool begins_with(Bytes file, Bytes magic) {
    return file.size() >= magic.size() && std::ranges::equal(file.first(magic.size()), magic);
}

/// Collects what a decoder gives, up to a limit.
class Collector {
public:
    Collector(std::uint64_t most, const WantsMore& wants_more) : most_(most), wants_more_(wants_more) {}

    /// Adds bytes; false where unpacking must end.
    bool add(Bytes bytes) {
        const std::uint64_t room = most_ - into_.bytes.size();
        const std::size_t taken = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room));
        into_.bytes.insert(into_.bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
        if (taken < bytes.size())
            return fault(fmt::format("more than {} MiB unpacked, the most that is read", most_ >> 20));
        return into_.bytes.size() < kLookAt || looks_good();
    }
    bool fault(std::string text) {
        if (!into_.fault) into_.fault = Fault{FaultKind::BadInput, std::move(text), into_.bytes.size(), 0, 0};
        return false;
    }
    Unpacked finish() {
        (void)looks_good();
        return std::move(into_);
    }

private:
    bool looks_good() {
        if (!looked_) good_ = !wants_more_ || wants_more_(into_.bytes);
        looked_ = true;
        return good_;
    }

    std::uint64_t most_;
    const WantsMore& wants_more_;
    Unpacked into_;
    bool looked_ = false, good_ = true;
};

std::string_view text_of(lzma_ret code) {
    switch (code) {
        case LZMA_MEMLIMIT_ERROR: return "the xz stream needs more memory than is allowed";
        case LZMA_MEM_ERROR: return "no memory for the xz stream";
        case LZMA_FORMAT_ERROR: return "not an xz stream";
        case LZMA_OPTIONS_ERROR: return "the xz stream uses what liblzma does not know";
        case LZMA_BUF_ERROR: return "the xz stream is cut off";
        default: return "the xz stream is damaged";
    }
}

struct EndLzma {
    void operator()(lzma_stream* stream) const { lzma_end(stream); }
};

void unpack_xz(Bytes file, Collector& into) {
    lzma_stream stream = LZMA_STREAM_INIT;
    const std::unique_ptr<lzma_stream, EndLzma> end(&stream);
    const std::uint64_t memory = file.size() < kTinyFile ? kTinyWindowMemory : kWindowMemory;
    if (lzma_stream_decoder(&stream, memory, LZMA_CONCATENATED) != LZMA_OK) {
        into.fault("no memory for the xz stream");
        return;
    }
    std::vector<std::uint8_t> step(kStep);
    stream.next_in = file.data();
    stream.avail_in = file.size();
    for (;;) {
        stream.next_out = step.data();
        stream.avail_out = step.size();
        const lzma_ret code = lzma_code(&stream, LZMA_FINISH);
        if (!into.add(Bytes(step).first(step.size() - stream.avail_out)) || code == LZMA_STREAM_END) return;
        if (code != LZMA_OK) {
            into.fault(std::string(text_of(code)));
            return;
        }
    }
}

struct FreeZstd {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

void unpack_zstd(Bytes file, Collector& into) {
    const std::unique_ptr<ZSTD_DCtx, FreeZstd> context(ZSTD_createDCtx());
    if (!context) {
        into.fault("no memory for the zstd stream");
        return;
    }
    const int window = file.size() < kTinyFile ? kTinyWindowLog : kWindowLog;
    (void)ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, window);
    std::vector<std::uint8_t> step(kStep);
    ZSTD_inBuffer in{file.data(), file.size(), 0};
    for (std::size_t wanted = 1;;) {
        ZSTD_outBuffer out{step.data(), step.size(), 0};
        const std::size_t taken = in.pos;
        wanted = ZSTD_decompressStream(context.get(), &out, &in);
        if (!into.add(Bytes(step).first(out.pos))) return;
        if (ZSTD_isError(wanted) != 0) {
            into.fault(fmt::format("the zstd stream is damaged: {}", to_lower(ZSTD_getErrorName(wanted))));
            return;
        }
        if (wanted == 0 && in.pos == in.size) return;
        if (out.pos == 0 && in.pos == taken) break; // it waits for input that is not there
    }
    into.fault("the zstd stream is cut off");
}

Result<std::vector<std::uint8_t>> pack_xz(Bytes bytes) {
    std::vector<std::uint8_t> packed(lzma_stream_buffer_bound(bytes.size()));
    std::size_t size = 0;
    const lzma_ret code = lzma_easy_buffer_encode(kXzLevel, LZMA_CHECK_CRC64, nullptr, bytes.data(), bytes.size(),
                                                  packed.data(), &size, packed.size());
    if (code != LZMA_OK) return fail(FaultKind::Internal, "liblzma cannot pack this");
    packed.resize(size);
    return packed;
}

Result<std::vector<std::uint8_t>> pack_zstd(Bytes bytes) {
    std::vector<std::uint8_t> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kZstdLevel);
    if (ZSTD_isError(size) != 0) return fail(FaultKind::Internal, "zstd cannot pack this");
    packed.resize(size);
    return packed;
}

} // namespace

Compression compression_of(Bytes file) {
    if (begins_with(file, kXzMagic)) return Compression::Xz;
    return begins_with(file, kZstdMagic) ? Compression::Zstd : Compression::None;
}

Compression compression_named(std::string_view file_name) {
    if (file_name.ends_with(".xz")) return Compression::Xz;
    return file_name.ends_with(".zst") ? Compression::Zstd : Compression::None;
}

std::string_view name_of(Compression compression) {
    switch (compression) {
        case Compression::None: return "none";
        case Compression::Xz: return "xz";
        case Compression::Zstd: return "zstd";
    }
    unreachable("name_of(Compression)");
}

Unpacked unpack(Bytes file, std::uint64_t most, const WantsMore& wants_more) {
    Collector into(most, wants_more);
    switch (compression_of(file)) {
        case Compression::None: (void)into.add(file); break;
        case Compression::Xz: unpack_xz(file, into); break;
        case Compression::Zstd: unpack_zstd(file, into); break;
    }
    return into.finish();
}

Result<std::vector<std::uint8_t>> pack(Bytes bytes, Compression compression) {
    switch (compression) {
        case Compression::None: return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
        case Compression::Xz: return pack_xz(bytes);
        case Compression::Zstd: return pack_zstd(bytes);
    }
    unreachable("pack");
}

} // namespace relit
